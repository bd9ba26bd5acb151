<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

defined('ABSPATH') || exit;

/** The same method in the checkout that is made of blocks. */
final class BlocksMethod extends AbstractPaymentMethodType
{
    protected $name = 'stablecoin_checkout';

    public function initialize(): void
    {
        $this->settings = get_option('woocommerce_stablecoin_checkout_settings', []);
    }

    public function is_active(): bool
    {
        return (new Gateway())->is_available();
    }

    public function get_payment_method_script_handles(): array
    {
        $dependencies = ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'];
        wp_register_script('stablecoin-checkout-blocks', plugins_url('blocks.js', __FILE__), $dependencies, '0.1.0', true);
        return ['stablecoin-checkout-blocks'];
    }

    public function get_payment_method_data(): array
    {
        $gateway = new Gateway();
        return ['title' => $gateway->title, 'description' => $gateway->description, 'supports' => $gateway->supports];
    }
}
