// Not by Intl: it follows what people write (no decimals for HUF), and differs between browsers.
const unlikeTwo: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const places = new Map(
  Object.entries(unlikeTwo).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code) => [code, Number(decimals)] as const),
  ),
);

/** The decimals of a currency's amounts. @see ISO 4217 */
export function decimalPlacesOf(code: string): number {
  return places.get(code) ?? 2;
}

/** An amount with all decimals of its currency, and never without one that it has. @example withCurrencyDecimals("12.5", "USD") // "12.50" */
export function withCurrencyDecimals(amount: string, code: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const decimals = fraction.padEnd(decimalPlacesOf(code), "0");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
