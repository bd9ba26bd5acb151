<?php

declare(strict_types=1);

/**
 * `php shop.php ACT [ARGUMENT]`, beside wp-config.php: installs the shop, or prints what it has stored, as JSON. Each act
 * of the installation is a process of its own: WordPress loads plugins when it starts.
 */

[, $act, $argument] = $argv + [1 => '', 2 => ''];
$_SERVER['HTTP_HOST'] = (string) parse_url((string) getenv('SHOP_URL'), PHP_URL_HOST);
if ($act === 'install') {
    define('WP_INSTALLING', true);
    mysqli_connect('localhost', 'root', '', null, 0, getenv('SHOP_SOCKET'))
        ->query(sprintf('CREATE DATABASE `%s`', getenv('SHOP_DATABASE')));
}
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

echo json_encode(match ($act) {
    'install' => install($argument),
    'activate' => activate(),
    'stock' => stock($argument),
    'checkout-page' => useCheckoutPage((int) $argument),
    'order' => orderOf((int) $argument),
    'incompatible' => incompatible(),
}, JSON_THROW_ON_ERROR);

function install(string $password): array
{
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    return wp_install('Shop', 'merchant', 'merchant@example.com', false, '', $password);
}

function activate(): array
{
    foreach (['woocommerce/woocommerce.php', 'stablecoin-checkout/stablecoin-checkout.php'] as $plugin) {
        $error = activate_plugin($plugin);
        if (is_wp_error($error)) {
            throw new RuntimeException("$plugin: " . $error->get_error_message());
        }
    }
    return ['WordPress' => get_bloginfo('version'), 'PHP' => PHP_VERSION, 'MariaDB' => $GLOBALS['wpdb']->get_var('SELECT VERSION()')];
}

/** One mug, and a checkout page of each kind. @return array<string, mixed> */
function stock(string $storage): array
{
    // Else it chooses the storage itself on the first page of wp-admin.
    WC_Install::newly_installed();
    $options = [
        'permalink_structure' => '/%postname%/',
        'woocommerce_custom_orders_table_enabled' => $storage === 'tables' ? 'yes' : 'no',
        'woocommerce_coming_soon' => 'no',
        'woocommerce_currency' => 'USD',
        'woocommerce_default_country' => 'US:CA',
        'woocommerce_onboarding_profile' => ['skipped' => true],
        'woocommerce_allow_tracking' => 'no',
        // A second way to pay: the customer has to choose.
        'woocommerce_bacs_settings' => ['enabled' => 'yes', 'title' => 'Bank transfer'],
    ];
    foreach ($options as $name => $value) {
        update_option($name, $value);
    }
    delete_transient('_wc_activation_redirect');
    flush_rewrite_rules();
    $mug = new WC_Product_Simple();
    $mug->set_props(['name' => 'Mug', 'regular_price' => '12.50', 'virtual' => true]);
    $block = wc_get_page_id('checkout');
    $classic = wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Till', 'post_content' => '[woocommerce_checkout]']);
    return [
        'versions' => ['WooCommerce' => WC()->version],
        'product' => $mug->save(),
        'pages' => ['block' => $block, 'classic' => $classic],
    ];
}

function useCheckoutPage(int $id): string
{
    update_option('woocommerce_checkout_page_id', $id);
    return get_permalink($id);
}

/** What the shop has stored about an order. @return array<string, mixed> */
function orderOf(int $id): array
{
    $order = wc_get_order($id);
    $notes = wc_get_order_notes(['order_id' => $id, 'orderby' => 'id', 'order' => 'ASC']);
    return [
        'status' => $order->get_status(),
        'key' => $order->get_order_key(),
        'checkoutId' => $order->get_meta('_stablecoin_checkout_id'),
        'transaction' => $order->get_transaction_id(),
        'isInTables' => $order->get_data_store()->get_current_class_name() === Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore::class,
        'notes' => array_column($notes, 'content'),
        'refunds' => array_map(static fn (WC_Order_Refund $refund) => $refund->get_amount(), $order->get_refunds()),
        'payUrl' => $order->get_checkout_payment_url(),
    ];
}

/** The features for which WooCommerce would warn of the plugin. @return list<string> */
function incompatible(): array
{
    $plugin = 'stablecoin-checkout/stablecoin-checkout.php';
    $isWarned = static fn (string $feature) => !in_array(
        $plugin,
        Automattic\WooCommerce\Utilities\FeaturesUtil::get_compatible_plugins_for_feature($feature)['compatible'],
        true,
    );
    return array_values(array_filter(['custom_order_tables', 'cart_checkout_blocks'], $isWarned));
}
