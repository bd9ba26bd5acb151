<?php
/**
 * Plugin Name: Stablecoin Checkout for WooCommerce
 * Description: Takes USDC and USDT on a Stablecoin Checkout that you run yourself.
 * Version: 0.1.0
 * Requires PHP: 8.1
 * Requires at least: 6.1
 * Requires Plugins: woocommerce
 * License: MIT
 * Text Domain: stablecoin-checkout
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

add_action('plugins_loaded', static function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }
    require_once __DIR__ . '/StablecoinCheckout.php';
    foreach (['amounts', 'decisions', 'currencies', 'order-payment', 'refunds', 'connection', 'class-gateway', 'webhook', 'order-panel'] as $file) {
        require_once __DIR__ . "/$file.php";
    }
});

add_filter('woocommerce_payment_gateways', static function (array $gateways): array {
    $gateways[] = StablecoinCheckout\WooCommerce\Gateway::class;
    return $gateways;
});

// Orders are read and written through WC_Order alone, so they may be stored in their own tables (HPOS).
add_action('before_woocommerce_init', static function (): void {
    if (class_exists('Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
            Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility($feature, __FILE__, true);
        }
    }
});

add_action('woocommerce_blocks_payment_method_type_registration', static function (object $registry): void {
    require_once __DIR__ . '/class-blocks-method.php';
    $registry->register(new StablecoinCheckout\WooCommerce\BlocksMethod());
});

add_action('woocommerce_update_options_payment_gateways_stablecoin_checkout', static function (): void {
    (new StablecoinCheckout\WooCommerce\Gateway())->process_admin_options();
});

// WordPress's own two hooks are for orders in posts: wp-admin throws these away without WooCommerce's.
foreach (
    [
        'woocommerce_order_status_cancelled', 'woocommerce_before_trash_order', 'woocommerce_before_delete_order',
        'wp_trash_post', 'before_delete_post',
    ] as $end
) {
    add_action($end, 'StablecoinCheckout\WooCommerce\endOrder');
}

add_action('add_meta_boxes', 'StablecoinCheckout\WooCommerce\addOrderPanel', 10, 2);

add_action('rest_api_init', static function (): void {
    register_rest_route('stablecoin-checkout/v1', '/webhook', [
        'methods' => 'POST',
        'callback' => 'StablecoinCheckout\WooCommerce\receiveWebhook',
        // The signature is the permission.
        'permission_callback' => '__return_true',
    ]);
});
