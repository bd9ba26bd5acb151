<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;
use StablecoinCheckout\ConnectionException;

defined('ABSPATH') || exit;

const REFUND_META = '_stablecoin_checkout_refund_id';
const REFUND_STATUS_META = '_stablecoin_checkout_refund_status';
/** A request for a refund that got no answer: it is repeated with its own key. */
const UNANSWERED_META = '_stablecoin_checkout_unanswered_refund';

/**
 * WooCommerce's refund that is being made in this request: `process_refund` is not told which one it is, and the newest
 * one of the order may be another's.
 */
function refundInHand(?\WC_Order_Refund $refund = null): ?\WC_Order_Refund
{
    static $inHand = null;
    return $inHand = $refund ?? $inHand;
}

/** @throws \RuntimeException with the reason for the merchant */
function requestRefund(Client $client, \WC_Order $order, string $amount, string $reason): array
{
    $refund = refundInHand();
    if ($refund === null || $refund->get_parent_id() !== $order->get_id() || $refund->get_id() === 0) {
        throw new \RuntimeException(__('WooCommerce has no refund for this request.', 'stablecoin-checkout'));
    }
    $checkout = $client->getCheckout((string) $order->get_meta(CHECKOUT_META));
    [$key, $body] = nextRequest(
        (array) ($order->get_meta(UNANSWERED_META) ?: []),
        $order->get_order_key() . ':refund:' . $refund->get_id(),
        array_filter([
            'amount' => refundUnits($checkout, $amount),
            'reason' => cutReason($reason),
            'refundType' => 'CUSTOMER_REQUEST',
        ], static fn (string $value) => $value !== ''),
    );
    try {
        $created = $client->createRefund($checkout['id'], $body, $key);
    } catch (ConnectionException $error) {
        $order->update_meta_data(UNANSWERED_META, ['key' => $key, 'body' => $body]);
        $order->save_meta_data();
        throw new \RuntimeException(sprintf(
            __('It is unknown whether the service took this refund: %s. Repeat it with the same amount: it is then sent once.', 'stablecoin-checkout'),
            $error->getMessage(),
        ), 0, $error);
    }
    $order->delete_meta_data(UNANSWERED_META);
    $order->save_meta_data();
    $refund->update_meta_data(REFUND_META, $created['id']);
    $refund->update_meta_data(REFUND_STATUS_META, $created['status']);
    $refund->save_meta_data();
    return $created;
}

function refundUrl(string $baseUrl, string $refundId): string
{
    return rtrim($baseUrl, '/') . '/dashboard/refunds/' . $refundId;
}

/** Where a refund stands, in words: WooCommerce itself only knows that it was requested. */
function refundState(string $status): string
{
    return match ($status) {
        'AWAITING_APPROVAL' => __('not sent yet: an owner has to approve it in the dashboard', 'stablecoin-checkout'),
        'AWAITING_ADDRESS' => __('not sent yet: the customer has to name a wallet', 'stablecoin-checkout'),
        'AWAITING_SIGNATURE' => __('not sent yet: your wallet has to sign it', 'stablecoin-checkout'),
        'COMPLETED' => __('sent and final', 'stablecoin-checkout'),
        'FAILED' => __('failed: no money was sent', 'stablecoin-checkout'),
        'CANCELLED' => __('cancelled: no money was sent', 'stablecoin-checkout'),
        default => __('on its way', 'stablecoin-checkout'),
    };
}

/** Brings WooCommerce's record of a refund to where its money is. */
function noteRefund(\WC_Order $order, array $refund, array $checkout): void
{
    $recorded = null;
    foreach ($order->get_refunds() as $one) {
        if ($one->get_meta(REFUND_META) === $refund['id']) {
            $recorded = $one;
        }
    }
    $isOwnToken = $refund['tokenAddress'] === $checkout['tokenAddress'] && $refund['chainId'] === $checkout['chainId'];
    $text = sprintf(
        __('Refund %1$s of %2$s is %3$s.', 'stablecoin-checkout'),
        $refund['id'],
        amountText($refund['amount'], $isOwnToken ? $checkout['token'] : null),
        refundState($refund['status']),
    );
    switch (refundMove($refund, $recorded !== null)) {
        case 'note':
            $order->add_order_note("$text " . __('It was requested outside of this shop.', 'stablecoin-checkout'));
            break;
        case 'undo':
            $id = $recorded->get_id();
            $recorded->delete(true);
            do_action('woocommerce_refund_deleted', $id, $order->get_id());
            $order->add_order_note("$text " . __('It was removed from this order, whose status stays as it is. Stock that came back with it is still there.', 'stablecoin-checkout'));
            break;
        case 'finish':
            if ($recorded->get_meta(REFUND_STATUS_META) === 'COMPLETED') {
                break;
            }
            $recorded->update_meta_data(REFUND_STATUS_META, 'COMPLETED');
            $recorded->save_meta_data();
            $isPartial = (float) $order->get_remaining_refund_amount() > 0;
            if (!$isPartial && !hasOpenRefund($order)) {
                $order->update_status('refunded', $text);
            } else {
                $order->add_order_note($text);
            }
            mailRefund($order, $recorded, $isPartial);
            break;
    }
}

/** Whether the money of one of the order's refunds is still to be sent. */
function hasOpenRefund(\WC_Order $order): bool
{
    foreach ($order->get_refunds() as $refund) {
        if (isOpenRefund($refund)) {
            return true;
        }
    }
    return false;
}

function isOpenRefund(mixed $refund): bool
{
    return $refund instanceof \WC_Order_Refund
        && $refund->get_meta(REFUND_META) !== ''
        && $refund->get_meta(REFUND_STATUS_META) !== 'COMPLETED';
}

/** WooCommerce's own e-mail about a refund, which waited for the money. */
function mailRefund(\WC_Order $order, \WC_Order_Refund $refund, bool $isPartial): void
{
    $mails = function_exists('WC') ? WC()->mailer()->get_emails() : [];
    if (isset($mails['WC_Email_Customer_Refunded_Order'])) {
        $mails['WC_Email_Customer_Refunded_Order']->trigger($order->get_id(), $isPartial, $refund->get_id());
    }
}

/** An order whose refunds are requested, but not sent, is on hold instead of refunded. */
function statusOfRefunded(string $status, int $orderId): string
{
    $order = wc_get_order($orderId);
    return $order instanceof \WC_Order && hasOpenRefund($order) ? 'on-hold' : $status;
}

add_action('woocommerce_create_refund', static function (\WC_Order_Refund $refund): void {
    refundInHand($refund);
});
add_filter('woocommerce_order_fully_refunded_status', __NAMESPACE__ . '\statusOfRefunded', 10, 2);
foreach (['customer_refunded_order', 'customer_partially_refunded_order'] as $mail) {
    add_filter(
        "woocommerce_email_enabled_$mail",
        static fn ($isEnabled, $order, $email = null) => $isEnabled && !isOpenRefund($email->refund ?? null),
        10,
        3,
    );
}
