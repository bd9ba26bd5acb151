import { findFiatCurrency } from "@/lib/core/fiat-currency";
import { formatUnits } from "@/lib/core/money";

/** Smallest units as decimal text ("4.50"); an empty text where there is no amount yet. */
export function tokenAmount(units: string | null, token: { decimals: number } | null): string {
  return units === null || token === null ? "" : formatUnits(BigInt(units), token.decimals);
}

/** The same with its thousands set apart, to be read and not to be copied ("1,234.50"). */
export function shownAmount(units: string | null, token: { decimals: number } | null): string {
  const [whole = "", fraction] = tokenAmount(units, token).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
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
