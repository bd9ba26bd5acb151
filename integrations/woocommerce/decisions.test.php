<?php

declare(strict_types=1);

/** `php integrations/woocommerce/decisions.test.php`: the plugin's decisions, without WordPress. */

namespace StablecoinCheckout\WooCommerce;

define('ABSPATH', '/');
require __DIR__ . '/expect.fixture.php';
require __DIR__ . '/stablecoin-checkout/amounts.php';
require __DIR__ . '/stablecoin-checkout/decisions.php';

$usdc = ['symbol' => 'USDC', 'decimals' => 6];

function checkout(array $changes = []): array
{
    return $changes + [
        'id' => 'chk_1', 'status' => 'PENDING', 'isPaid' => false, 'createdVia' => 'server_key', 'referenceId' => 'woocommerce-7',
        'metadata' => ['orderKey' => 'wc_order_k'], 'fiatAmount' => '12.50', 'fiatCurrency' => 'USD', 'totalPaid' => '0',
        'refundedAmount' => '0', 'amount' => '12500000', 'acceptedAmount' => null,
    ];
}

function order(array $changes = []): array
{
    return $changes + [
        'id' => 7, 'key' => 'wc_order_k', 'price' => '12.50', 'currency' => 'USD', 'status' => 'pending', 'isPaid' => false,
        'checkoutId' => 'chk_1', 'wasCancelled' => false,
    ];
}

// Prices have the decimals of their currency, whatever the shop's are.
foreach ([['705', 0, '705'], ['705.00', 0, '705'], ['12.5', 2, '12.50'], ['12.3456', 2, '12.35'], ['4500', 0, '4500'], ['1.2345', 3, '1.235']] as [$total, $places, $price]) {
    expectSame($price, priceIn($total, $places), "price of $total with $places decimals");
}
expectSame('5000000', refundUnits(checkout(), '5.00'), 'two fifths');
expectSame('9999999999999999999999', refundUnits(checkout(['amount' => '9999999999999999999999']), '12.50'), 'all of a long amount');
expectSame('4000000', refundUnits(checkout(['acceptedAmount' => '10000000']), '5'), 'a share of what was accepted');
expectSame('6250000', keptUnits(['totalPaid' => '10000000', 'refundedAmount' => '3750000']), 'what was not refunded');
expectSame('99999999999999999999', keptUnits(['totalPaid' => '100000000000000000000', 'refundedAmount' => '1']), 'a long rest');
expectSame('0.000001 USDC', amountText('1', $usdc), 'one unit');
expectSame('12.50 USDC', amountText('12500000', $usdc), 'a whole amount');

// A customer who pays again.
$paid = ['status' => 'PAID', 'isPaid' => true, 'totalPaid' => '12500000'];
$half = ['totalPaid' => '6250000'];
foreach (
    [
        ['a first try', [], order(), 'open'],
        ['an open checkout', [checkout()], order(), 'continue'],
        ['another price', [checkout()], order(['price' => '20.00']), 'open'],
        ['a part paid', [checkout($half)], order(), 'continue'],
        ['a part paid, and another price', [checkout($half)], order(['price' => '20.00']), 'refuse'],
        ['a payment that is not final', [checkout(['status' => 'DETECTED', 'totalPaid' => '12500000'])], order(), 'continue'],
        ['paid, and the webhook is late', [checkout($paid)], order(), 'paid'],
        ['settled', [checkout(['status' => 'SETTLED'] + $paid)], order(), 'paid'],
        ['paid, and another price', [checkout($paid)], order(['price' => '20.00']), 'refuse'],
        ['a late payment', [checkout(['status' => 'LATE_PAID', 'totalPaid' => '12500000'])], order(), 'refuse'],
        ['expired with a part', [checkout(['status' => 'EXPIRED'] + $half)], order(), 'refuse'],
        ['cancelled with a part', [checkout(['status' => 'CANCELLED'] + $half)], order(), 'refuse'],
        ['expired without money', [checkout(['status' => 'EXPIRED'])], order(), 'open'],
        ['refunded', [checkout(['status' => 'REFUNDED', 'totalPaid' => '12500000', 'refundedAmount' => '12500000'])], order(), 'open'],
        ['continued on the page', [checkout(['status' => 'EXPIRED']), checkout(['id' => 'chk_2'])], order(), 'continue'],
        ['late money before one that continues it', [checkout(['status' => 'LATE_PAID'] + $half), checkout(['id' => 'chk_2'])], order(), 'refuse'],
    ] as [$name, $checkouts, $order, $expected]
) {
    expectSame($expected, nextPayment($checkouts, $order)[0], $name);
}

// A payment and its order.
$detected = ['status' => 'DETECTED', 'totalPaid' => '12500000'];
$late = ['status' => 'LATE_PAID', 'totalPaid' => '12500000'];
$processing = ['status' => 'processing', 'isPaid' => true];
foreach (
    [
        ['seen', 'checkout.detected', $detected, [], ['hold', 'detected']],
        ['seen, told late: it is paid', 'checkout.detected', $paid, [], ['complete', '']],
        ['seen, told after the order was paid', 'checkout.detected', $paid, $processing, ['none', '']],
        ['seen for a cancelled order', 'checkout.detected', $detected, ['status' => 'cancelled'], ['hold', 'cancelled_detected']],
        ['paid on hold', 'checkout.paid', $paid, ['status' => 'on-hold'], ['complete', '']],
        ['paid after the order failed', 'checkout.paid', $paid, ['status' => 'failed'], ['complete', '']],
        ['paid for a cancelled order', 'checkout.paid', $paid, ['status' => 'cancelled'], ['hold', 'cancelled']],
        ['paid, seen for a cancelled order', 'checkout.paid', $paid, ['status' => 'on-hold', 'wasCancelled' => true], ['note', 'cancelled']],
        ['paid twice', 'checkout.paid', $paid, ['checkoutId' => 'chk_0'] + $processing, ['note', 'second']],
        ['paid again, told twice', 'checkout.paid', $paid, $processing, ['none', '']],
        ['paid for a refunded order', 'checkout.paid', $paid, ['status' => 'refunded'], ['none', '']],
        ['another price', 'checkout.paid', $paid, ['price' => '20.00'], ['hold', 'foreign']],
        ['of someone else', 'checkout.paid', ['id' => 'chk_9', 'createdVia' => 'api_key'] + $paid, [], ['note', 'foreign']],
        ['with another key', 'checkout.paid', ['metadata' => []] + $paid, ['checkoutId' => ''], ['note', 'foreign']],
        ['late', 'checkout.late_paid', $late, [], ['hold', 'late']],
        ['late for a cancelled order', 'checkout.late_paid', $late, ['status' => 'cancelled'], ['hold', 'late']],
        ['late beside a paid one', 'checkout.late_paid', $late, ['checkoutId' => 'chk_0'] + $processing, ['note', 'second']],
        ['late and accepted', 'checkout.late_paid', ['isPaid' => true] + $late, ['status' => 'on-hold'], ['complete', '']],
        ['a part', 'checkout.partially_paid', $half, [], ['note', 'part']],
        ['taken back before it was read', 'checkout.paid', [], [], ['none', '']],
    ] as [$name, $event, $checkout, $order, $expected]
) {
    expectSame($expected, paymentMove($event, checkout($checkout), order($order)), $name);
}
foreach (
    [
        ['taken back', 'checkout.reverted', [], $processing, ['hold', 'reverted']],
        ['taken back from a cancelled order', 'checkout.reverted', [], ['status' => 'cancelled'], ['note', 'reverted']],
        ['expired', 'checkout.expired', [], [], ['note', 'expired']],
        ['expired with a part', 'checkout.expired', $half, [], ['note', 'expired_with_money']],
        ['another one expired', 'checkout.expired', ['id' => 'chk_9'], [], ['none', '']],
        ['cancelled with its order', 'checkout.cancelled', [], ['status' => 'cancelled'], ['none', '']],
        ['cancelled in the dashboard', 'checkout.cancelled', [], [], ['note', 'closed']],
        ['refunded in the dashboard', 'checkout.refunded', [], $processing, ['hold', 'refunded_elsewhere']],
        ['refunded by the shop', 'checkout.refunded', [], ['status' => 'on-hold'], ['none', '']],
    ] as [$name, $event, $checkout, $order, $expected]
) {
    expectSame($expected, endMove($event, checkout($checkout), order($order)), $name);
}

foreach (
    [
        ['COMPLETED', true, 'finish'], ['COMPLETED', false, 'note'], ['CANCELLED', true, 'undo'], ['FAILED', true, 'undo'],
        ['CANCELLED', false, 'none'], ['AWAITING_SIGNATURE', true, 'none'], ['PROCESSING', true, 'none'],
    ] as [$status, $isRecorded, $expected]
) {
    expectSame($expected, refundMove(['status' => $status], $isRecorded), "refund $status");
}

$body = ['amount' => '5000000', 'refundType' => 'CUSTOMER_REQUEST'];
expectSame(['k:refund:2', $body], nextRequest([], 'k:refund:2', $body), 'a refund has the key of its own record');
$lost = ['key' => 'k:refund:1', 'body' => ['reason' => 'cup'] + $body];
expectSame([$lost['key'], $lost['body']], nextRequest($lost, 'k:refund:2', $body), 'a lost answer is asked for again');
try {
    nextRequest($lost, 'k:refund:2', ['amount' => '1'] + $body);
    expectSame('refused', 'sent', 'another amount after a lost answer');
} catch (\RuntimeException) {
}

expectSame(500, strlen(cutReason(str_repeat('a', 600))), 'a long reason');
expectSame(333, count(preg_split('//u', cutReason(str_repeat('☕🙂', 300)), -1, PREG_SPLIT_NO_EMPTY)), 'a reason of wide characters');
expectSame('short', cutReason('short'), 'a short reason');
