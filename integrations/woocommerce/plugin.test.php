<?php

declare(strict_types=1);

/** What the plugin does in a shop: what it asks of the service, and where it leaves the order. */

use StablecoinCheckout\WooCommerce as Plugin;

require __DIR__ . '/expect.fixture.php';
require __DIR__ . '/shop.fixture.php';

const SECRET = 'whsec_c2VjcmV0';
const FULL = ['status' => 'PAID', 'isPaid' => true, 'totalPaid' => '12500000'];
const PART = ['totalPaid' => '6250000'];

/** A new order over $12.50, and a service that knows nothing. */
function place(array $changes = []): int
{
    static $id = 100;
    $id++;
    Service::$checkouts = Service::$refunds = Service::$fails = Service::$posts = Service::$reads = [];
    $GLOBALS['notices'] = [];
    (new WC_Order($changes + ['id' => $id, 'key' => "wc_order_k$id", 'total' => '12.50', 'currency' => 'USD', 'status' => 'pending', 'meta' => []]))->save();
    return $id;
}

/** An order whose customer has been sent to its checkout, chk_1. */
function sell(array $checkout = [], array $order = []): int
{
    $id = place($order);
    gateway()->process_payment($id);
    Service::$checkouts['chk_1'] = $checkout + Service::$checkouts['chk_1'];
    Service::$posts = Service::$reads = [];
    return $id;
}

function receive(string $event, int $order, array $data = [], string $secret = SECRET, int $ageSeconds = 0): int
{
    $body = json_encode(['event' => $event, 'data' => $data + ['checkoutId' => 'chk_1', 'referenceId' => "woocommerce-$order"]]);
    $sentAt = time() - $ageSeconds;
    $signature = hash_hmac('sha256', "$sentAt.$body", $secret);
    return Plugin\receiveWebhook(new WP_REST_Request(['x_svc_signature' => "t=$sentAt,v1=$signature"], $body))->status;
}

function statusOf(int $id): string
{
    return wc_get_order($id)->get_status();
}

function checkoutOf(int $id): string
{
    return wc_get_order($id)->get_meta(Plugin\CHECKOUT_META);
}

function notesOf(int $id): string
{
    return implode("\n", WC_Order::notesOf($id));
}

function change(int $id, array $changes): void
{
    (new WC_Order($changes + json_decode(file_get_contents(WC_Order::fileOf($id)), true)))->save();
}

/** @return list<string> */
function postedPaths(): array
{
    return array_column(Service::$posts, 0);
}

function transactionsOf(int $id): array
{
    return json_decode(file_get_contents(WC_Order::fileOf($id)), true)['transactions'] ?? [];
}

// A customer pays.
foreach ([['12.50', 'USD', '12.50'], ['705.00', 'JPY', '705'], ['1.234', 'KWD', '1.234']] as [$total, $currency, $price]) {
    $id = place(['total' => $total, 'currency' => $currency]);
    expectSame(['result' => 'success', 'redirect' => 'https://pay.example.com/c/chk_1'], gateway()->process_payment($id), "$currency is paid");
    expectSame([['/v1/checkouts', "wc_order_k$id:$price:", [
        'fiatAmount' => $price,
        'fiatCurrency' => $currency,
        'referenceId' => "woocommerce-$id",
        'itemName' => "Order $id",
        'metadata' => ['orderKey' => "wc_order_k$id"],
        'successUrl' => "https://shop.example.com/order-received/$id",
        'cancelUrl' => 'https://shop.example.com/cart',
    ]]], Service::$posts, "a checkout in $currency");
    expectSame('chk_1', checkoutOf($id), "the order knows its checkout in $currency");
}
$id = place(['currency' => 'EUR']);
expectSame(['result' => 'failure'], gateway()->process_payment($id), 'a currency without a price');
expectSame([[], ['The service has no prices in EUR.']], [Service::$posts, $notices], 'a currency without a price asks for nothing');

$id = sell([], ['status' => 'failed']);
expectSame('pending', statusOf($id), 'a failed order waits again');
gateway()->process_payment($id);
expectSame([], Service::$posts, 'the same price continues on the same checkout');
change($id, ['total' => '20.00']);
gateway()->process_payment($id);
expectSame(['/v1/checkouts/chk_1/cancel', '/v1/checkouts'], postedPaths(), 'another price gets another checkout');
expectSame("wc_order_k$id:20.00:chk_1", Service::$posts[1][1], 'another checkout has another key');
expectSame('chk_2', checkoutOf($id), 'the order follows its checkout');

$id = sell(PART);
change($id, ['total' => '20.00']);
expectSame(['result' => 'failure'], gateway()->process_payment($id), 'another price after a part is refused');
expectSame([], Service::$posts, 'a refused customer changes nothing');
expectIn(['6.25 USDC already arrived'], implode($notices), 'the customer learns of the part');
expectIn(['6.25 USDC are at checkout chk_1'], notesOf($id), 'the merchant learns of the part');

$id = sell(FULL);
expectSame("https://shop.example.com/order-received/$id", gateway()->process_payment($id)['redirect'], 'a customer who has paid returns');
expectSame(['processing', ['0xpaid']], [statusOf($id), transactionsOf($id)], 'a customer who returns before the webhook has paid');

$id = sell(['status' => 'EXPIRED', 'replacedBy' => 'chk_2']);
Service::$checkouts['chk_2'] = checkout(['id' => 'chk_2', 'metadata' => ['orderKey' => "wc_order_k$id"], 'referenceId' => "woocommerce-$id", 'fiatAmount' => '12.50', 'fiatCurrency' => 'USD']);
expectSame('https://pay.example.com/c/chk_2', gateway()->process_payment($id)['redirect'], 'the customer goes on where they continued');

foreach ([['lost', 'not available now'], [503, 'not available now'], [429, 'not available now'], [400, 'choose another way']] as [$how, $notice]) {
    $id = place();
    Service::$fails = ['/v1/checkouts' => $how];
    expectSame(['result' => 'failure'], gateway()->process_payment($id), "$how at the payment page");
    expectIn([$notice], implode($notices), "the customer after $how");
    expectIn(['could not be opened'], notesOf($id), "the merchant after $how");
}

// Who may send a webhook.
foreach ([['another secret', 'whsec_b3RoZXI=', 0], ['no secret', '', 0], ['ten minutes ago', SECRET, 600], ['ten minutes ahead', SECRET, -600]] as [$name, $secret, $age]) {
    $id = sell(FULL);
    expectSame(401, receive('checkout.paid', $id, [], $secret, $age), "a webhook with $name");
    expectSame(['pending', []], [statusOf($id), Service::$reads], "a webhook with $name does nothing");
}
$id = sell(FULL);
expectSame(204, receive('checkout.paid', $id, ['referenceId' => "shop-$id"]), 'an event of another system');
expectSame(['pending', []], [statusOf($id), Service::$reads], 'an event of another system does nothing');
Service::$fails = ['/v1/checkouts/chk_1' => 'lost'];
expectSame([503, 'pending'], [receive('checkout.paid', $id), statusOf($id)], 'an event that could not be looked up is sent again');

// Whose checkout pays an order. Each is paid in full, and the event says so.
$foreign = [
    'of a browser\'s key, at the right price' => [['createdVia' => 'api_key'], []],
    'at a lower price' => [['fiatAmount' => '1.00'], []],
    'in another currency' => [['fiatCurrency' => 'JPY'], []],
    'without a price' => [['fiatAmount' => null, 'fiatCurrency' => null], []],
    'with another order\'s key' => [['metadata' => ['orderKey' => 'wc_order_k0']], []],
    'without a key' => [['metadata' => []], []],
    'of another order' => [['referenceId' => 'woocommerce-1'], []],
];
foreach ($foreign as $name => [$changes]) {
    $id = sell();
    Service::$checkouts['chk_9'] = $changes + FULL + ['id' => 'chk_9'] + Service::$checkouts['chk_1'];
    expectSame(204, receive('checkout.paid', $id, ['checkoutId' => 'chk_9']), "a payment $name");
    expectSame(['pending', 'chk_1', []], [statusOf($id), checkoutOf($id), transactionsOf($id)], "a payment $name pays nothing");
    expectIn(['chk_9, which does not pay this order'], notesOf($id), "a payment $name is told");
    receive('checkout.detected', $id, ['checkoutId' => 'chk_9']);
    expectSame('pending', statusOf($id), "a payment $name holds nothing");
}

// Which status follows which event.
$detected = ['status' => 'DETECTED', 'totalPaid' => '12500000'];
$late = ['status' => 'LATE_PAID', 'totalPaid' => '12500000'];
foreach (
    [
        ['checkout.detected', $detected, [], 'on-hold', 'not final yet: do not ship'],
        ['checkout.partially_paid', PART, [], 'pending', 'A part of the price has arrived at checkout chk_1: 6.25 USDC'],
        ['checkout.paid', FULL, [], 'processing', ''],
        ['checkout.paid', FULL, ['status' => 'on-hold'], 'processing', ''],
        ['checkout.paid', FULL, ['status' => 'cancelled'], 'on-hold', 'This order was cancelled, and its payment of 12.50 USDC is final'],
        // Paid after all by someone who knows only the event.
        ['checkout.paid', $detected, [], 'on-hold', 'not final yet'],
        ['checkout.late_paid', $late, [], 'on-hold', '12.50 USDC came to checkout chk_1 too late'],
        ['checkout.late_paid', ['isPaid' => true] + $late, [], 'processing', ''],
        ['checkout.reverted', [], ['status' => 'processing'], 'on-hold', 'has taken the payment back'],
        ['checkout.expired', ['status' => 'EXPIRED'], [], 'pending', 'Checkout chk_1 expired.'],
        ['checkout.expired', ['status' => 'EXPIRED'] + PART, [], 'pending', 'expired with a part of the price: 6.25 USDC'],
        ['checkout.cancelled', ['status' => 'CANCELLED'], [], 'pending', 'cancelled in the dashboard'],
        ['checkout.refunded', ['status' => 'REFUNDED'], ['status' => 'processing'], 'on-hold', 'Everything was refunded'],
        ['checkout.settled', FULL, [], 'pending', ''],
    ] as [$event, $checkout, $order, $status, $note]
) {
    $id = sell();
    change($id, $order);
    $checkout = Service::$checkouts['chk_1'] = $checkout + Service::$checkouts['chk_1'];
    receive($event, $id);
    $name = "$event at {$checkout['status']} for an order that is " . ($order['status'] ?? 'pending');
    expectSame($status, statusOf($id), $name);
    expectIn([$note], notesOf($id), $name);
}

$id = sell(FULL);
receive('checkout.paid', $id);
receive('checkout.paid', $id);
receive('checkout.detected', $id);
expectSame(['processing', ['0xpaid']], [statusOf($id), transactionsOf($id)], 'events that come again pay once');
expectSame(Plugin\GATEWAY, json_decode(file_get_contents(WC_Order::fileOf($id)), true)['payment_method'] ?? null, 'the order is paid with what can refund it');

// A payment on its way to a cancelled order: a person decides, not the next event.
$id = sell($detected);
change($id, ['status' => 'cancelled']);
receive('checkout.detected', $id);
expectSame('on-hold', statusOf($id), 'a payment is seen for a cancelled order');
Service::$checkouts['chk_1'] = FULL + Service::$checkouts['chk_1'];
receive('checkout.paid', $id);
expectSame(['on-hold', []], [statusOf($id), transactionsOf($id)], 'a cancelled order is not shipped by itself');

// Money whose order is gone is told once, if it is the shop's own.
foreach ([['server_key', true, null], ['api_key', false, null], ['server_key', true, 'trash']] as [$via, $isTold, $status]) {
    $id = sell(['createdVia' => $via] + FULL);
    $status === null ? unlink(WC_Order::fileOf($id)) : change($id, ['status' => $status]);
    expectSame(204, receive('checkout.paid', $id), "money of $via without its order");
    expectSame($isTold, str_contains((string) @file_get_contents(getenv('SHOP_FOLDER') . '/log'), "(woocommerce-$id), whose order was deleted"), "money of $via without its order is logged");
}

// One event of an order at a time.
$id = sell(FULL);
$locks = $wpdb;
$wpdb = new class () {
    public string $prefix = 'wp_';
    public string $answer = '0';
    public array $asked = [];

    public function prepare(string $query, string $value): string
    {
        return str_replace('%s', $value, $query);
    }

    public function get_var(string $query): string
    {
        $this->query($query);
        return $this->answer;
    }

    public function query(string $query): void
    {
        $this->asked[] = $query;
    }
};
expectSame([503, 'pending'], [receive('checkout.paid', $id), statusOf($id)], 'an event while another is at work is sent again');
$wpdb->answer = '1';
receive('checkout.paid', $id);
$lock = "stablecoin_checkout_wp_$id";
expectSame(["SELECT GET_LOCK($lock, 10)", "SELECT RELEASE_LOCK($lock)"], array_slice($wpdb->asked, 1), 'an event leaves the next one its turn');
$wpdb = $locks;

// An order is cancelled.
foreach (
    [
        ['without money', [], [], ['/v1/checkouts/chk_1/cancel'], ''],
        ['with a part of its price', PART, [], [], '6.25 USDC are at checkout chk_1'],
        ['whose checkout has ended', [], ['/cancel' => 409], ['/v1/checkouts/chk_1/cancel'], ''],
        ['whose key may not', [], ['/cancel' => 403], ['/v1/checkouts/chk_1/cancel'], 'chk_1 can still be paid'],
    ] as [$name, $checkout, $fails, $posts, $note]
) {
    $id = sell($checkout);
    Service::$fails = $fails;
    wc_get_order($id)->update_status('cancelled');
    expectSame($posts, postedPaths(), "an order $name is cancelled");
    expectIn([$note], notesOf($id), "the merchant learns of an order $name");
    expectSame($note !== '', count(WC_Order::notesOf($id)) > 1, "an order $name has a note if it needs one");
}
$id = sell(['status' => 'EXPIRED', 'replacedBy' => 'chk_2']);
Service::$checkouts['chk_2'] = checkout(['id' => 'chk_2']);
wc_get_order($id)->update_status('cancelled');
expectSame(['/v1/checkouts/chk_2/cancel'], postedPaths(), 'the checkout with which the customer continued is cancelled');
wc_get_order(place())->update_status('cancelled');
expectSame([], postedPaths(), 'an order that was never paid here has nothing to cancel');

$id = sell(PART);
foreach (['woocommerce_before_trash_order', 'wp_trash_post'] as $hook) {
    do_action($hook, $id, 'wc-pending');
}
expectSame(1, substr_count(notesOf($id), '6.25 USDC are at checkout chk_1'), 'an order is thrown away once, whoever tells of it');
foreach (['wp_trash_post', 'before_delete_post'] as $hook) {
    do_action($hook, $id = sell(), 'wc-pending');
    expectSame(['/v1/checkouts/chk_1/cancel'], postedPaths(), "an order in posts is thrown away: $hook");
}
do_action('wp_trash_post', 1, 'publish');
expectSame(1, count(Service::$posts), 'a page that is thrown away is no order');

// Refunds.

/** An order that was paid. */
function paid(): int
{
    $id = sell(FULL);
    receive('checkout.paid', $id);
    return $id;
}

/** @return list<int> WooCommerce's own refunds of an order */
function refundsOf(int $id): array
{
    return array_keys(WC_Order::refundsOf($id));
}

$id = paid();
expectSame(true, wc_create_refund($id, '5', 'Broken cup'), 'a refund');
[$first] = refundsOf($id);
expectSame([[
    '/v1/checkouts/chk_1/refunds',
    "wc_order_k$id:refund:$first",
    ['amount' => '5000000', 'reason' => 'Broken cup', 'refundType' => 'CUSTOMER_REQUEST'],
]], Service::$posts, 'a refund is a share of the payment, once for its record');
expectIn(['rfd_1 is requested', 'the customer has to name a wallet', 'https://pay.example.com/dashboard/refunds/rfd_1', 'https://pay.example.com/r/x'], notesOf($id), 'where the refund is');
wc_create_refund($id, '5', '');
expectSame(2, count(array_unique(array_column(Service::$posts, 1))), 'two refunds have two keys');
expectSame(['amount' => '5000000', 'refundType' => 'CUSTOMER_REQUEST'], Service::$posts[1][2], 'a refund without a reason');

// Its answer is lost: the shop drops its record, and the merchant repeats it.
$id = paid();
Service::$fails = ['/refunds' => 'lost'];
expectIn(['unknown whether the service took this refund'], wc_create_refund($id, '5', 'cup')->get_error_message(), 'a lost answer');
[$sent] = array_values(array_unique(Service::$posts, SORT_REGULAR));
expectSame([[$sent, $sent], []], [Service::$posts, refundsOf($id)], 'a lost answer is asked for again with the same key');
Service::$fails = Service::$posts = [];
expectIn(['Repeat it with its own amount first'], wc_create_refund($id, '6', '')->get_error_message(), 'another amount after a lost answer');
expectSame([], Service::$posts, 'another amount after a lost answer is not sent');
wc_create_refund($id, '5', 'another reason');
wc_create_refund($id, '5', 'another reason');
expectSame($sent, Service::$posts[0], 'the repeated refund is the lost one');
expectSame(true, Service::$posts[1][1] !== $sent[1], 'the refund after it is another one');

$id = paid();
Service::$fails = ['/refunds' => 422];
expectSame('REFUSED: No.', wc_create_refund($id, '5', '')->get_error_message(), 'the service refuses a refund');
Service::$fails = Service::$posts = [];
expectSame(true, wc_create_refund($id, '6', ''), 'a refused refund holds up no other');

$other = paid();
expectIn(['has no refund for this request'], gateway()->process_refund($other, '5')->get_error_message(), 'a refund that WooCommerce has for another order');
expectSame([], Service::$posts, 'a refund of another order is not sent');

// All of an order: it is refunded once the money is sent.
$mails = static fn (int $id) => apply_filters('woocommerce_email_enabled_customer_refunded_order', true, null, (object) ['refund' => wc_get_order($id)->get_refunds()[0]]);
$id = paid();
wc_create_refund($id, '12.50', '');
expectSame(['on-hold', false], [statusOf($id), $mails($id)], 'all of an order is requested');
Service::$refunds['rfd_1']['status'] = 'PROCESSING';
receive('refund.completed', $id, ['refund' => ['id' => 'rfd_1']]);
expectSame('on-hold', statusOf($id), 'the refund\'s own state counts, not the event');
Service::$refunds['rfd_1']['status'] = 'COMPLETED';
receive('refund.completed', $id, ['refund' => ['id' => 'rfd_1']]);
receive('refund.completed', $id, ['refund' => ['id' => 'rfd_1']]);
expectSame(['refunded', true], [statusOf($id), $mails($id)], 'all of an order is sent');
expectSame(1, substr_count(notesOf($id), 'of 12.50 USDC is sent and final'), 'a refund that is told twice is noted once');

$id = paid();
wc_create_refund($id, '5', '');
wc_create_refund($id, '7.50', '');
Service::$refunds['rfd_1']['status'] = 'COMPLETED';
receive('refund.completed', $id, ['refund' => ['id' => 'rfd_1']]);
expectSame('on-hold', statusOf($id), 'one of two refunds is sent');

foreach (['CANCELLED', 'FAILED'] as $status) {
    $id = paid();
    wc_create_refund($id, '5', '');
    Service::$refunds['rfd_1']['status'] = $status;
    receive('refund.' . strtolower($status), $id, ['refund' => ['id' => 'rfd_1']]);
    expectSame([], refundsOf($id), "$status: the shop has no record of money that was not sent");
    expectIn(['no money was sent. It was removed from this order'], notesOf($id), "$status is told");
}

$id = paid();
wc_create_refund($id, '5', '');
Service::$refunds['rfd_1'] = ['status' => 'CANCELLED', 'chainId' => 2] + Service::$refunds['rfd_1'];
receive('refund.cancelled', $id, ['refund' => ['id' => 'rfd_1']]);
expectIn(['Refund rfd_1 of 5000000 is'], notesOf($id), 'a refund on another network is not told in the decimals of the payment');

foreach ([['createdVia' => 'api_key'], ['metadata' => ['orderKey' => 'wc_order_k0']]] as $changes) {
    $id = paid();
    wc_create_refund($id, '5', '');
    Service::$refunds['rfd_1']['status'] = 'CANCELLED';
    Service::$checkouts['chk_9'] = $changes + ['id' => 'chk_9'] + Service::$checkouts['chk_1'];
    receive('refund.cancelled', $id, ['checkoutId' => 'chk_9', 'refund' => ['id' => 'rfd_1']]);
    expectSame(1, count(refundsOf($id)), 'a refund of a foreign checkout undoes nothing: ' . json_encode($changes));
}

// The service's currencies are asked for once a day, and kept while it does not answer.
$id = place();
expectSame(true, gateway()->is_available(), 'the method is offered');
expectSame([], Service::$reads, 'the currencies are kept');
$options[Plugin\CURRENCIES_OPTION]['until'] = time() - 1;
Service::$fails = ['/public/fiat-currencies' => 'lost'];
expectSame(true, gateway()->is_available(), 'the method is offered while the service does not answer');
expectSame(['https://pay.example.com/public/fiat-currencies'], Service::$reads, 'old currencies are asked for again');
$options['woocommerce_stablecoin_checkout_settings']['base_url'] = 'https://other.example.com';
expectSame(false, gateway()->is_available(), 'another service has its own currencies');

// The settings' page says what is wrong with the webhook.
$endpoint = ['id' => 'whe_1', 'url' => 'https://shop.example/hook', 'kinds' => Plugin\EVENTS, 'disabledAt' => null];
expectSame([], Plugin\webhookProblems([$endpoint], $endpoint['url']), 'an endpoint that is right');
foreach (
    [
        [['disabledAt' => '2026-01-01T00:00:00Z'], 'whe_1 is disabled'],
        [['kinds' => ['checkout.paid']], 'whe_1 lacks these events'],
        [['url' => 'https://other.example/hook'], 'No webhook endpoint sends to https://shop.example/hook'],
    ] as [$changes, $problem]
) {
    expectIn([$problem], implode("\n", Plugin\webhookProblems([$changes + $endpoint], $endpoint['url'])), $problem);
}
