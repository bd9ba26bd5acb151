import { formatUnits } from "@/lib/core/money";
import { numberStyle, writeDecimal } from "@/lib/core/number-style";

const english = numberStyle("en");

/** An amount to be read, not to be copied. @example shownUnits(1_234_500_000n, 6) // "1,234.50" */
export function shownUnits(units: bigint, decimals: number): string {
  return shownDecimal(formatUnits(units, decimals));
}

/** @example shownDecimal("1234.50") // "1,234.50" */
export function shownDecimal(text: string): string {
  return writeDecimal(text, english);
}
