<?php

declare(strict_types=1);

namespace StablecoinCheckout\WooCommerce;

defined('ABSPATH') || exit;

// Amounts of tokens are longer than PHP's integers, and the plugin needs no extension for them.

/** The token units of a refund in the order's currency: the same share of the paid price, rounded down. */
function refundUnits(array $checkout, string $refund): string
{
    $price = (string) ($checkout['acceptedAmount'] ?? $checkout['amount']);
    $places = max(decimalsOf($refund), decimalsOf((string) $checkout['fiatAmount']));
    return divide(multiply($price, scaled($refund, $places)), scaled((string) $checkout['fiatAmount'], $places));
}

/** Below, equal to or above 0 as `$a` is to `$b`. */
function compareUnits(string $a, string $b): int
{
    return strlen($a) <=> strlen($b) ?: strcmp($a, $b);
}

/** @internal `$a` less `$b`, which is not above it */
function subtract(string $a, string $b): string
{
    $b = str_pad($b, strlen($a), '0', STR_PAD_LEFT);
    $result = '';
    $borrowed = 0;
    for ($at = strlen($a) - 1; $at >= 0; $at--) {
        $digit = (int) $a[$at] - (int) $b[$at] - $borrowed;
        $borrowed = $digit < 0 ? 1 : 0;
        $result = ($digit + 10 * $borrowed) . $result;
    }
    return ltrim($result, '0') ?: '0';
}

function decimalsOf(string $decimal): int
{
    return strlen(explode('.', $decimal)[1] ?? '');
}

function scaled(string $decimal, int $places): int
{
    [$whole, $fraction] = explode('.', $decimal) + [1 => ''];
    return (int) ($whole . str_pad($fraction, $places, '0'));
}

/** @internal a number of any length times one below 10^15 */
function multiply(string $digits, int $factor): string
{
    $result = '';
    $carry = 0;
    for ($at = strlen($digits) - 1; $at >= 0; $at--) {
        $carry += (int) $digits[$at] * $factor;
        $result = ($carry % 10) . $result;
        $carry = intdiv($carry, 10);
    }
    return ltrim(($carry === 0 ? '' : (string) $carry) . $result, '0') ?: '0';
}

/** @internal a number of any length over one below 10^15, rounded down */
function divide(string $digits, int $divisor): string
{
    $result = '';
    $rest = 0;
    foreach (str_split($digits) as $digit) {
        $rest = $rest * 10 + (int) $digit;
        $result .= intdiv($rest, $divisor);
        $rest %= $divisor;
    }
    return ltrim($result, '0') ?: '0';
}
