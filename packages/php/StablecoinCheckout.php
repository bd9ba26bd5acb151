<?php

declare(strict_types=1);

/**
 * The Server API of Stablecoin Checkout for a merchant's backend, and the verification of its webhooks.
 *
 * One file for PHP 8.1 and newer with its curl extension: copy it into your own code. Bodies and answers are arrays with
 * the names of the API reference. Its licence is MIT.
 */

namespace StablecoinCheckout;

/** The service refused the request. */
final class ApiException extends \RuntimeException
{
    /**
     * @param string $errorCode such as CHECKOUT_NOT_FOUND; a newer service may have codes that are unknown here
     * @param int $status of HTTP
     * @param ?string $param the invalid field
     * @param list<array{param: string, message: string}> $details every invalid field of a VALIDATION_ERROR
     * @param ?string $requestId name it when you ask about the request
     */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly int $status,
        public readonly ?string $param,
        public readonly array $details,
        public readonly ?string $requestId,
    ) {
        parent::__construct("$errorCode: $message");
    }
}

/** No answer, or not in the service's form: it is unknown whether the request was carried out. */
final class ConnectionException extends \RuntimeException
{
}

/** Not sent by the service, changed on the way, or too old: answer 401. */
final class SignatureException extends \RuntimeException
{
}

/**
 * A client of the Server API. Every method retries with the same idempotency key when there is no answer, on 429 and
 * 5xx, and while an earlier attempt is still running. Methods that create or change take an idempotency key: the service
 * runs a request once for it; by default each call has its own.
 */
final class Client
{
    private \CurlHandle $curl;

    /** @var \Closure(float): void */
    private \Closure $sleep;

    /**
     * @param string $baseUrl of the service, such as https://pay.example.com
     * @param string $serverKey svc_server_…; it stays on your server
     * @param int $timeoutMs time limit of one attempt
     * @param float $maxWait the longest wait before a retry in seconds; a longer Retry-After throws the exception
     * @param ?\Closure(float): void $sleep for tests
     */
    public function __construct(
        private string $baseUrl,
        #[\SensitiveParameter] private string $serverKey,
        private int $maxRetries = 3,
        private int $timeoutMs = 15_000,
        private float $maxWait = 10.0,
        ?\Closure $sleep = null,
    ) {
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->curl = curl_init();
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1_000_000));
    }

    public function createCheckout(array $checkout, ?string $idempotencyKey = null): array
    {
        return $this->post('/v1/checkouts', $checkout, $idempotencyKey);
    }

    public function listCheckouts(array $query = []): array
    {
        return $this->list('/v1/checkouts', $query);
    }

    public function getCheckout(string $checkoutId): array
    {
        return $this->get(self::at('checkouts', $checkoutId));
    }

    public function cancelCheckout(string $checkoutId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('checkouts', $checkoutId, 'cancel'), null, $idempotencyKey);
    }

    public function redeemCheckout(string $checkoutId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('checkouts', $checkoutId, 'redeem'), null, $idempotencyKey);
    }

    public function acceptPayment(string $checkoutId, ?array $accept = null, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('checkouts', $checkoutId, 'accept'), $accept, $idempotencyKey);
    }

    public function createRefund(string $checkoutId, array $refund, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('checkouts', $checkoutId, 'refunds'), $refund, $idempotencyKey);
    }

    public function listRefunds(string $checkoutId, array $query = []): array
    {
        return $this->list(self::at('checkouts', $checkoutId, 'refunds'), $query);
    }

    public function listProjectRefunds(array $query = []): array
    {
        return $this->list('/v1/refunds', $query);
    }

    public function getRefund(string $refundId): array
    {
        return $this->get(self::at('refunds', $refundId));
    }

    public function cancelRefund(string $refundId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('refunds', $refundId, 'cancel'), null, $idempotencyKey);
    }

    public function createPaymentLink(array $link, ?string $idempotencyKey = null): array
    {
        return $this->post('/v1/payment-links', $link, $idempotencyKey);
    }

    public function listPaymentLinks(array $query = []): array
    {
        return $this->list('/v1/payment-links', $query);
    }

    public function getPaymentLink(string $paymentLinkId): array
    {
        return $this->get(self::at('payment-links', $paymentLinkId));
    }

    public function updatePaymentLink(string $paymentLinkId, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('payment-links', $paymentLinkId), $changes, $idempotencyKey);
    }

    public function endPaymentLink(string $paymentLinkId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('payment-links', $paymentLinkId, 'end'), null, $idempotencyKey);
    }

    public function listSettlements(array $query = []): array
    {
        return $this->list('/v1/settlements', $query);
    }

    public function getSettlement(string $settlementId): array
    {
        return $this->get(self::at('settlements', $settlementId));
    }

    public function getBalances(): array
    {
        return $this->get('/v1/balances');
    }

    public function listStrays(array $query = []): array
    {
        return $this->list('/v1/strays', $query);
    }

    public function decideStray(array $decision, ?string $idempotencyKey = null): array
    {
        return $this->post('/v1/strays/decide', $decision, $idempotencyKey);
    }

    public function listEvents(array $query = []): array
    {
        return $this->list('/v1/events', $query);
    }

    public function getEvent(string $eventId): array
    {
        return $this->get(self::at('events', $eventId));
    }

    public function createWebhookEndpoint(array $endpoint, ?string $idempotencyKey = null): array
    {
        return $this->post('/v1/webhook-endpoints', $endpoint, $idempotencyKey);
    }

    public function listWebhookEndpoints(array $query = []): array
    {
        return $this->list('/v1/webhook-endpoints', $query);
    }

    public function getWebhookEndpoint(string $endpointId): array
    {
        return $this->get(self::at('webhook-endpoints', $endpointId));
    }

    public function updateWebhookEndpoint(string $endpointId, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-endpoints', $endpointId), $changes, $idempotencyKey);
    }

    public function disableWebhookEndpoint(string $endpointId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-endpoints', $endpointId, 'disable'), null, $idempotencyKey);
    }

    public function enableWebhookEndpoint(string $endpointId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-endpoints', $endpointId, 'enable'), null, $idempotencyKey);
    }

    public function rotateWebhookSecret(string $endpointId, ?array $rotate = null, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-endpoints', $endpointId, 'rotate'), $rotate, $idempotencyKey);
    }

    public function testWebhookEndpoint(string $endpointId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-endpoints', $endpointId, 'test'), null, $idempotencyKey);
    }

    public function listWebhookDeliveries(string $endpointId, array $query = []): array
    {
        return $this->list(self::at('webhook-endpoints', $endpointId, 'deliveries'), $query);
    }

    public function getWebhookDelivery(string $deliveryId): array
    {
        return $this->get(self::at('webhook-deliveries', $deliveryId));
    }

    public function resendWebhookDelivery(string $deliveryId, ?string $idempotencyKey = null): array
    {
        return $this->post(self::at('webhook-deliveries', $deliveryId, 'resend'), null, $idempotencyKey);
    }

    /**
     * Every entry of a list, newest first, page by page:
     * `Client::iterate($client->listCheckouts(...), ['status' => 'PAID'])`. A list of one object's entries is bound to
     * it: `Client::iterate(fn (array $query) => $client->listRefunds($checkoutId, $query))`.
     *
     * @param callable(array): array $list
     * @return \Generator<int, array>
     */
    public static function iterate(callable $list, array $query = []): \Generator
    {
        for (;;) {
            ['data' => $data, 'pagination' => $pagination] = $list($query);
            foreach ($data as $entry) {
                yield $entry;
            }
            if (!array_key_exists('next', $pagination)) {
                // The refunds of one checkout are counted and have no cursor.
                $query['skip'] = $pagination['skip'] + count($data);
                if ($data === [] || $query['skip'] >= $pagination['total']) {
                    return;
                }
            } elseif ($pagination['next'] === null) {
                return;
            } else {
                unset($query['skip']);
                $query['after'] = $pagination['next'];
            }
        }
    }

    private function get(string $path): array
    {
        return $this->send('GET', $path)['data'];
    }

    private function list(string $path, array $query): array
    {
        $given = array_map(
            static fn (mixed $value) => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value) => $value !== null),
        );
        $search = http_build_query($given, '', '&', PHP_QUERY_RFC3986);
        $answer = $this->send('GET', $search === '' ? $path : "$path?$search");
        return ['data' => $answer['data'], 'pagination' => $answer['pagination']];
    }

    private function post(string $path, ?array $body, ?string $idempotencyKey): array
    {
        return $this->send('POST', $path, $body, $idempotencyKey ?? bin2hex(random_bytes(16)))['data'];
    }

    private function send(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
    {
        for ($retries = 0; ; $retries += 1) {
            [$answer, $error, $again, $retryAfter] = $this->attempt($method, $path, $body, $idempotencyKey);
            if ($error === null) {
                return $answer;
            }
            // Doubled each time, with jitter so that many clients do not return together.
            $wait = $retryAfter ?? 0.5 * 2 ** $retries * random_int(750, 1_250) / 1_000;
            if (!$again || $retries >= $this->maxRetries || $wait > $this->maxWait) {
                throw $error;
            }
            ($this->sleep)((float) $wait);
        }
    }

    /** @return array{?array, ?\RuntimeException, bool, ?int} the answer or an error, whether to try again, and when */
    private function attempt(string $method, string $path, ?array $body, ?string $idempotencyKey): array
    {
        $headers = ['accept: application/json', "x-api-key: $this->serverKey", 'expect:'];
        if ($idempotencyKey !== null) {
            $headers[] = "idempotency-key: $idempotencyKey";
        }
        $seconds = '';
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $this->baseUrl . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => $this->timeoutMs,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // Never send the key to the target of a redirect.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$seconds): int {
                if (preg_match('/^retry-after:\s*(\d{1,6})\s*$/i', $line, $found)) {
                    $seconds = $found[1];
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            $headers[] = 'content-type: application/json';
            // PHP has one type for both: an empty array is an empty object here.
            $json = json_encode($body === [] ? new \stdClass() : $body, JSON_THROW_ON_ERROR);
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $json);
        } elseif ($method === 'POST') {
            $headers[] = 'content-length: 0';
        }
        curl_setopt($this->curl, CURLOPT_HTTPHEADER, $headers);
        $text = curl_exec($this->curl);
        if ($text === false) {
            $reason = curl_error($this->curl);
            return [null, new ConnectionException("the checkout service does not answer: $reason"), true, null];
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        return self::read($status, $text, $seconds === '' ? null : (int) $seconds);
    }

    /** @return array{?array, ?\RuntimeException, bool, ?int} */
    private static function read(int $status, string $text, ?int $retryAfter): array
    {
        $body = json_decode($text, true);
        if ($status >= 200 && $status < 300 && ($body['ok'] ?? null) === true) {
            return [$body, null, false, null];
        }
        $again = $status === 429 || $status >= 500;
        $error = $body['error'] ?? null;
        if (!is_string($error['code'] ?? null)) {
            $message = "not an answer of the checkout service (HTTP $status)";
            return [null, new ConnectionException($message), $again, $retryAfter];
        }
        $exception = new ApiException(
            $error['code'],
            $error['message'] ?? '',
            $status,
            $error['param'] ?? null,
            $error['details'] ?? [],
            $error['requestId'] ?? null,
        );
        return [null, $exception, $again || $error['code'] === 'IDEMPOTENCY_KEY_IN_USE', $retryAfter];
    }

    private static function at(string $resource, string $id, ?string $action = null): string
    {
        // An id is checked before it becomes part of a path, where ".." or "?" would have another meaning.
        if (!preg_match('/^\w+$/D', $id)) {
            throw new \InvalidArgumentException("this is not an id of $resource");
        }
        return "/v1/$resource/$id" . ($action === null ? '' : "/$action");
    }
}

/**
 * The event of a delivery, once its signature proves that the service sent exactly these bytes just now.
 *
 * Reads `x-svc-signature`, and `webhook-signature` of Standard Webhooks where a proxy passes on that one alone. The same
 * event may arrive more than once: act on each `id` once, and ship only if `createdVia`, `referenceId` and the price match
 * what you sold. Answer 2xx to `endpoint.test` and to unknown kinds, and do nothing.
 *
 * @param string $rawBody `file_get_contents('php://input')`: serialised again it may differ
 * @param array<string, mixed> $headers `getallheaders()` or `$_SERVER`
 * @param string|list<string> $secrets the endpoint's secret; during a rotation the old one beside the new one
 * @param ?int $now Unix seconds; for tests
 * @throws SignatureException
 */
function verifyWebhook(
    string $rawBody,
    array $headers,
    #[\SensitiveParameter] string|array $secrets,
    int $toleranceSeconds = 300,
    ?int $now = null,
): array {
    $given = [];
    foreach ($headers as $name => $value) {
        $given[preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-'))] = $value;
    }
    $signed = svcSignature($given) ?? standardSignature($given);
    if ($signed === null) {
        throw new SignatureException('x-svc-signature is missing or malformed');
    }
    [$sentAt, $prefix, $signatures, $keyOf] = $signed;
    if (abs(($now ?? time()) - (int) $sentAt) > $toleranceSeconds) {
        throw new SignatureException("the signature is too old, or this machine's clock is wrong");
    }
    foreach ((array) $secrets as $secret) {
        $key = $keyOf($secret);
        // Anyone could sign with an empty secret.
        if ($key === '') {
            continue;
        }
        $expected = hash_hmac('sha256', $prefix . $rawBody, $key, true);
        // The service sends two signatures at most, and each costs a comparison.
        foreach (array_slice($signatures, 0, 10) as $signature) {
            // Takes the same time for every wrong signature.
            if (hash_equals($expected, $signature)) {
                return json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
            }
        }
    }
    throw new SignatureException('the signature does not match the body');
}

/** @internal @return ?array{string, string, list<string>, \Closure} time, text before the body, signatures, key of a secret */
function svcSignature(array $headers): ?array
{
    $header = $headers['x-svc-signature'] ?? '';
    if (!is_string($header) || !preg_match('/^t=(\d{1,12})(?=,)/', $header, $found)) {
        return null;
    }
    preg_match_all('/,\s*v1=([0-9a-f]{64})(?=,|$)/D', $header, $all);
    return [$found[1], "$found[1].", array_map('hex2bin', $all[1]), static fn (string $secret) => $secret];
}

/** @internal @return ?array{string, string, list<string>, \Closure} */
function standardSignature(array $headers): ?array
{
    $id = $headers['webhook-id'] ?? '';
    $sentAt = $headers['webhook-timestamp'] ?? '';
    $header = $headers['webhook-signature'] ?? '';
    if (!is_string($id) || $id === '' || !is_string($header) || !preg_match('/^\d{1,12}$/D', (string) $sentAt)) {
        return null;
    }
    preg_match_all('/(?<![^ ])v1,([A-Za-z0-9+\/]{43}=)(?![^ ])/', $header, $all);
    $keyOf = static fn (string $secret) => (string) base64_decode(substr($secret, strlen('whsec_')), true);
    return [(string) $sentAt, "$id.$sentAt.", array_map('base64_decode', $all[1]), $keyOf];
}
