/** The largest ERC-20 amount, 2^256 − 1. */
export const maxTokenUnits = 2n ** 256n - 1n;

/** The settings refuse tokens with more. */
export const mostTokenDecimals = 36;

/** Decimals of amounts without a token: prices and limits of a project. */
export const amountPricedDecimals = 6;

/** Rates have at most this many decimals, so that amounts can be recomputed from the strings. */
const maxRateDecimals = 18;

const tokenUnitsPattern = /^(0|[1-9]\d{0,77})$/;
const fiatPattern = /^(0|[1-9]\d{0,11})(\.\d+)?$/;
const decimalPattern = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/** A token amount from its text, or null: a decimal integer of smallest units, at most 2^256 − 1. */
export function parseTokenUnits(text: string): bigint | null {
  if (!tokenUnitsPattern.test(text)) return null;
  const units = BigInt(text);
  return units <= maxTokenUnits ? units : null;
}

/** Whether `text` is a price in a currency of `decimalPlaces`: positive, and no finer than the currency. */
export function isFiatAmount(text: string, decimalPlaces: number): boolean {
  const match = fiatPattern.exec(text);
  if (match === null) return false;
  const decimals = match[2] === undefined ? 0 : match[2].length - 1;
  return decimals <= decimalPlaces && /[1-9]/.test(text);
}

/** An exact non-negative decimal: `digits` × 10^−`scale`. */
export type Decimal = { digits: bigint; scale: number };

/** Reads plain decimal text ("0.999812"); null for anything else, exponents and signs included. */
export function parseDecimal(text: string): Decimal | null {
  const match = decimalPattern.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? "";
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

/**
 * A rate in its stored form: at most 18 decimals, rounded down, no trailing zeros. Null when the text is not a positive
 * decimal, or rounds to zero.
 */
export function normalizeRate(text: string): string | null {
  const match = decimalPattern.exec(text);
  if (match === null) return null;
  const fraction = (match[2] ?? "").slice(0, maxRateDecimals).replace(/0+$/, "");
  const rate = fraction === "" ? `${match[1]}` : `${match[1]}.${fraction}`;
  return /[1-9]/.test(rate) ? rate : null;
}

/**
 * A fiat price in a token's smallest units, exact and rounded down: a customer never pays more than the price, and a
 * merchant loses less than one unit.
 *
 * @throws RangeError when it isn't a price and a positive rate
 * @example fiatToTokenUnits("10", "1400", 6) // 7142n
 */
export function fiatToTokenUnits(fiatAmount: string, rate: string, decimals: number): bigint {
  const price = parseDecimal(fiatAmount);
  const perToken = parseDecimal(rate);
  if (price === null || perToken === null || perToken.digits === 0n) {
    throw new RangeError(`not a price and a rate: ${fiatAmount} at ${rate}`);
  }
  const numerator = price.digits * 10n ** BigInt(perToken.scale + decimals);
  const denominator = perToken.digits * 10n ** BigInt(price.scale);
  return numerator / denominator;
}

/**
 * An amount of one token as as many of another one, in its smallest units, rounded up.
 *
 * @example sameValueUnits(4_500_000n, 6, 18) // 4500000000000000000n
 */
export function sameValueUnits(amountUnits: bigint, decimals: number, toDecimals: number): bigint {
  if (toDecimals >= decimals) return amountUnits * 10n ** BigInt(toDecimals - decimals);
  const divisor = 10n ** BigInt(decimals - toDecimals);
  return (amountUnits + divisor - 1n) / divisor;
}

/**
 * The smallest units of a token that lie between two amounts of whole tokens, both inclusive: rounded inwards, so that a
 * bound between two units includes neither.
 *
 * @example unitsBetween("4.5", "4.5", 6) // { least: 4500000n, most: 4500000n }
 */
export function unitsBetween(
  least: string | null,
  most: string | null,
  decimals: number,
): { least: bigint | null; most: bigint | null } {
  const lower = least === null ? null : parseDecimal(least);
  const upper = most === null ? null : parseDecimal(most);
  return {
    least: lower === null ? null : sameValueUnits(lower.digits, lower.scale, decimals),
    most: upper === null ? null : (upper.digits * 10n ** BigInt(decimals)) / 10n ** BigInt(upper.scale),
  };
}

/** A project's limit, which has no token, in a token's smallest units. */
export function limitIn(limitUnits: bigint, { decimals }: { decimals: number }): bigint {
  return sameValueUnits(limitUnits, amountPricedDecimals, decimals);
}

/**
 * Smallest units → decimal text with at least `minDecimals` places, trailing zeros beyond them dropped.
 *
 * @example formatUnits(4500000n, 6) // "4.50"
 */
export function formatUnits(units: bigint, decimals: number, minDecimals = 2): string {
  const text = units.toString().padStart(decimals + 1, "0");
  const whole = text.slice(0, text.length - decimals);
  const fraction = text
    .slice(text.length - decimals)
    .replace(/0+$/, "")
    .padEnd(Math.min(minDecimals, decimals), "0");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
