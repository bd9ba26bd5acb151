<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

defined('ABSPATH') || exit;

/** Beside an order: where its payment and its refunds are now, read from the service. */
function addOrderPanel(string $screen, mixed $object): void
{
    $order = $object instanceof \WC_Order ? $object : wc_get_order($object->ID ?? 0);
    if ($order instanceof \WC_Order && $order->get_meta(CHECKOUT_META) !== '') {
        add_meta_box('stablecoin-checkout', 'Stablecoin Checkout', static fn () => printOrderPanel($order), $screen, 'side');
    }
}

function printOrderPanel(\WC_Order $order): void
{
    $gateway = new Gateway();
    try {
        $client = $gateway->client(maxRetries: 0, timeoutMs: 4_000);
        $checkout = $client->getCheckout((string) $order->get_meta(CHECKOUT_META));
        $refunds = $client->listRefunds($checkout['id'])['data'];
    } catch (\RuntimeException $error) {
        printf('<p>%s</p>', esc_html($error->getMessage()));
        return;
    }
    printf(
        '<p><a href="%s">%s</a>: %s, %s</p>',
        esc_url($checkout['checkoutUrl']),
        esc_html($checkout['id']),
        esc_html($checkout['status']),
        esc_html(amountText($checkout['totalPaid'], $checkout['token'])),
    );
    foreach ($refunds as $refund) {
        printf(
            '<p>%s: %s. <a href="%s">%s</a></p>',
            esc_html(amountText($refund['amount'], $checkout['token'])),
            esc_html(refundState($refund['status'])),
            esc_url(refundUrl($gateway->get_option('base_url'), $refund['id'])),
            $refund['status'] === 'AWAITING_SIGNATURE'
                ? esc_html__('Sign it', 'stablecoin-checkout')
                : esc_html__('Open it', 'stablecoin-checkout'),
        );
    }
}
