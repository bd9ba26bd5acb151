<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\SignatureException;
use function StablecoinCheckout\verifyWebhook;

defined('ABSPATH') || exit;

/**
 * Brings an order to where its payment is. It asks the service for the checkout: an event only says that something
 * changed. Every answer but 2xx is sent again later.
 */
function receiveWebhook(\WP_REST_Request $request): \WP_REST_Response
{
    $gateway = new Gateway();
    try {
        $headers = array_map(static fn (array $values) => implode(',', $values), $request->get_headers());
        $event = verifyWebhook($request->get_body(), $headers, $gateway->get_option('webhook_secret'));
    } catch (SignatureException $error) {
        return new \WP_REST_Response(['error' => $error->getMessage()], 401);
    }
    $checkoutId = $event['data']['checkoutId'] ?? null;
    $reference = $event['data']['referenceId'] ?? '';
    if (!is_string($checkoutId) || !is_string($reference) || !preg_match('/^woocommerce-(\d+)$/D', $reference, $found)) {
        return new \WP_REST_Response(null, 204);
    }
    try {
        withOrder((int) $found[1], static fn (?\WC_Order $order) => noteEvent($order, $event, $gateway));
    } catch (\RuntimeException $error) {
        wc_get_logger()->error($error->getMessage(), ['source' => GATEWAY]);
        return new \WP_REST_Response(['error' => $error->getMessage()], 503);
    }
    return new \WP_REST_Response(null, 204);
}

/**
 * Runs one event of an order at a time: two deliveries in two processes would each read the order before the other's
 * write. Null for an order that is gone.
 */
function withOrder(int $orderId, \Closure $run): void
{
    global $wpdb;
    $lock = "stablecoin_checkout_{$wpdb->prefix}$orderId";
    if ($wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 10)', $lock)) !== '1') {
        throw new \RuntimeException("another event of order $orderId is being handled");
    }
    try {
        $order = wc_get_order($orderId);
        // One that was deleted while an event wrote to it can be left without its key and currency.
        $isThere = $order instanceof \WC_Order && $order->get_order_key() !== '' && $order->get_status() !== 'trash';
        $run($isThere ? $order : null);
    } finally {
        $wpdb->query($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
    }
}

function noteEvent(?\WC_Order $order, array $event, Gateway $gateway): void
{
    $checkoutId = $event['data']['checkoutId'];
    $client = $gateway->client();
    if ($order === null) {
        $isMoney = in_array($event['event'], ['checkout.paid', 'checkout.late_paid'], true);
        $checkout = $isMoney ? $client->getCheckout($checkoutId) : null;
        if ($checkout !== null && $checkout['createdVia'] === 'server_key') {
            noteMissingOrder($checkout);
        }
        return;
    }
    // A checkout of someone else can have any order's reference.
    if (str_starts_with($event['event'], 'refund.')) {
        $checkout = $client->getCheckout($checkoutId);
        if (isOfOrder($checkout, $order)) {
            noteRefund($order, $client->getRefund((string) $event['data']['refund']['id']), $checkout);
        }
        return;
    }
    $decide = match ($event['event']) {
        'checkout.detected', 'checkout.partially_paid', 'checkout.paid', 'checkout.late_paid' => paymentMove(...),
        'checkout.reverted', 'checkout.expired', 'checkout.cancelled', 'checkout.refunded' => endMove(...),
        default => null,
    };
    if ($decide !== null) {
        $checkout = $client->getCheckout($checkoutId);
        applyMove($order, $decide($event['event'], $checkout, factsOf($order)), $checkout);
    }
}

function isOfOrder(array $checkout, \WC_Order $order): bool
{
    return $checkout['createdVia'] === 'server_key'
        && hash_equals($order->get_order_key(), (string) ($checkout['metadata']['orderKey'] ?? ''));
}

/** There is no order to note it at: it goes to the log and to WooCommerce's inbox. */
function noteMissingOrder(array $checkout): void
{
    $text = sprintf(
        __('%1$s came to checkout %2$s (%3$s), whose order was deleted. Refund it in the dashboard, or restore the order.', 'stablecoin-checkout'),
        amountText($checkout['totalPaid'], $checkout['token']),
        $checkout['id'],
        $checkout['referenceId'],
    );
    wc_get_logger()->error($text, ['source' => GATEWAY]);
    if (class_exists('Automattic\WooCommerce\Admin\Notes\Note')) {
        $note = new \Automattic\WooCommerce\Admin\Notes\Note();
        $note->set_type($note::E_WC_ADMIN_NOTE_WARNING);
        $note->set_name("stablecoin-checkout-$checkout[id]");
        $note->set_source('stablecoin-checkout');
        $note->set_title(__('A stablecoin payment has no order', 'stablecoin-checkout'));
        $note->set_content($text);
        $note->save();
    }
}
