/** Tokens for which a fiat price can be converted (spec §4.4). */
export const fiatTokenSymbols = ["USDC", "USDT"] as const;
export type FiatTokenSymbol = (typeof fiatTokenSymbols)[number];

/** Coins of chains whose price in dollars providers return: it tells what gas costs. */
export const coinSymbols = ["ETH", "POL", "BNB", "AVAX", "CELO", "xDAI"] as const;
export type CoinSymbol = (typeof coinSymbols)[number];

/** Everything that providers price. */
export type RatedSymbol = FiatTokenSymbol | CoinSymbol;

/** A currency in which checkouts can be priced (spec §2.2). */
export type FiatCurrency = {
  code: string;
  /** Unique among all currencies: "CN¥" beside "¥". */
  symbol: string;
  name: string;
  decimalPlaces: number;
  /** The rate provider's name for it (CoinGecko's `vs_currency`). */
  rateSourceId: string;
  /** Approximate price of a dollar in it: rejects absurd rates (`rate-consensus.ts`) and serves the demo. */
  roughPerDollar: string;
  /** Tokens that Kraken trades against it; a request that names any other pair is refused and sent in parts. */
  krakenTokens: readonly FiatTokenSymbol[];
};

/** A token or coin, and a currency that it's priced in. */
export type Pair = { symbol: RatedSymbol; currency: FiatCurrency };

const both = fiatTokenSymbols;

// biome-ignore format: one row for each currency
const rows: readonly (readonly [code: string, symbol: string, name: string, decimalPlaces: number, roughPerDollar: string, krakenTokens: readonly FiatTokenSymbol[]])[] = [
  ["USD", "$", "US Dollar", 2, "1", both],
  ["KRW", "₩", "South Korean Won", 0, "1400", []],
  ["EUR", "€", "Euro", 2, "0.92", both],
  ["JPY", "¥", "Japanese Yen", 0, "150", ["USDT"]],
  ["GBP", "£", "British Pound", 2, "0.78", both],
  ["BRL", "R$", "Brazilian Real", 2, "5.5", []],
  ["CNY", "CN¥", "Chinese Yuan", 2, "7.2", []],
  ["CAD", "CA$", "Canadian Dollar", 2, "1.38", both],
  ["AUD", "A$", "Australian Dollar", 2, "1.52", both],
  ["CHF", "CHF", "Swiss Franc", 2, "0.85", both],
  ["INR", "₹", "Indian Rupee", 2, "87", []],
  ["SGD", "S$", "Singapore Dollar", 2, "1.32", []],
  ["HKD", "HK$", "Hong Kong Dollar", 2, "7.8", []],
  ["MXN", "MX$", "Mexican Peso", 2, "19", []],
  ["TRY", "₺", "Turkish Lira", 2, "42", []],
];

/** To add a currency, add a row. */
export const fiatCurrencies: readonly FiatCurrency[] = rows.map(
  ([code, symbol, name, decimalPlaces, roughPerDollar, krakenTokens]) => ({
    code,
    symbol,
    name,
    decimalPlaces,
    rateSourceId: code.toLowerCase(),
    roughPerDollar,
    krakenTokens,
  }),
);

export const fiatPairs: readonly Pair[] = fiatTokenSymbols.flatMap((symbol) =>
  fiatCurrencies.map((currency) => ({ symbol, currency })),
);

/** Coins are priced in dollars only. */
export function coinPairs(coins: readonly CoinSymbol[]): Pair[] {
  return fiatCurrencies
    .filter(({ code }) => code === "USD")
    .flatMap((currency) => coins.map((symbol) => ({ symbol, currency })));
}

export function findFiatCurrency(code: string): FiatCurrency | undefined {
  return fiatCurrencies.find((currency) => currency.code === code);
}

/** An amount with all decimals of its currency, and never without one that it has. @example withCurrencyDecimals("12.5", "USD") // "12.50" */
export function withCurrencyDecimals(amount: string, code: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const decimals = fraction.padEnd(findFiatCurrency(code)?.decimalPlaces ?? 0, "0");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

export function isFiatTokenSymbol(symbol: string): symbol is FiatTokenSymbol {
  return (fiatTokenSymbols as readonly string[]).includes(symbol);
}

export function isCoinSymbol(symbol: string): symbol is CoinSymbol {
  return (coinSymbols as readonly string[]).includes(symbol);
}
