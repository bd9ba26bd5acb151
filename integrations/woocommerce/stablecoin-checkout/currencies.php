<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

defined('ABSPATH') || exit;

const CURRENCIES_OPTION = 'stablecoin_checkout_currencies';

/** The decimals of a currency; null for one in which the service has no prices. */
function placesOf(string $currency): ?int
{
    return currencies()[$currency] ?? null;
}

/**
 * The service's currencies and their decimals. Customers wait for a checkout page, so the list is kept for a day, and an
 * old one is used while the service does not answer.
 *
 * @return array<string, int>
 */
function currencies(): array
{
    $kept = get_option(CURRENCIES_OPTION, []);
    $baseUrl = (new Gateway())->get_option('base_url');
    if (($kept['from'] ?? '') !== $baseUrl || ($kept['until'] ?? 0) < time()) {
        $read = readCurrencies($baseUrl);
        $own = ($kept['from'] ?? '') === $baseUrl ? $kept['places'] : [];
        $kept = [
            'from' => $baseUrl,
            'places' => $read ?? $own,
            'until' => time() + ($read === null ? MINUTE_IN_SECONDS : DAY_IN_SECONDS),
        ];
        update_option(CURRENCIES_OPTION, $kept);
    }
    return $kept['places'];
}

/** @return ?array<string, int> null without an answer */
function readCurrencies(string $baseUrl): ?array
{
    $answer = wp_remote_get(rtrim($baseUrl, '/') . '/public/fiat-currencies', ['timeout' => 5, 'redirection' => 0]);
    $body = json_decode((string) wp_remote_retrieve_body($answer), true);
    if (!is_array($body) || ($body['ok'] ?? false) !== true) {
        return null;
    }
    return array_column($body['data'], 'decimalPlaces', 'code');
}
