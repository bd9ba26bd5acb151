<?php

declare(strict_types=1);

/** The part of WooCommerce that the plugin uses, by its documented interfaces. Orders are files. */

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public string $method_title = '';
    public string $method_description = '';
    public bool $has_fields = false;
    /** @var list<string> */
    public array $supports = [];
    /** @var array<string, array<string, string>> */
    public array $form_fields = [];
    /** @var array<string, string> */
    public array $settings = [];
    public string $title = '';
    public string $description = '';

    public function init_settings(): void
    {
        $this->settings = (array) get_option("woocommerce_{$this->id}_settings", []);
    }

    public function get_option(string $key): string
    {
        return (string) ($this->settings[$key] ?? $this->form_fields[$key]['default'] ?? '');
    }

    public function is_available(): bool
    {
        return $this->get_option('enabled') === 'yes';
    }

    public function get_return_url(WC_Order $order): string
    {
        return 'https://shop.example.com/order-received/' . $order->get_id();
    }

    public function process_admin_options(): bool
    {
        return true;
    }
}

final class WC_Order_Refund
{
    public function __construct(private int $id)
    {
    }

    public function get_id(): int
    {
        return $this->id;
    }
}

final class WC_Order
{
    /** @param array<string, mixed> $data */
    public function __construct(private array $data)
    {
    }

    public static function fileOf(int $id): string
    {
        return getenv('SHOP_FOLDER') . "/order-$id.json";
    }

    public function save(): void
    {
        file_put_contents(self::fileOf($this->get_id()), json_encode($this->data, JSON_THROW_ON_ERROR), LOCK_EX);
    }

    public function get_id(): int
    {
        return $this->data['id'];
    }

    public function get_order_number(): string
    {
        return (string) $this->data['id'];
    }

    public function get_order_key(): string
    {
        return $this->data['key'];
    }

    public function get_total(): string
    {
        return $this->data['total'];
    }

    public function get_currency(): string
    {
        return $this->data['currency'];
    }

    public function get_payment_method(): string
    {
        return 'stablecoin_checkout';
    }

    public function get_cancel_order_url_raw(): string
    {
        return 'https://shop.example.com/cart';
    }

    public function get_meta(string $key): mixed
    {
        return $this->data['meta'][$key] ?? '';
    }

    public function update_meta_data(string $key, mixed $value): void
    {
        $this->data['meta'][$key] = $value;
    }

    public function is_paid(): bool
    {
        return in_array($this->data['status'], ['processing', 'completed'], true);
    }

    public function payment_complete(string $transactionId): bool
    {
        $this->data['transactions'][] = $transactionId;
        $this->update_status('processing', '');
        return true;
    }

    public function update_status(string $status, string $note): bool
    {
        $this->data['status'] = $status;
        $this->add_order_note($note);
        return true;
    }

    public function add_order_note(string $note): void
    {
        if ($note !== '') {
            $this->data['notes'][] = $note;
        }
        $this->save();
    }

    /** @return list<WC_Order_Refund> newest first */
    public function get_refunds(): array
    {
        return array_map(static fn (int $id) => new WC_Order_Refund($id), array_reverse($this->data['refunds'] ?? []));
    }
}

/** @param int|string $id */
function wc_get_order($id): WC_Order|false
{
    $file = WC_Order::fileOf((int) $id);
    return is_file($file) ? new WC_Order(json_decode((string) file_get_contents($file), true)) : false;
}

function wc_get_price_decimals(): int
{
    return 2;
}

function wc_format_decimal(mixed $number, int $decimals): string
{
    return number_format((float) $number, $decimals, '.', '');
}

function wc_add_notice(string $message, string $kind): void
{
    header("x-notice: $kind $message");
}

function wc_get_logger(): object
{
    return new class () {
        public function error(string $message, array $context): void
        {
            error_log($context['source'] . ': ' . $message);
        }
    };
}
