<?php

declare(strict_types=1);

/** Performs every operation against a running service, and proves retries and webhooks. `npm run night -- languages` runs it. */

require __DIR__ . '/StablecoinCheckout.php';

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;
use StablecoinCheckout\ConnectionException;
use StablecoinCheckout\SignatureException;

use function StablecoinCheckout\verifyWebhook;

[$service, $faulty, $key] = array_map('getenv', ['BASE_URL', 'FAULTY_URL', 'SERVER_KEY']);

function check(bool $holds, mixed $seen = null): void
{
    if (!$holds) {
        throw new LogicException('does not hold: ' . json_encode($seen));
    }
}

/** @param class-string<Throwable> $class */
function thrown(string $class, Closure $work): Throwable
{
    try {
        $work();
    } catch (Throwable $error) {
        check($error instanceof $class, "$error");
        return $error;
    }
    throw new LogicException("no $class");
}

/** Notes which methods were called. */
final class Recorded
{
    public array $called = [];

    public function __construct(private Client $client)
    {
    }

    public function __call(string $name, array $arguments): mixed
    {
        $this->called[$name] = true;
        return $this->client->$name(...$arguments);
    }
}

$client = new Recorded(new Client("$service/", $key));
$waits = [];
$sleep = function (float $seconds) use (&$waits): void {
    $waits[] = $seconds;
};
$behind = static fn (string $fault) => new Client("$faulty/$fault", $key, sleep: $sleep);
$ids = static fn (iterable $entries) => array_column(is_array($entries) ? $entries : iterator_to_array($entries, false), 'id');
$reference = 'php-' . hrtime(true);
$price = ['fiatAmount' => '4.50', 'fiatCurrency' => 'USD', 'referenceId' => $reference];

// Checkouts, and a list over several pages.
$made = array_map(static fn () => $client->createCheckout($price)['id'], [1, 2, 3]);
check($client->getCheckout($made[0])['referenceId'] === $reference);
check($client->listCheckouts(['referenceId' => $reference, 'take' => 2])['pagination']['total'] === 3);
$found = $ids(Client::iterate(fn (array $query) => $client->listCheckouts($query), ['referenceId' => $reference, 'take' => 1]));
check($found === array_reverse($made), $found);
check($client->cancelCheckout($made[0])['status'] === 'CANCELLED');
check($client->redeemCheckout($made[1])['first'] === true && $client->redeemCheckout($made[1])['first'] === false);
check($client->acceptPayment(getenv('PARTLY_PAID_CHECKOUT'), [])['acceptedAmount'] === '1000000');

// One key runs a request once.
$first = $client->createCheckout($price, $reference);
check($client->createCheckout($price, $reference)['id'] === $first['id']);

// Errors.
$error = thrown(ApiException::class, fn () => $client->createCheckout(['fiatAmount' => '-1', 'fiatCurrency' => 'USD']));
check([$error->errorCode, $error->status, $error->param] === ['VALIDATION_ERROR', 400, 'fiatAmount'], "$error");
check($error->details[0]['param'] === 'fiatAmount' && strlen($error->requestId) === 36);
check(thrown(ApiException::class, fn () => $client->getCheckout('chk_no'))->errorCode === 'CHECKOUT_NOT_FOUND');
foreach (['', '..', 'a/b', 'a?b', "a\n"] as $wrong) {
    thrown(InvalidArgumentException::class, fn () => $client->getCheckout($wrong));
}

// Retries. The key of the first attempt is sent again: the lost checkout isn't created twice.
$count = fn () => $client->listCheckouts(['referenceId' => $reference])['pagination']['total'];
$before = $count();
check($behind('lost')->createCheckout($price)['referenceId'] === $reference);
check($count() === $before + 1);
check(count($waits) === 1 && $waits[0] >= 0.375 && $waits[0] <= 0.625, $waits);
check($behind('busy')->getCheckout($made[0])['id'] === $made[0]);
check($waits[1] === 0.0, $waits);
check(thrown(ApiException::class, fn () => $behind('late')->getCheckout($made[0]))->status === 429);
thrown(ConnectionException::class, fn () => $behind('page')->getCheckout($made[0]));
thrown(ConnectionException::class, fn () => $behind('away')->getCheckout($made[0]));
check(count($waits) === 2, $waits);
thrown(ConnectionException::class, fn () => (new Client('http://127.0.0.1:9', $key, sleep: $sleep))->getBalances());
check(count($waits) === 5, $waits);

// Refunds.
$paid = getenv('PAID_CHECKOUT');
$refunds = array_map(static fn () => $client->createRefund($paid, ['amount' => '1'])['id'], [1, 2]);
$listed = $ids(Client::iterate(fn (array $query) => $client->listRefunds($paid, $query), ['take' => 1]));
check(array_slice($listed, 0, 2) === array_reverse($refunds), $listed);
check($client->listProjectRefunds(['take' => 1])['data'][0]['id'] === $refunds[1]);
check($client->getRefund($refunds[0])['checkoutId'] === $paid);
check($client->cancelRefund($refunds[0])['status'] === 'CANCELLED');

// Payment links.
$link = $client->createPaymentLink(['itemName' => 'Coffee', 'amount' => '1000000'])['id'];
check($client->updatePaymentLink($link, ['itemName' => 'Tea'])['itemName'] === 'Tea');
check($client->getPaymentLink($link)['id'] === $link);
check($client->listPaymentLinks(['take' => 1])['data'][0]['id'] === $link);
check($client->endPaymentLink($link)['endedAt'] !== null);

// Money.
$settlement = $client->listSettlements(['take' => 1])['data'][0]['id'];
check($client->getSettlement($settlement)['id'] === $settlement);
check(count($client->getBalances()) > 0);
check(is_array($client->listStrays()['data']));
check($client->decideStray(json_decode(getenv('STRAY_DECISION'), true)) !== []);

// Webhooks: a delivery as the service sent it.
['id' => $hook, 'secret' => $secret] = $client->createWebhookEndpoint(['url' => "$faulty/hook", 'kinds' => ['checkout.created']]);
check($client->getWebhookEndpoint($hook)['id'] === $hook);
check(in_array($hook, $ids(Client::iterate(fn (array $query) => $client->listWebhookEndpoints($query))), true));
check($client->updateWebhookEndpoint($hook, ['description' => 'Till'])['description'] === 'Till');
$delivery = $client->testWebhookEndpoint($hook)['deliveryId'];
check($client->getWebhookDelivery($delivery)['id'] === $delivery);
check($client->listWebhookDeliveries($hook)['data'][0]['id'] === $delivery);
$sent = [];
for ($tries = 0; $sent === [] && $tries < 300; $tries += 1) {
    usleep(100_000);
    $sent = json_decode(file_get_contents("$faulty/hook"), true);
}
['raw' => $raw, 'headers' => $headers] = $sent[0];
$server = [];
foreach ($headers as $name => $value) {
    $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
}
foreach ([$headers, $server, array_diff_key($headers, ['x-svc-signature' => true])] as $given) {
    check(verifyWebhook($raw, $given, $secret)['event'] === 'endpoint.test');
    check(verifyWebhook($raw, $given, ['whsec_b2xk', $secret])['event'] === 'endpoint.test');
    $wrong = [
        ["$raw ", $secret, time()],
        [$raw, 'whsec_b2xk', time()],
        [$raw, ['', 'whsec_'], time()],
        [$raw, $secret, time() + 310],
        [$raw, $secret, time() - 310],
    ];
    foreach ($wrong as [$body, $secrets, $now]) {
        thrown(SignatureException::class, fn () => verifyWebhook($body, $given, $secrets, now: $now));
    }
}
thrown(SignatureException::class, fn () => verifyWebhook($raw, [], $secret));

check($client->resendWebhookDelivery($delivery) !== []);
check($client->rotateWebhookSecret($hook, ['overlap' => true])['secret'] !== $secret);
check($client->disableWebhookEndpoint($hook)['id'] === $hook);
check($client->enableWebhookEndpoint($hook)['id'] === $hook);
$client->disableWebhookEndpoint($hook);

$event = $client->listEvents(['take' => 1])['data'][0]['id'];
check($client->getEvent($event)['id'] === $event);

$missing = array_diff(get_class_methods(Client::class), array_keys($client->called), ['__construct', 'iterate']);
check($missing === [], $missing);
echo "every operation was performed\n";
