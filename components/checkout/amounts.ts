import { findFiatCurrency } from "@/lib/core/fiat-currency";
import { formatUnits } from "@/lib/core/money";

/** Smallest units as decimal text ("4.50"); an empty text where there is no amount yet. */
export function tokenAmount(units: string | null, token: { decimals: number } | null): string {
  return units === null || token === null ? "" : formatUnits(BigInt(units), token.decimals);
}

/** A fiat price as it is read ("$4.50"). Decimal text goes in whole: no float touches it. */
export function fiatPrice(fiatAmount: string, fiatCurrency: string): string {
  const digits = findFiatCurrency(fiatCurrency)?.decimalPlaces ?? 2;
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency: fiatCurrency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(fiatAmount as `${number}`);
}

/** "0x12345678…abcdef12" */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-8)}`;
}

/** "14:02", in UTC. */
export function clockTime(iso: string): string {
  return iso.slice(11, 16);
}
