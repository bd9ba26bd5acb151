<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;

defined('ABSPATH') || exit;

const GATEWAY = 'stablecoin_checkout';
const WEBHOOK_ROUTE = 'stablecoin-checkout/v1/webhook';

/** The payment method of WooCommerce's checkout: it sends the customer to the checkout page. */
final class Gateway extends \WC_Payment_Gateway
{
    public function __construct()
    {
        $this->id = GATEWAY;
        $this->method_title = __('Stablecoin Checkout', 'stablecoin-checkout');
        $this->method_description = sprintf(
            /* translators: %s: a URL */
            __('USDC and USDT on a service that you run. Its webhook sends to %s.', 'stablecoin-checkout'),
            rest_url(WEBHOOK_ROUTE),
        );
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
    }

    public function init_form_fields(): void
    {
        $text = static fn (string $title, string $description, string $type = 'text', string $default = '') =>
            ['title' => $title, 'description' => $description, 'type' => $type, 'default' => $default];
        $this->form_fields = [
            'enabled' => [
                'title' => __('Enable', 'stablecoin-checkout'),
                'type' => 'checkbox',
                'default' => 'no',
            ],
            'title' => $text(
                __('Title', 'stablecoin-checkout'),
                __('What the customer chooses.', 'stablecoin-checkout'),
                default: 'USDC / USDT',
            ),
            'description' => $text(
                __('Description', 'stablecoin-checkout'),
                __('Shown below the title.', 'stablecoin-checkout'),
                default: __('Pay with stablecoins from a wallet or an exchange.', 'stablecoin-checkout'),
            ),
            'base_url' => $text(
                __('Service', 'stablecoin-checkout'),
                __('Its address, such as https://pay.example.com.', 'stablecoin-checkout'),
            ),
            'server_key' => $text(
                __('Server key', 'stablecoin-checkout'),
                __('From the service’s dashboard; it begins with svc_server_.', 'stablecoin-checkout'),
                'password',
            ),
            'webhook_secret' => $text(
                __('Webhook secret', 'stablecoin-checkout'),
                __('Of the endpoint that sends to this shop; it begins with whsec_.', 'stablecoin-checkout'),
                'password',
            ),
        ];
    }

    public function is_available(): bool
    {
        return parent::is_available()
            && $this->get_option('base_url') !== ''
            && $this->get_option('server_key') !== ''
            && $this->get_option('webhook_secret') !== ''
            && placesOf(get_woocommerce_currency()) !== null;
    }

    public function client(int $maxRetries = 1, int $timeoutMs = 15_000): Client
    {
        // A customer waits for the answer; the webhook is sent again by itself.
        return new Client(
            $this->get_option('base_url'),
            $this->get_option('server_key'),
            maxRetries: $maxRetries,
            timeoutMs: $timeoutMs,
        );
    }

    /** Saves the settings and tests them: the page shows what is wrong. */
    public function process_admin_options(): bool
    {
        $isChanged = parent::process_admin_options();
        foreach (connectionProblems($this->client(), get_woocommerce_currency(), rest_url(WEBHOOK_ROUTE)) as $problem) {
            \WC_Admin_Settings::add_error($problem);
            $isFaulty = true;
        }
        if (!isset($isFaulty)) {
            \WC_Admin_Settings::add_message(__('The service answers, its key has the rights it needs, and its webhook sends to this shop.', 'stablecoin-checkout'));
        }
        return $isChanged;
    }

    /** @param int|string $orderId */
    public function process_payment($orderId): array
    {
        $order = wc_get_order($orderId);
        try {
            $checkout = openCheckout($this->client(), $order, $this->get_return_url($order));
        } catch (\RuntimeException $error) {
            return $this->refuse($order, $error);
        }
        if ($checkout['isPaid']) {
            applyMove($order, paymentMove('checkout.paid', $checkout, factsOf($order)), $checkout);
            return ['result' => 'success', 'redirect' => $this->get_return_url($order)];
        }
        if (in_array($order->get_status(), ['failed', 'checkout-draft'], true)) {
            $order->update_status('pending');
        }
        return ['result' => 'success', 'redirect' => $checkout['checkoutUrl']];
    }

    /** The merchant gets the reason, the customer what they can do. */
    private function refuse(\WC_Order $order, \RuntimeException $error): array
    {
        $reason = $error->getMessage();
        wc_get_logger()->error($reason, ['source' => $this->id]);
        $isForCustomer = $error instanceof PaymentRefused || current_user_can('manage_woocommerce');
        if (!$error instanceof PaymentRefused) {
            $order->add_order_note(sprintf(__('The payment page could not be opened: %s', 'stablecoin-checkout'), $reason));
        }
        wc_add_notice(match (true) {
            $isForCustomer => $reason,
            $error instanceof ApiException && $error->status < 500 && $error->status !== 429
                => __('This order can’t be paid with USDC or USDT. Please choose another way to pay.', 'stablecoin-checkout'),
            default => __('The payment page is not available now. Try again in a minute.', 'stablecoin-checkout'),
        }, 'error');
        return ['result' => 'failure'];
    }

    /**
     * @param int|string $orderId
     * @param float|string|null $amount
     * @param string $reason
     * @return bool|\WP_Error
     */
    public function process_refund($orderId, $amount = null, $reason = '')
    {
        $order = wc_get_order($orderId);
        try {
            $price = priceIn((string) ($amount ?? $order->get_total()), placesOf($order->get_currency()) ?? 2);
            $refund = requestRefund($this->client(), $order, $price, (string) $reason);
        } catch (\RuntimeException $error) {
            return new \WP_Error('stablecoin_checkout', $error->getMessage());
        }
        $order->add_order_note(sprintf(
            __('Refund %1$s is requested. It is %2$s. Follow it, and sign it if your wallet has to, at %3$s', 'stablecoin-checkout'),
            $refund['id'],
            refundState($refund['status']),
            refundUrl($this->get_option('base_url'), $refund['id']),
        ));
        if ($refund['claimUrl'] !== null) {
            $order->add_order_note(sprintf(
                __('Send the customer this page, where they name their wallet: %s', 'stablecoin-checkout'),
                $refund['claimUrl'],
            ));
        }
        return true;
    }
}
