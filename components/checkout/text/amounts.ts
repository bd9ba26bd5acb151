import { type Localised, writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";

/** Smallest units as decimal text ("4.50") for copying; empty without an amount yet. */
export function tokenAmount(units: string | null, token: { decimals: number } | null): string {
  return units === null || token === null ? "" : formatUnits(BigInt(units), token.decimals);
}

/** The same formatted in the page's language ("1,234.50", "1.234,50"), not for copying. */
export function displayAmount(
  units: string | null,
  token: { decimals: number } | null,
  { locale }: Localised,
): string {
  return writeDecimal(tokenAmount(units, token), locale.numbers);
}

/** "0x12345678…abcdef12" */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-8)}`;
}
