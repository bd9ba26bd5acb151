import { parseDecimal } from "@/lib/platform/money.rules";
import { shownUnits } from "../money/shown-units";

/** The token of a refund, as its forms name it. */
export type RefundToken = { symbol: string; decimals: number; networkName: string };

/** What somebody typed as smallest units; null for what is no amount above 0 that the token can have. */
export function readTokenAmount(typed: string, decimals: number): bigint | null {
  const amount = parseDecimal(typed.trim());
  if (amount === null || amount.scale > decimals) return null;
  const units = amount.digits * 10n ** BigInt(decimals - amount.scale);
  return units > 0n ? units : null;
}

/** @example shownTokenAmount(4500000n, { symbol: "USDC", decimals: 6 }) // "4.50 USDC" */
export function shownTokenAmount(
  units: bigint,
  { symbol, decimals }: Pick<RefundToken, "symbol" | "decimals">,
): string {
  return `${shownUnits(units, decimals)} ${symbol}`;
}
