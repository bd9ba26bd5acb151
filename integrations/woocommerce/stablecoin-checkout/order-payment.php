<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;

defined('ABSPATH') || exit;

const CHECKOUT_META = '_stablecoin_checkout_id';
/** A payment was seen after the order had been cancelled: a person decides, not the next event. */
const CANCELLED_META = '_stablecoin_checkout_was_cancelled';

/** The customer has to know why they can't pay, such as money that is already there. */
final class PaymentRefused extends \RuntimeException
{
}

/** @throws \RuntimeException while the service's currencies are unknown; PaymentRefused in one that it lacks */
function factsOf(\WC_Order $order): array
{
    $places = placesOf($order->get_currency());
    if (currencies() === []) {
        throw new \RuntimeException(__('The service does not answer.', 'stablecoin-checkout'));
    }
    if ($places === null) {
        throw new PaymentRefused(sprintf(
            __('The service has no prices in %s.', 'stablecoin-checkout'),
            $order->get_currency(),
        ));
    }
    return [
        'id' => $order->get_id(),
        'key' => $order->get_order_key(),
        'price' => priceIn($order->get_total(), $places),
        'currency' => $order->get_currency(),
        'status' => $order->get_status(),
        'isPaid' => $order->is_paid(),
        'checkoutId' => (string) $order->get_meta(CHECKOUT_META),
        'wasCancelled' => $order->get_meta(CANCELLED_META) === 'yes',
    ];
}

/** A checkout and those with which the customer continued it after it expired, oldest first. @return list<array> */
function checkoutsOf(Client $client, string $checkoutId): array
{
    $checkouts = [];
    for ($id = $checkoutId; $id !== ''; $id = (string) ($checkouts[count($checkouts) - 1]['replacedBy'] ?? '')) {
        $checkouts[] = $client->getCheckout($id);
    }
    return $checkouts;
}

/**
 * The checkout on which a customer pays an order, or that has paid it.
 *
 * @throws PaymentRefused when their money is at a checkout that no longer sells this order
 */
function openCheckout(Client $client, \WC_Order $order, string $returnUrl): array
{
    $facts = factsOf($order);
    $checkouts = checkoutsOf($client, $facts['checkoutId']);
    [$next, $checkout] = nextPayment($checkouts, $facts);
    if ($next === 'refuse') {
        $amount = amountText(keptUnits($checkout), $checkout['token']);
        $order->add_order_note(sprintf(
            __('The customer tried to pay again, but %1$s are at checkout %2$s. Accept or refund them in the dashboard.', 'stablecoin-checkout'),
            $amount,
            $checkout['id'],
        ));
        throw new PaymentRefused(sprintf(
            __('%s already arrived for this order. Please contact the shop before you pay again.', 'stablecoin-checkout'),
            $amount,
        ));
    }
    if ($checkout !== null) {
        return $checkout;
    }
    foreach (array_slice($checkouts, -1) as $last) {
        cancelIfOpen($client, $last['id']);
    }
    $checkout = $client->createCheckout([
        'fiatAmount' => $facts['price'],
        'fiatCurrency' => $facts['currency'],
        'referenceId' => referenceOf($facts['id']),
        'itemName' => sprintf(__('Order %s', 'stablecoin-checkout'), $order->get_order_number()),
        'metadata' => ['orderKey' => $facts['key']],
        'successUrl' => $returnUrl,
        'cancelUrl' => $order->get_cancel_order_url_raw(),
    ], sprintf('%s:%s:%s', $facts['key'], $facts['price'], $facts['checkoutId']));
    $order->update_meta_data(CHECKOUT_META, $checkout['id']);
    $order->save();
    $order->add_order_note(sprintf(
        __('Waiting for the stablecoin payment at checkout %s.', 'stablecoin-checkout'),
        $checkout['id'],
    ));
    return $checkout;
}

/** Carries out a decision of `paymentMove` or `endMove`. */
function applyMove(\WC_Order $order, array $move, array $checkout): void
{
    [$act, $name] = $move;
    if ($act === 'complete') {
        $order->update_meta_data(CHECKOUT_META, $checkout['id']);
        // The customer may have chosen another way to pay meanwhile, which could not refund this payment.
        $order->set_payment_method(GATEWAY);
        $order->payment_complete((string) $checkout['paymentTxHash']);
        return;
    }
    if ($act === 'none') {
        return;
    }
    $note = sprintf(noteText($name), $checkout['id'], amountText($checkout['totalPaid'], $checkout['token']));
    if ($act === 'note') {
        $order->add_order_note($note);
        return;
    }
    if ($order->get_status() === 'cancelled') {
        $order->update_meta_data(CANCELLED_META, 'yes');
    }
    $order->update_meta_data(CHECKOUT_META, $checkout['id']);
    $order->update_status('on-hold', $note);
}

/** %1$s is the checkout, %2$s what arrived. */
function noteText(string $name): string
{
    return match ($name) {
        'detected' => __('The payment of %2$s was seen on the network. It is not final yet: do not ship.', 'stablecoin-checkout'),
        'cancelled_detected' => __('This order was cancelled, but a payment of %2$s was seen for it. Do not ship before it is final and you have decided.', 'stablecoin-checkout'),
        'cancelled' => __('This order was cancelled, and its payment of %2$s is final now. Ship it by setting it to “processing”, or refund it.', 'stablecoin-checkout'),
        'second' => __('This order was paid a second time, by checkout %1$s. Refund it in the dashboard.', 'stablecoin-checkout'),
        'foreign' => __('Money came to checkout %1$s, which does not pay this order. Look at it in the dashboard.', 'stablecoin-checkout'),
        'late' => __('%2$s came to checkout %1$s too late, or after it was cancelled. Accept or refund it in the dashboard; do not ship before.', 'stablecoin-checkout'),
        'part' => __('A part of the price has arrived at checkout %1$s: %2$s so far.', 'stablecoin-checkout'),
        'reverted' => __('The chain has taken the payment back. Do not ship.', 'stablecoin-checkout'),
        'expired' => __('Checkout %1$s expired.', 'stablecoin-checkout'),
        'expired_with_money' => __('Checkout %1$s expired with a part of the price: %2$s. Accept or refund it in the dashboard.', 'stablecoin-checkout'),
        'closed' => __('Checkout %1$s was cancelled in the dashboard.', 'stablecoin-checkout'),
        'refunded_elsewhere' => __('Everything was refunded in the dashboard. Do not ship.', 'stablecoin-checkout'),
    };
}

/** An order that is cancelled or thrown away. Several hooks can tell of it in one request. */
function endOrder(int $orderId): void
{
    static $ended = [];
    $order = isset($ended[$orderId]) ? null : wc_get_order($orderId);
    if ($order instanceof \WC_Order) {
        $ended[$orderId] = true;
        cancelForOrder((new Gateway())->client(), $order);
    }
}

/** A cancelled order can't be paid any more. Money that is already there stays for a person to decide on. */
function cancelForOrder(Client $client, \WC_Order $order): void
{
    $checkoutId = (string) $order->get_meta(CHECKOUT_META);
    if ($checkoutId === '') {
        return;
    }
    try {
        $checkouts = checkoutsOf($client, $checkoutId);
        foreach ($checkouts as $checkout) {
            if (holdsMoney($checkout)) {
                $order->add_order_note(sprintf(
                    __('The order was cancelled, but %1$s are at checkout %2$s. Accept or refund them in the dashboard.', 'stablecoin-checkout'),
                    amountText(keptUnits($checkout), $checkout['token']),
                    $checkout['id'],
                ));
                return;
            }
        }
        cancelIfOpen($client, $checkouts[count($checkouts) - 1]['id']);
    } catch (\RuntimeException $error) {
        $order->add_order_note(sprintf(
            __('Checkout %1$s can still be paid, because it could not be cancelled: %2$s', 'stablecoin-checkout'),
            $checkoutId,
            $error->getMessage(),
        ));
    }
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
