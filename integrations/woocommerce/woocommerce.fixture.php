<?php

declare(strict_types=1);

/** The part of WooCommerce that the plugin uses, by its documented interfaces. Orders, notes and refunds are files. */

/** Every lock is free. */
$wpdb = new class () {
    public string $prefix = 'wp_';

    public function prepare(string $query, string $value): string
    {
        return $query;
    }

    public function get_var(string $query): string
    {
        return '1';
    }

    public function query(string $query): void
    {
    }
};

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
    /** @param array{id: int, parent: int, amount: string, meta: array<string, string>} $data */
    public function __construct(private array $data)
    {
    }

    public function get_id(): int
    {
        return $this->data['id'];
    }

    public function get_parent_id(): int
    {
        return $this->data['parent'];
    }

    public function get_meta(string $key): mixed
    {
        return $this->data['meta'][$key] ?? '';
    }

    public function update_meta_data(string $key, mixed $value): void
    {
        $this->data['meta'][$key] = $value;
    }

    public function save_meta_data(): void
    {
        WC_Order::putRefund($this->data['parent'], $this->data['id'], $this->data);
    }

    public function delete(bool $force): void
    {
        WC_Order::putRefund($this->data['parent'], $this->data['id'], null);
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
        self::write(self::fileOf($this->get_id()), $this->data);
    }

    private static function write(string $file, mixed $data): void
    {
        file_put_contents($file, json_encode($data, JSON_THROW_ON_ERROR));
    }

    /** @return array<int|string, mixed> by the end of the file's name, in its order */
    private static function readAll(string $prefix): array
    {
        $all = [];
        foreach (glob("$prefix*.json") as $file) {
            $all[basename(substr($file, strlen($prefix)), '.json')] = json_decode((string) file_get_contents($file), true);
        }
        return $all;
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

    public function get_status(): string
    {
        return $this->data['status'];
    }

    public function set_payment_method(string $id): void
    {
        $this->data['payment_method'] = $id;
    }

    public function delete_meta_data(string $key): void
    {
        unset($this->data['meta'][$key]);
    }

    public function save_meta_data(): void
    {
        $this->save();
    }

    /** @return array<int, array<string, mixed>> */
    public static function refundsOf(int $orderId): array
    {
        return self::readAll(getenv('SHOP_FOLDER') . "/refund-$orderId-");
    }

    /** @param array<string, mixed>|null $refund */
    public static function putRefund(int $orderId, int $id, ?array $refund): void
    {
        $file = getenv('SHOP_FOLDER') . "/refund-$orderId-$id.json";
        $refund === null ? unlink($file) : self::write($file, $refund);
    }

    /** @return list<string> oldest first */
    public static function notesOf(int $orderId): array
    {
        return array_values(self::readAll(getenv('SHOP_FOLDER') . "/note-$orderId-"));
    }

    public function get_remaining_refund_amount(): string
    {
        $refunded = array_sum(array_column(self::refundsOf($this->get_id()), 'amount'));
        return number_format((float) $this->data['total'] - $refunded, 2, '.', '');
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

    public function update_status(string $status, string $note = ''): bool
    {
        $isNew = $this->data['status'] !== $status;
        $this->data['status'] = $status;
        $this->save();
        $this->add_order_note($note);
        if ($isNew) {
            do_action("woocommerce_order_status_$status", $this->get_id(), $this);
        }
        return true;
    }

    public function add_order_note(string $note): void
    {
        if ($note !== '') {
            self::write(getenv('SHOP_FOLDER') . sprintf('/note-%d-%d.json', $this->get_id(), hrtime(true)), $note);
        }
    }

    /** @return list<WC_Order_Refund> newest first */
    public function get_refunds(): array
    {
        return array_map(
            static fn (array $refund) => new WC_Order_Refund($refund),
            array_values(self::refundsOf($this->get_id())),
        );
    }
}

/** @param int|string $id */
function wc_get_order($id): WC_Order|false
{
    $file = WC_Order::fileOf((int) $id);
    return is_file($file) ? new WC_Order(json_decode((string) file_get_contents($file), true)) : false;
}

/** The gateway that the plugin's filter registers. */
function gateway(): WC_Payment_Gateway
{
    [$class] = apply_filters('woocommerce_payment_gateways', []);
    return new $class();
}

function get_woocommerce_currency(): string
{
    return 'USD';
}

/**
 * As WooCommerce's own: the refund is stored before the gateway is asked for its money, and dropped if that fails.
 *
 * @return true|WP_Error
 */
function wc_create_refund(int $orderId, string $amount, string $reason): bool|WP_Error
{
    $order = wc_get_order($orderId);
    $id = random_int(1, PHP_INT_MAX >> 12);
    $refund = new WC_Order_Refund(['id' => $id, 'parent' => $orderId, 'amount' => $amount, 'meta' => []]);
    do_action('woocommerce_create_refund', $refund, []);
    $refund->save_meta_data();
    $result = gateway()->process_refund($orderId, $amount, $reason);
    if ($result instanceof WP_Error) {
        $refund->delete(true);
        return $result;
    }
    $order = wc_get_order($orderId);
    if ((float) $order->get_remaining_refund_amount() <= 0) {
        $order->update_status(apply_filters('woocommerce_order_fully_refunded_status', 'refunded', $orderId, $id));
    }
    return true;
}

function current_user_can(string $right): bool
{
    return false;
}

/** What the customer reads. */
$notices = [];

function wc_add_notice(string $message, string $kind): void
{
    $GLOBALS['notices'][] = $message;
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
