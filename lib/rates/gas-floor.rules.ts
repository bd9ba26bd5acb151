import { currencyOf } from "@/lib/chain/chains.rules";
import { findFiatCurrency } from "./fiat-currency.rules";

type Measured = { decimals: number; currency?: string | undefined };

const microdollars = 1_000_000;
const leastUsd = 0.01;
const smallUsd = 1;

/**
 * The least amount, in the token's smallest units, for which the service pays a cost of gas: a multiple of that cost,
 * and at least a cent.
 *
 * @param costUsd null where gas is free or has no price
 * @example gasFloorUnits(0.02, 5, { decimals: 6 }) // 100_000n
 */
export function gasFloorUnits(costUsd: number | null, multiple: number, token: Measured): bigint {
  return unitsOf(Math.max(leastUsd, (costUsd ?? 0) * multiple), token);
}

/** Payments of less count against their wallet's and network's limits, even if they succeed. */
export function smallPaymentUnits(token: Measured): bigint {
  return unitsOf(smallUsd, token);
}

/** Rounded up. One token is worth one of its currency. */
function unitsOf(usd: number, token: Measured): bigint {
  const perDollar = Number(findFiatCurrency(currencyOf(token))?.roughPerDollar ?? 1);
  const micro = BigInt(Math.round(usd * perDollar * microdollars));
  const divisor = BigInt(microdollars);
  return (micro * 10n ** BigInt(token.decimals) + divisor - 1n) / divisor;
}

/** What wei cost in US dollars. */
export function usdOf(wei: bigint, coinUsd: number, coinDecimals: number): number {
  return (Number(wei) / 10 ** coinDecimals) * coinUsd;
}
