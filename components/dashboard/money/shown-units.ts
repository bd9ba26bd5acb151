import { formatUnits } from "@/lib/platform/money.rules";

/** An amount to be read, not to be copied. @example shownUnits(1_234_500_000n, 6) // "1,234.50" */
export function shownUnits(units: bigint, decimals: number): string {
  return shownDecimal(formatUnits(units, decimals));
}

/** @example shownDecimal("1234.50") // "1,234.50" */
export function shownDecimal(text: string): string {
  // Not by number-style: shared with the dashboard's client code, it adds to the payment page's first load.
  const [whole = "", ...fraction] = text.split(".");
  return [BigInt(whole).toLocaleString("en"), ...fraction].join(".");
}
