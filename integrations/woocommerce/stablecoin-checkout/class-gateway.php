<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\Client;

defined('ABSPATH') || exit;

/** The payment method of WooCommerce's checkout: it sends the customer to the checkout page. */
final class Gateway extends \WC_Payment_Gateway
{
    public function __construct()
    {
        $this->id = 'stablecoin_checkout';
        $this->method_title = __('Stablecoin Checkout', 'stablecoin-checkout');
        $this->method_description = sprintf(
            /* translators: %s: a URL */
            __('USDC and USDT on a service that you run. Its webhook sends to %s.', 'stablecoin-checkout'),
            rest_url('stablecoin-checkout/v1/webhook'),
        );
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
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
            && $this->get_option('webhook_secret') !== '';
    }

    public function client(): Client
    {
        // A customer waits for the answer; the webhook is sent again by itself.
        return new Client($this->get_option('base_url'), $this->get_option('server_key'), maxRetries: 1);
    }

    /** @param int|string $orderId */
    public function process_payment($orderId): array
    {
        $order = wc_get_order($orderId);
        try {
            $checkout = openCheckout($this->client(), $order, $this->get_return_url($order));
        } catch (\RuntimeException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => $this->id]);
            wc_add_notice(__('The payment page is not available now. Try again in a minute.', 'stablecoin-checkout'), 'error');
            return ['result' => 'failure'];
        }
        $order->update_status('pending', __('Waiting for the stablecoin payment.', 'stablecoin-checkout'));
        return ['result' => 'success', 'redirect' => $checkout['checkoutUrl']];
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
            $client = $this->client();
            $checkout = $client->getCheckout((string) $order->get_meta(CHECKOUT_META));
            $refund = $client->createRefund($checkout['id'], array_filter([
                'amount' => $amount === null ? null : refundUnits($checkout, wc_format_decimal($amount, wc_get_price_decimals())),
                'reason' => $reason === '' ? null : $reason,
                'refundType' => 'CUSTOMER_REQUEST',
            ]), $this->refundKey($order));
        } catch (\RuntimeException $error) {
            return new \WP_Error('stablecoin_checkout', $error->getMessage());
        }
        $order->add_order_note($refund['claimUrl'] === null
            ? sprintf(__('Refund %s goes to the wallet that paid.', 'stablecoin-checkout'), $refund['id'])
            : sprintf(
                __('Refund %1$s: send the customer this page, where they enter their wallet: %2$s', 'stablecoin-checkout'),
                $refund['id'],
                $refund['claimUrl'],
            ));
        return true;
    }

    /** WooCommerce has stored the refund before it asks for the money: the same refund is asked for once. */
    private function refundKey(\WC_Order $order): string
    {
        $refunds = $order->get_refunds();
        return $order->get_order_key() . ':refund:' . ($refunds === [] ? '0' : $refunds[0]->get_id());
    }
}
