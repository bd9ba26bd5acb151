import { fiatToTokenUnits } from "@/lib/platform/values/money.rules";

const wholeBps = 10_000n;

/** Rounded away from zero, so that a bound is never met by rounding. */
export function bpsOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0;
  const size = part < 0n ? -part : part;
  const bps = Number((size * wholeBps + whole - 1n) / whole);
  return part < 0n ? -bps : bps;
}

/**
 * By how much a price in tokens rose since it was fixed, so that the merchant loses; null when it cannot be known. A
 * price in tokens doesn't move.
 *
 * @param rate the token's current rate in the price's currency
 */
export function movedBps(
  { fiatAmount, amountUnits }: { fiatAmount: string | null; amountUnits: bigint | null },
  token: { decimals: number } | null,
  rate: string | null,
): number | null {
  if (amountUnits === null) return null;
  if (fiatAmount === null) return 0;
  if (token === null || rate === null) return null;
  return bpsOf(fiatToTokenUnits(fiatAmount, rate, token.decimals) - amountUnits, amountUnits);
}
