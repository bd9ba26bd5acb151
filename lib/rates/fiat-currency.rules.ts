import { decimalPlacesOf } from "./currency-decimals.rules";

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
  /**
   * Approximate price of a dollar in it: rejects absurd rates (`rate-consensus.rules.ts`) and serves the demo. Null: it is
   * offered only while two providers agree on its rate.
   */
  roughPerDollar: string | null;
  /** Tokens that Kraken trades against it; a request that names any other pair is refused and sent in parts. */
  krakenTokens: readonly FiatTokenSymbol[];
};

/** A token or coin, and a currency that it's priced in. */
export type Pair = { symbol: RatedSymbol; currency: FiatCurrency };

const both = fiatTokenSymbols;

// biome-ignore format: one row for each currency
const always: readonly (readonly [code: string, roughPerDollar: string, krakenTokens: readonly FiatTokenSymbol[]])[] = [
  ["USD", "1", both],
  ["KRW", "1400", []],
  ["EUR", "0.92", both],
  ["JPY", "150", ["USDT"]],
  ["GBP", "0.78", both],
  ["BRL", "5.5", []],
  ["CNY", "7.2", []],
  ["CAD", "1.38", both],
  ["AUD", "1.52", both],
  ["CHF", "0.85", both],
  ["INR", "87", []],
  ["SGD", "1.32", []],
  ["HKD", "7.8", []],
  ["MXN", "19", []],
  ["TRY", "42", []],
];

/** Where English writes the code, though the currency has a sign that no other one has. */
const signs: Readonly<Record<string, string>> = { SGD: "S$", TRY: "₺" };

/** Currencies of several countries; all other codes with X are metals and units of account. */
const unions = ["XAF", "XCD", "XCG", "XOF", "XPF"];

const names = new Intl.DisplayNames("en", { type: "currency" });

function toCurrency(
  code: string,
  roughPerDollar: string | null,
  krakenTokens: readonly FiatTokenSymbol[],
): FiatCurrency {
  const parts = new Intl.NumberFormat("en", { style: "currency", currency: code }).formatToParts(0);
  return {
    code,
    symbol: signs[code] ?? parts.find(({ type }) => type === "currency")?.value ?? code,
    name: names.of(code) ?? code,
    decimalPlaces: decimalPlacesOf(code),
    rateSourceId: code.toLowerCase(),
    roughPerDollar,
    krakenTokens,
  };
}

/** The currencies that are offered at any time (spec D12). */
export const alwaysOffered: readonly FiatCurrency[] = always.map((row) => toCurrency(...row));

/** Every currency of ISO 4217: those that are always offered, then the others by code. */
export const fiatCurrencies: readonly FiatCurrency[] = [
  ...alwaysOffered,
  ...Intl.supportedValuesOf("currency")
    .filter((code) => !code.startsWith("X") || unions.includes(code))
    .filter((code) => !always.some(([known]) => known === code))
    .map((code) => toCurrency(code, null, [])),
];

export const fiatPairs: readonly Pair[] = fiatTokenSymbols.flatMap((symbol) =>
  fiatCurrencies.map((currency) => ({ symbol, currency })),
);

/** Whether its currency is offered also without a rate: what lacks here is missed. */
export function isAlwaysOffered({ currency }: Pair): boolean {
  return currency.roughPerDollar !== null;
}

/** Coins are priced in dollars only. */
export function coinPairs(coins: readonly CoinSymbol[]): Pair[] {
  return alwaysOffered
    .filter(({ code }) => code === "USD")
    .flatMap((currency) => coins.map((symbol) => ({ symbol, currency })));
}

export function findFiatCurrency(code: string): FiatCurrency | undefined {
  return fiatCurrencies.find((currency) => currency.code === code);
}

export function isFiatTokenSymbol(symbol: string): symbol is FiatTokenSymbol {
  return (fiatTokenSymbols as readonly string[]).includes(symbol);
}

export function isCoinSymbol(symbol: string): symbol is CoinSymbol {
  return (coinSymbols as readonly string[]).includes(symbol);
}
