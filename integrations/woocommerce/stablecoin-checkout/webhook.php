<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\SignatureException;
use function StablecoinCheckout\verifyWebhook;

defined('ABSPATH') || exit;

/**
 * Completes the order of a paid checkout, once. It asks the service for the checkout: an event only says that something
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
    $order = wc_get_order((int) $found[1]);
    if (!$order instanceof \WC_Order || $order->get_payment_method() !== $gateway->id) {
        return new \WP_REST_Response(null, 204);
    }
    noteEvent($order, $event, $gateway);
    return new \WP_REST_Response(null, 204);
}

function noteEvent(\WC_Order $order, array $event, Gateway $gateway): void
{
    $checkoutId = $event['data']['checkoutId'];
    // A key of browsers can create a checkout with any order's reference: only the shop's own say how the order stands.
    $isOwn = $order->get_meta(CHECKOUT_META) === $checkoutId;
    switch ($event['event']) {
        case 'checkout.paid':
        case 'checkout.late_paid':
            $checkout = $gateway->client()->getCheckout($checkoutId);
            if (!paysOrder($checkout, $order)) {
                $order->add_order_note(sprintf(
                    __('Money came to checkout %s, which does not pay this order. Look at it in the dashboard.', 'stablecoin-checkout'),
                    $checkoutId,
                ));
            } elseif (!$order->is_paid()) {
                $order->update_meta_data(CHECKOUT_META, $checkoutId);
                $order->payment_complete((string) $checkout['paymentTxHash']);
            } elseif (!$isOwn) {
                $order->add_order_note(sprintf(
                    __('This order was paid a second time, by checkout %s. Refund it in the dashboard.', 'stablecoin-checkout'),
                    $checkoutId,
                ));
            }
            break;
        case 'checkout.reverted':
            if ($isOwn) {
                $order->update_status('on-hold', __('The chain has taken the payment back. Do not ship.', 'stablecoin-checkout'));
            }
            break;
        case 'checkout.expired':
            // A customer can come back and pay with a new checkout until the shop cancels the order.
            if ($isOwn) {
                $order->add_order_note(sprintf(__('Checkout %s expired.', 'stablecoin-checkout'), $checkoutId));
            }
            break;
    }
}
