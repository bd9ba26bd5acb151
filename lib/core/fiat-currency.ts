/** A currency in which checkouts can be priced (spec §2.2). */
export type FiatCurrency = {
  code: string;
  symbol: string;
  name: string;
  decimalPlaces: number;
  /** The rate provider's name for it (CoinGecko's `vs_currency`). */
  rateSourceId: string;
  /** About what a dollar costs in it. No price is made of it: it tells a rate from nonsense (`rate-consensus.ts`). */
  roughPerDollar: string;
};

/** Adding a currency is adding a row. */
export const fiatCurrencies: readonly FiatCurrency[] = [
  { code: "USD", symbol: "$", name: "US Dollar", decimalPlaces: 2, rateSourceId: "usd", roughPerDollar: "1" },
  {
    code: "KRW",
    symbol: "₩",
    name: "South Korean Won",
    decimalPlaces: 0,
    rateSourceId: "krw",
    roughPerDollar: "1400",
  },
  { code: "EUR", symbol: "€", name: "Euro", decimalPlaces: 2, rateSourceId: "eur", roughPerDollar: "0.9" },
];

export function findFiatCurrency(code: string): FiatCurrency | undefined {
  return fiatCurrencies.find((currency) => currency.code === code);
}

/** Tokens for which a fiat price can be converted (spec §4.4). */
export const fiatTokenSymbols = ["USDC", "USDT"] as const;
export type FiatTokenSymbol = (typeof fiatTokenSymbols)[number];

export function isFiatTokenSymbol(symbol: string): symbol is FiatTokenSymbol {
  return (fiatTokenSymbols as readonly string[]).includes(symbol);
}
