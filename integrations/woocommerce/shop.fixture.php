<?php

declare(strict_types=1);

/**
 * A shop for one process: the functions of WordPress that the plugin calls, the classes of WooCommerce, the plugin in the
 * folder of the first argument, as build.mjs builds it, and a service that answers its client on the wire. It needs no
 * extension of PHP.
 */

namespace {
    define('ABSPATH', '/');
    define('MINUTE_IN_SECONDS', 60);
    define('DAY_IN_SECONDS', 86_400);
    if (!extension_loaded('curl')) {
        final class CurlHandle
        {
        }
        foreach (['CURLOPT_URL', 'CURLOPT_CUSTOMREQUEST', 'CURLOPT_RETURNTRANSFER', 'CURLOPT_TIMEOUT_MS', 'CURLOPT_PROTOCOLS', 'CURLPROTO_HTTP', 'CURLPROTO_HTTPS', 'CURLOPT_FOLLOWLOCATION', 'CURLOPT_HEADERFUNCTION', 'CURLOPT_POSTFIELDS', 'CURLOPT_HTTPHEADER', 'CURLINFO_RESPONSE_CODE'] as $at => $name) {
            define($name, $at);
        }
    }

    /** The service: what it has, what it was asked for, and how it answers. */
    final class Service
    {
        /** @var array<string, array> by id */
        public static array $checkouts = [];
        /** @var array<string, array> by id */
        public static array $refunds = [];
        /** @var list<array{string, ?string, ?array}> path, idempotency key and body of each POST */
        public static array $posts = [];
        /** @var list<string> the paths of each GET */
        public static array $reads = [];
        /** @var array<string, int|string> an HTTP status, or `lost`, by the end of a path */
        public static array $fails = [];

        /** @return array{int, mixed}|string status and data, or why there is no answer */
        public static function answer(string $method, string $path, ?string $key, ?array $body): array|string
        {
            if ($method === 'POST') {
                self::$posts[] = [$path, $key, $body];
            } else {
                self::$reads[] = $path;
            }
            foreach (self::$fails as $end => $how) {
                if (str_ends_with($path, $end)) {
                    return $how === 'lost' ? 'timed out' : [$how, ['code' => 'REFUSED', 'message' => 'No.']];
                }
            }
            [, , $kind, $id, $act] = explode('/', $path) + ['', '', '', '', ''];
            if ($act === 'refunds') {
                $made = ['id' => 'rfd_' . (count(self::$refunds) + 1), 'status' => 'AWAITING_ADDRESS', 'claimUrl' => 'https://pay.example.com/r/x'];
                return [201, self::$refunds[$made['id']] = $made + $body + ['chainId' => 1, 'tokenAddress' => '0xusdc']];
            }
            if ($id === '' && $kind === 'checkouts') {
                $id = 'chk_' . (count(self::$checkouts) + 1);
                return [201, self::$checkouts[$id] = checkout(['id' => $id] + $body)];
            }
            $found = ($kind === 'refunds' ? self::$refunds : self::$checkouts)[$id] ?? null;
            return $found === null ? [404, ['code' => 'NOT_FOUND', 'message' => 'No.']] : [200, $found];
        }
    }

    /** A checkout of the service, as its own key created it. */
    function checkout(array $changes): array
    {
        return $changes + [
            'id' => 'chk_1', 'status' => 'PENDING', 'isPaid' => false, 'createdVia' => 'server_key', 'referenceId' => null, 'metadata' => [],
            'fiatAmount' => null, 'fiatCurrency' => null, 'totalPaid' => '0', 'refundedAmount' => '0', 'amount' => '12500000',
            'acceptedAmount' => null, 'replacedBy' => null, 'paymentTxHash' => '0xpaid', 'chainId' => 1, 'tokenAddress' => '0xusdc',
            'token' => ['symbol' => 'USDC', 'decimals' => 6], 'checkoutUrl' => 'https://pay.example.com/c/' . ($changes['id'] ?? 'chk_1'),
        ];
    }

    // WordPress.

    /** @var array<string, list<callable>> */
    $hooks = [];
    /** @var array<string, mixed> */
    $options = ['woocommerce_stablecoin_checkout_settings' => [
        'enabled' => 'yes', 'base_url' => 'https://pay.example.com/', 'server_key' => 'svc_server_x', 'webhook_secret' => 'whsec_c2VjcmV0',
    ]];

    function add_filter(string $hook, callable|string $run): void
    {
        $GLOBALS['hooks'][$hook][] = $run;
    }

    function add_action(string $hook, callable|string $run): void
    {
        add_filter($hook, $run);
    }

    function apply_filters(string $hook, mixed $value, mixed ...$more): mixed
    {
        foreach ($GLOBALS['hooks'][$hook] ?? [] as $run) {
            $value = $run($value, ...$more);
        }
        return $value;
    }

    function do_action(string $hook, mixed ...$values): void
    {
        foreach ($GLOBALS['hooks'][$hook] ?? [] as $run) {
            $run(...$values);
        }
    }

    function __(string $text): string
    {
        return $text;
    }

    function get_option(string $name, mixed $default = false): mixed
    {
        return $GLOBALS['options'][$name] ?? $default;
    }

    function update_option(string $name, mixed $value): void
    {
        $GLOBALS['options'][$name] = $value;
    }

    function rest_url(string $path): string
    {
        return "https://shop.example.com/wp-json/$path";
    }

    /** The service's currencies, while it answers. */
    function wp_remote_get(string $url): ?string
    {
        Service::$reads[] = $url;
        $currencies = [['code' => 'USD', 'decimalPlaces' => 2], ['code' => 'JPY', 'decimalPlaces' => 0], ['code' => 'KWD', 'decimalPlaces' => 3]];
        return isset(Service::$fails['/public/fiat-currencies']) ? null : json_encode(['ok' => true, 'data' => $currencies]);
    }

    function wp_remote_retrieve_body(?string $answer): string
    {
        return (string) $answer;
    }

    final class WP_Error
    {
        public function __construct(public string $code, private string $message)
        {
        }

        public function get_error_message(): string
        {
            return $this->message;
        }
    }

    final class WP_REST_Request
    {
        public function __construct(private array $headers, private string $body)
        {
        }

        /** @return array<string, list<string>> */
        public function get_headers(): array
        {
            return array_map(static fn (string $value) => [$value], $this->headers);
        }

        public function get_body(): string
        {
            return $this->body;
        }
    }

    final class WP_REST_Response
    {
        public function __construct(public mixed $data, public int $status)
        {
        }
    }
}

namespace StablecoinCheckout {
    // The client's own namespace comes first: it asks these instead of curl, and waits for nothing.

    /** @return array{options: array, status: int, error: string} */
    function &wire(): array
    {
        static $wire = ['options' => [], 'status' => 0, 'error' => ''];
        return $wire;
    }

    function curl_init(): \CurlHandle
    {
        return extension_loaded('curl') ? \curl_init() : new \CurlHandle();
    }

    function curl_reset(\CurlHandle $curl): void
    {
        wire()['options'] = [];
    }

    function curl_setopt(\CurlHandle $curl, int $option, mixed $value): void
    {
        wire()['options'][$option] = $value;
    }

    function curl_setopt_array(\CurlHandle $curl, array $options): void
    {
        wire()['options'] += $options;
    }

    function curl_exec(\CurlHandle $curl): string|false
    {
        $wire = &wire();
        ['options' => $given] = $wire;
        $key = null;
        foreach ($given[CURLOPT_HTTPHEADER] as $header) {
            $key = str_starts_with($header, 'idempotency-key: ') ? substr($header, strlen('idempotency-key: ')) : $key;
        }
        $answer = \Service::answer(
            $given[CURLOPT_CUSTOMREQUEST],
            (string) preg_replace('#^https://pay\.example\.com(?=/v1/)#', '', $given[CURLOPT_URL]),
            $key,
            isset($given[CURLOPT_POSTFIELDS]) ? json_decode($given[CURLOPT_POSTFIELDS], true) : null,
        );
        if (is_string($answer)) {
            $wire['error'] = $answer;
            return false;
        }
        [$wire['status'], $content] = $answer;
        $isOk = $answer[0] < 300;
        return json_encode(['ok' => $isOk, $isOk ? 'data' : 'error' => $content], JSON_THROW_ON_ERROR);
    }

    function curl_error(\CurlHandle $curl): string
    {
        return wire()['error'];
    }

    function curl_getinfo(\CurlHandle $curl, int $option): int
    {
        return wire()['status'];
    }

    function usleep(int $microseconds): void
    {
    }
}

namespace {
    $folder = sys_get_temp_dir() . '/woocommerce-' . getmypid();
    mkdir($folder);
    putenv("SHOP_FOLDER=$folder");
    ini_set('error_log', "$folder/log");
    register_shutdown_function(static function () use ($folder): void {
        array_map('unlink', glob("$folder/*"));
        rmdir($folder);
    });
    require __DIR__ . '/woocommerce.fixture.php';
    require $argv[1] . '/stablecoin-checkout.php';
    do_action('plugins_loaded');
}
