<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

use StablecoinCheckout\ApiException;
use StablecoinCheckout\Client;

defined('ABSPATH') || exit;

/** The events that the shop acts on. */
const EVENTS = [
    'checkout.detected', 'checkout.partially_paid', 'checkout.paid', 'checkout.late_paid', 'checkout.reverted',
    'checkout.expired', 'checkout.cancelled', 'checkout.refunded', 'refund.completed', 'refund.failed', 'refund.cancelled',
];

/** What the merchant has to change before customers can pay. @return list<string> */
function connectionProblems(Client $client, string $currency, string $webhookUrl): array
{
    delete_option(CURRENCIES_OPTION);
    $problems = [];
    if (currencies() === []) {
        return [__('The service does not answer. Check its address.', 'stablecoin-checkout')];
    }
    if (placesOf($currency) === null) {
        $problems[] = sprintf(
            __('The service has no prices in %1$s, so this method is not offered. It has %2$s.', 'stablecoin-checkout'),
            $currency,
            implode(', ', array_keys(currencies())),
        );
    }
    try {
        // The key's rights are tested before the id is looked up.
        $client->cancelRefund('rfd_00000000000000000000000000');
    } catch (\RuntimeException $error) {
        if (!$error instanceof ApiException || $error->errorCode !== 'REFUND_NOT_FOUND') {
            return [...$problems, sprintf(__('The server key: %s', 'stablecoin-checkout'), $error->getMessage())];
        }
    }
    return [...$problems, ...webhookProblems(Client::iterate($client->listWebhookEndpoints(...)), $webhookUrl)];
}

/** @param iterable<array> $endpoints @return list<string> */
function webhookProblems(iterable $endpoints, string $webhookUrl): array
{
    foreach ($endpoints as $endpoint) {
        if ($endpoint['url'] !== $webhookUrl) {
            continue;
        }
        $missing = array_diff(EVENTS, $endpoint['kinds']);
        return match (true) {
            $endpoint['disabledAt'] !== null => [sprintf(
                __('The webhook endpoint %s is disabled: enable it in the dashboard.', 'stablecoin-checkout'),
                $endpoint['id'],
            )],
            $missing !== [] => [sprintf(
                __('The webhook endpoint %1$s lacks these events: %2$s.', 'stablecoin-checkout'),
                $endpoint['id'],
                implode(', ', $missing),
            )],
            default => [],
        };
    }
    return [sprintf(
        __('No webhook endpoint sends to %s: create one in the dashboard, and enter its secret here.', 'stablecoin-checkout'),
        $webhookUrl,
    )];
}
