<?php

declare(strict_types=1);

/** A shop for one request of PHP's built-in server: what WooCommerce's pages and WordPress's REST API call in the plugin. */

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';
require getenv('PLUGIN_FOLDER') . '/stablecoin-checkout.php';
do_action('before_woocommerce_init');
do_action('plugins_loaded');

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = (string) file_get_contents('php://input');

function answer(mixed $data, int $status = 200): never
{
    header('content-type: application/json', true, $status);
    exit(json_encode($data, JSON_THROW_ON_ERROR));
}

if (str_starts_with($path, '/wp-json/')) {
    $server = rest_get_server();
    $request = new WP_REST_Request($_SERVER['REQUEST_METHOD'], substr($path, strlen('/wp-json')));
    $request->set_headers($server->get_headers(wp_unslash($_SERVER)));
    $request->set_body($body);
    $response = $server->dispatch($request);
    answer($response->get_data(), $response->get_status());
}
$input = json_decode($body, true) ?? [];
if ($path === '/orders') {
    (new WC_Order($input))->save();
    answer(null);
}
preg_match('#^/orders/(\d+)(/\w+)?$#', $path, $found);
$id = (int) ($found[1] ?? 0);
match ($found[2] ?? '') {
    '/pay' => answer(gateway()->process_payment($id)),
    '/refund' => (static function () use ($id, $input): never {
        $result = wc_create_refund($id, $input['amount'], $input['reason'] ?? '');
        answer($result instanceof WP_Error ? ['error' => $result->get_error_message()] : $result);
    })(),
    '/status' => answer(wc_get_order($id)->update_status($input['status'])),
    '/available' => answer(gateway()->is_available()),
    default => answer(
        ['notes' => WC_Order::notesOf($id), 'refunds' => (object) WC_Order::refundsOf($id)]
            + json_decode((string) file_get_contents(WC_Order::fileOf($id)), true),
    ),
};
