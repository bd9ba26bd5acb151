<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;

defined('ABSPATH') || exit;

const CHECKOUT_META = '_stablecoin_checkout_id';

/**
 * The checkout on which a customer pays an order: the last one while it can be paid and its price is the order's, else a
 * new one.
 */
function openCheckout(Client $client, \WC_Order $order, string $returnUrl): array
{
    $last = (string) $order->get_meta(CHECKOUT_META);
    if ($last !== '') {
        $checkout = $client->getCheckout($last);
        if (pricesEqual($checkout, $order) && ($checkout['status'] === 'PENDING' || $checkout['status'] === 'DETECTED')) {
            return $checkout;
        }
        cancelIfOpen($client, $last);
    }
    $checkout = $client->createCheckout([
        'fiatAmount' => priceOf($order),
        'fiatCurrency' => $order->get_currency(),
        'referenceId' => referenceOf($order),
        'itemName' => sprintf(__('Order %s', 'stablecoin-checkout'), $order->get_order_number()),
        'metadata' => ['orderKey' => $order->get_order_key()],
        'successUrl' => $returnUrl,
        'cancelUrl' => $order->get_cancel_order_url_raw(),
    ], sprintf('%s:%s:%s', $order->get_order_key(), priceOf($order), $last));
    $order->update_meta_data(CHECKOUT_META, $checkout['id']);
    $order->save();
    return $checkout;
}

/** Whether a checkout pays this order: created by this shop's server, for this order, over its whole price. */
function paysOrder(array $checkout, \WC_Order $order): bool
{
    return $checkout['isPaid'] === true
        && $checkout['createdVia'] === 'server_key'
        && $checkout['referenceId'] === referenceOf($order)
        && hash_equals($order->get_order_key(), (string) ($checkout['metadata']['orderKey'] ?? ''))
        && pricesEqual($checkout, $order);
}

function pricesEqual(array $checkout, \WC_Order $order): bool
{
    return $checkout['fiatAmount'] === priceOf($order) && $checkout['fiatCurrency'] === $order->get_currency();
}

/** A checkout that has ended, or whose payment is in a block, stays as it is. */
function cancelIfOpen(Client $client, string $checkoutId): void
{
    try {
        $client->cancelCheckout($checkoutId);
    } catch (ApiException $error) {
        if ($error->status !== 409) {
            throw $error;
        }
    }
}

function referenceOf(\WC_Order $order): string
{
    return 'woocommerce-' . $order->get_id();
}

/** The total with the decimals of its currency, such as "12.50". */
function priceOf(\WC_Order $order): string
{
    return wc_format_decimal($order->get_total(), wc_get_price_decimals());
}

/**
 * The token units of a refund in the order's currency: the same share of the paid price, rounded down. Needs no
 * extension: amounts of tokens don't fit into PHP's integers.
 */
function refundUnits(array $checkout, string $refund): string
{
    $price = (string) ($checkout['acceptedAmount'] ?? $checkout['amount']);
    $places = max(decimalsOf($refund), decimalsOf((string) $checkout['fiatAmount']));
    return divide(multiply($price, scaled($refund, $places)), scaled((string) $checkout['fiatAmount'], $places));
}

function decimalsOf(string $decimal): int
{
    return strlen(explode('.', $decimal)[1] ?? '');
}

function scaled(string $decimal, int $places): int
{
    [$whole, $fraction] = explode('.', $decimal) + [1 => ''];
    return (int) ($whole . str_pad($fraction, $places, '0'));
}

/** @internal a number of any length times one below 10^15 */
function multiply(string $digits, int $factor): string
{
    $result = '';
    $carry = 0;
    for ($at = strlen($digits) - 1; $at >= 0; $at--) {
        $carry += (int) $digits[$at] * $factor;
        $result = ($carry % 10) . $result;
        $carry = intdiv($carry, 10);
    }
    return ltrim(($carry === 0 ? '' : (string) $carry) . $result, '0') ?: '0';
}

/** @internal a number of any length over one below 10^15, rounded down */
function divide(string $digits, int $divisor): string
{
    $result = '';
    $rest = 0;
    foreach (str_split($digits) as $digit) {
        $rest = $rest * 10 + (int) $digit;
        $result .= intdiv($rest, $divisor);
        $rest %= $divisor;
    }
    return ltrim($result, '0') ?: '0';
}
