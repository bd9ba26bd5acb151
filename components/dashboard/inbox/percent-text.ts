/** @example percentText(40) // "0.4%" */
export function percentText(bps: number): string {
  return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 }).format(bps / 10_000);
}
