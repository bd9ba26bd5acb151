<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

defined('ABSPATH') || exit;

// What the plugin decides, over plain values: it runs without WordPress (decisions.test.php).
// A checkout is the API's object. An order is `facts`: id, key, price, currency, status, isPaid, checkoutId, wasCancelled.

/** A total with the decimals of its currency, such as "12.50". */
function priceIn(string|float $total, int $places): string
{
    return number_format(round((float) $total, $places), $places, '.', '');
}

function referenceOf(int $orderId): string
{
    return "woocommerce-$orderId";
}

/** Whether this shop's server created the checkout for this order, over its whole price. */
function sellsOrder(array $checkout, array $order): bool
{
    return $checkout['createdVia'] === 'server_key'
        && $checkout['referenceId'] === referenceOf($order['id'])
        && hash_equals($order['key'], (string) ($checkout['metadata']['orderKey'] ?? ''))
        && $checkout['fiatAmount'] === $order['price']
        && $checkout['fiatCurrency'] === $order['currency'];
}

/** Whether the customer's money is there: seen on the chain, and not refunded. */
function holdsMoney(array $checkout): bool
{
    return compareUnits($checkout['totalPaid'], $checkout['refundedAmount']) > 0;
}

/** What of the received money was not refunded. */
function keptUnits(array $checkout): string
{
    return subtract($checkout['totalPaid'], $checkout['refundedAmount']);
}

/**
 * What happens to a customer who wants to pay: `paid` (nothing more to pay), `continue` on a checkout, `refuse` because
 * money is at a checkout that no longer sells this order, or `open` a new checkout.
 *
 * @param list<array> $checkouts the order's last checkout and those that continue it, oldest first
 * @return array{string, ?array}
 */
function nextPayment(array $checkouts, array $order): array
{
    foreach ($checkouts as $checkout) {
        if ($checkout['isPaid'] && sellsOrder($checkout, $order)) {
            return ['paid', $checkout];
        }
    }
    foreach ($checkouts as $checkout) {
        if (holdsMoney($checkout)) {
            $isOpen = in_array($checkout['status'], ['PENDING', 'DETECTED'], true);
            return [$isOpen && sellsOrder($checkout, $order) ? 'continue' : 'refuse', $checkout];
        }
    }
    $last = end($checkouts);
    return $last && $last['status'] === 'PENDING' && sellsOrder($last, $order) ? ['continue', $last] : ['open', null];
}

/**
 * What an event of a payment does to its order, by the checkout's present state: events may come twice, late, or in
 * another order.
 *
 * @return array{string, string} `complete`, `hold`, `note` or `none`, and which note
 */
function paymentMove(string $event, array $checkout, array $order): array
{
    $isOwn = $order['checkoutId'] === $checkout['id'];
    $isOver = $order['isPaid'] || $order['status'] === 'refunded';
    $isWaiting = in_array($order['status'], ['pending', 'failed', 'cancelled', 'checkout-draft'], true);
    if (!sellsOrder($checkout, $order)) {
        $isMoney = in_array($event, ['checkout.paid', 'checkout.late_paid'], true);
        // An own one had the order's price before the order was changed.
        return $isMoney ? [$isOwn && $isWaiting ? 'hold' : 'note', 'foreign'] : ['none', ''];
    }
    if ($checkout['isPaid']) {
        return match (true) {
            $isOver => $isOwn ? ['none', ''] : ['note', 'second'],
            $order['status'] === 'cancelled' => ['hold', 'cancelled'],
            // Its payment was seen after the cancellation: a person decides.
            $order['wasCancelled'] => ['note', 'cancelled'],
            default => ['complete', ''],
        };
    }
    return match ($checkout['status']) {
        'DETECTED' => match (true) {
            $isOver => $isOwn ? ['none', ''] : ['note', 'second'],
            $isWaiting => ['hold', $order['status'] === 'cancelled' ? 'cancelled_detected' : 'detected'],
            default => ['none', ''],
        },
        'LATE_PAID' => $isWaiting ? ['hold', 'late'] : ['note', $isOver ? 'second' : 'late'],
        'PENDING' => $event === 'checkout.partially_paid' && holdsMoney($checkout) ? ['note', 'part'] : ['none', ''],
        default => ['none', ''],
    };
}

/** What an event about the end or the loss of a checkout does to its order. @return array{string, string} */
function endMove(string $event, array $checkout, array $order): array
{
    if ($order['checkoutId'] !== $checkout['id']) {
        return ['none', ''];
    }
    return match ($event) {
        'checkout.reverted' => [in_array($order['status'], ['cancelled', 'refunded'], true) ? 'note' : 'hold', 'reverted'],
        'checkout.expired' => ['note', holdsMoney($checkout) ? 'expired_with_money' : 'expired'],
        'checkout.cancelled' => $order['status'] === 'cancelled' ? ['none', ''] : ['note', 'closed'],
        'checkout.refunded' => $order['isPaid'] ? ['hold', 'refunded_elsewhere'] : ['none', ''],
        default => ['none', ''],
    };
}

/**
 * What a refund's present state does to the shop's own record of it.
 *
 * @param bool $isRecorded whether WooCommerce has a refund for it
 * @return 'finish'|'undo'|'note'|'none'
 */
function refundMove(array $refund, bool $isRecorded): string
{
    return match ($refund['status']) {
        'COMPLETED' => $isRecorded ? 'finish' : 'note',
        'CANCELLED', 'FAILED' => $isRecorded ? 'undo' : 'none',
        default => 'none',
    };
}

/**
 * The request of a refund. One whose answer was lost is repeated as it was, so that it is sent once; its amount has to be
 * the same.
 *
 * @param array{key?: string, body?: array} $unanswered
 * @return array{string, array} idempotency key and body
 * @throws \RuntimeException for another amount
 */
function nextRequest(array $unanswered, string $key, array $body): array
{
    if (!isset($unanswered['key'], $unanswered['body'])) {
        return [$key, $body];
    }
    if (($unanswered['body']['amount'] ?? null) !== ($body['amount'] ?? null)) {
        throw new \RuntimeException('An earlier refund of this order got no answer. Repeat it with its own amount first.');
    }
    return [$unanswered['key'], $unanswered['body']];
}

/** At most 500 UTF-16 units, as the API counts a reason. */
function cutReason(string $reason): string
{
    $kept = '';
    $units = 0;
    foreach (preg_split('//u', $reason, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $character) {
        $units += strlen($character) === 4 ? 2 : 1;
        if ($units > 500) {
            break;
        }
        $kept .= $character;
    }
    return $kept;
}

/** An amount for people, such as "6.25 USDC". */
function amountText(string $units, ?array $token): string
{
    if ($token === null) {
        return $units;
    }
    $digits = str_pad($units, $token['decimals'] + 1, '0', STR_PAD_LEFT);
    $whole = substr($digits, 0, strlen($digits) - $token['decimals']);
    $fraction = rtrim(substr($digits, strlen($whole)), '0');
    return $whole . '.' . str_pad($fraction, 2, '0') . ' ' . $token['symbol'];
}
