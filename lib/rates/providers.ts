import type { Clock } from "@/lib/platform/clock";
import { formatUnits, normalizeRate, parseDecimal } from "@/lib/platform/values/money.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import {
  type CoinSymbol,
  coinPairs,
  fiatCurrencies,
  fiatPairs,
  fiatTokenSymbols,
  isAlwaysOffered,
  isFiatTokenSymbol,
  type Pair,
  type RatedSymbol,
} from "@/lib/rates/fiat-currency.rules";
import type { RateProvider, RateTable } from "@/lib/rates/rate.store";
import { type AnswerLimits, createPairRequests, getText, RequestRefused } from "./ask-for-pairs";

/** Where rates come from, and CoinGecko's key. */
export type ProviderSettings = {
  COINGECKO_URL: string;
  COINGECKO_API_KEY?: string | undefined;
  COINBASE_URL: string;
  KRAKEN_URL: string;
  ECB_URL: string;
};

/**
 * Every provider of live rates.
 *
 * @param coins those of the enabled chains
 */
export function createProviders(
  settings: ProviderSettings,
  clock: Clock,
  coins: readonly CoinSymbol[],
): RateProvider[] {
  const { COINGECKO_URL, COINGECKO_API_KEY, COINBASE_URL, KRAKEN_URL, ECB_URL } = settings;
  const pairs = [...fiatPairs, ...coinPairs(coins)];
  return [
    createCoinGeckoProvider({ clock, pairs, baseUrl: COINGECKO_URL, apiKey: COINGECKO_API_KEY }),
    createCoinbaseProvider({ pairs, baseUrl: COINBASE_URL }),
    createKrakenProvider({ clock, pairs, baseUrl: KRAKEN_URL }),
    createEcbProvider({ clock, url: ECB_URL }),
  ];
}

/** Exchanges trade the dollar token behind Gnosis Chain's coin. */
const tradedAs = (symbol: RatedSymbol): string => (symbol === "xDAI" ? "DAI" : symbol);

/**
 * The provider's rates of these pairs. A missing or invalid price is left out: it says nothing about the others, and
 * each rate needs another provider's agreement.
 *
 * @param price the number's text of one pair as sent; undefined when missing
 */
function toRateTable(pairs: readonly Pair[], price: (pair: Pair) => unknown): RateTable {
  const table: Partial<Record<RatedSymbol, Record<string, string>>> = {};
  for (const pair of pairs) {
    const text = price(pair);
    const rate = typeof text === "string" ? toDecimalText(text) : null;
    if (rate === null) continue;
    const rates = table[pair.symbol] ?? {};
    rates[pair.currency.code] = rate;
    table[pair.symbol] = rates;
  }
  return table;
}

/** @throws Error when there are no rates at all */
function requireRates(provider: string, table: RateTable): RateTable {
  if (Object.keys(table).length === 0) throw new Error(`${provider} gave no prices`);
  return table;
}

/** A member of the parsed value, or undefined. */
function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** The URL of an operation under the provider's base URL, with or without a trailing slash. */
function endpoint(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, "")}/${path}`);
}

export type CoinbaseOptions = AnswerLimits & {
  pairs?: readonly Pair[];
  /** Up to and including `/v2`. */
  baseUrl: string;
};

/**
 * Coinbase's `exchange-rates`, one request per token or coin: `{"data":{"currency":"USDC","rates":{"EUR":"0.92",…}}}`,
 * units of each currency per token as decimal text. One's failure doesn't cost the others their rates.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export function createCoinbaseProvider({
  pairs = fiatPairs,
  baseUrl,
  timeoutMs = 5_000,
  maxBytes,
}: CoinbaseOptions): RateProvider {
  const symbols = [...new Set(pairs.map(({ symbol }) => symbol))];

  async function fetchRates(symbol: RatedSymbol, signal: AbortSignal): Promise<RateTable> {
    const url = endpoint(baseUrl, "exchange-rates");
    const name = tradedAs(symbol);
    url.searchParams.set("currency", name);
    const data = member(JSON.parse(await getText("coinbase", url, { signal, maxBytes })), "data");
    if (member(data, "currency") !== name) throw new Error(`coinbase did not answer for ${name}`);
    const rates = member(data, "rates");
    return toRateTable(
      pairs.filter((pair) => pair.symbol === symbol),
      ({ currency }) => member(rates, currency.code),
    );
  }

  return {
    name: "coinbase",
    pairs,
    async fetch() {
      const signal = AbortSignal.timeout(timeoutMs);
      // Wait for all before reporting a failure: nothing of a fetch continues after it.
      const answers = await Promise.allSettled(symbols.map((symbol) => fetchRates(symbol, signal)));
      const tables = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
      const table: RateTable = Object.assign({}, ...tables);
      const failed = answers.find((answer) => answer.status === "rejected");
      if (failed !== undefined && Object.keys(table).length === 0) throw failed.reason;
      return requireRates("coinbase", table);
    },
  };
}

const coinGeckoIds: Readonly<Record<RatedSymbol, string>> = {
  USDC: "usd-coin",
  USDT: "tether",
  ETH: "ethereum",
  POL: "polygon-ecosystem-token",
  BNB: "binancecoin",
  AVAX: "avalanche-2",
  CELO: "celo",
  xDAI: "xdai",
};

/** Its list leaves the prices time. */
const mostListMs = 1_500;

export type CoinGeckoOptions = AnswerLimits & {
  pairs?: readonly Pair[];
  clock: Clock;
  /** Up to and including `/api/v3`. */
  baseUrl: string;
  apiKey?: string | undefined;
};

/**
 * CoinGecko's `simple/price`: `{"usd-coin":{"usd":0.9998,…},…}`, with every digit as sent.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
export function createCoinGeckoProvider({
  pairs: requested = fiatPairs,
  baseUrl,
  apiKey,
  maxBytes,
  ...limits
}: CoinGeckoOptions): RateProvider {
  const { clock, timeoutMs = 5_000 } = limits;
  const keyHeader = new URL(baseUrl).hostname.startsWith("pro-") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  // Paid keys use their own host and header.
  const headers = apiKey ? { [keyHeader]: apiKey } : {};
  let listed: { codes: readonly unknown[]; until: number } = { codes: [], until: 0 };

  /** Which currencies it prices in. Until it has told that, it is asked for those that are always offered. */
  async function learnCodes(): Promise<void> {
    const now = clock.now().getTime();
    if (now < listed.until) return;
    const signal = AbortSignal.timeout(Math.min(timeoutMs, mostListMs));
    const url = endpoint(baseUrl, "simple/supported_vs_currencies");
    const codes: unknown = await getText("coingecko", url, { signal, maxBytes }, headers)
      .then((text) => JSON.parse(text))
      .catch(() => null);
    if (Array.isArray(codes)) listed = { codes, until: now + dayMs };
  }

  const fetchPairs = createPairRequests({
    ...limits,
    pairs: () =>
      requested.filter((pair) => isAlwaysOffered(pair) || listed.codes.includes(pair.currency.rateSourceId)),
    async request(pairs, signal) {
      const url = endpoint(baseUrl, "simple/price");
      const ids = new Set(pairs.map(({ symbol }) => coinGeckoIds[symbol]));
      url.searchParams.set("ids", [...ids].join(","));
      const currencies = new Set(pairs.map(({ currency }) => currency.rateSourceId));
      url.searchParams.set("vs_currencies", [...currencies].join(","));
      // Without it prices are rounded to a few digits.
      url.searchParams.set("precision", "full");
      const answer = parseJsonNumbersAsText(await getText("coingecko", url, { signal, maxBytes }, headers));
      return toRateTable(pairs, ({ symbol, currency }) =>
        member(member(answer, coinGeckoIds[symbol]), currency.rateSourceId),
      );
    },
  });
  return {
    name: "coingecko",
    pairs: requested,
    async fetch() {
      await learnCodes();
      return requireRates("coingecko", await fetchPairs());
    },
  };
}

export type KrakenOptions = AnswerLimits & {
  pairs?: readonly Pair[];
  clock: Clock;
  /** Up to and including `/0/public`. */
  baseUrl: string;
};

/**
 * Kraken's `Ticker`: `{"error":[],"result":{"USDTZUSD":{"c":["1.00012","250.0"],…},…}}`; we use the price of the last
 * trade.
 *
 * @see https://docs.kraken.com/api-reference/market-data/get-ticker-information
 */
export function createKrakenProvider({
  pairs: wanted = fiatPairs,
  baseUrl,
  maxBytes,
  ...limits
}: KrakenOptions): RateProvider {
  const pairs = wanted.filter(
    ({ symbol, currency }) => !isFiatTokenSymbol(symbol) || currency.krakenTokens.includes(symbol),
  );
  const fetch = createPairRequests({
    ...limits,
    pairs: () => pairs,
    async request(group, signal) {
      const url = endpoint(baseUrl, "Ticker");
      url.searchParams.set(
        "pair",
        group.map(({ symbol, currency }) => `${tradedAs(symbol)}${currency.code}`).join(","),
      );
      const answer: unknown = JSON.parse(await getText("kraken", url, { signal, maxBytes }));
      const errors = member(answer, "error");
      if (!Array.isArray(errors) || errors.length > 0) {
        // Kraken answers 200 also when it is busy, or had too many requests.
        const isRefusal = Array.isArray(errors) && !errors.some((error) => /^E(?:Service|API):/.test(error));
        throw new (isRefusal ? RequestRefused : Error)(
          `kraken answered with the error ${JSON.stringify(errors)?.slice(0, 200)}`,
        );
      }
      const result = member(answer, "result");
      return toRateTable(group, ({ symbol, currency: { code } }) => {
        // Old pairs are returned under an older name, such as USDTZUSD or XETHZUSD.
        const traded = tradedAs(symbol);
        const names = [`${traded}${code}`, `${traded}Z${code}`, `X${traded}Z${code}`];
        const held = names.find((name) => member(result, name) !== undefined);
        return held === undefined ? undefined : member(member(member(result, held), "c"), "0");
      });
    },
  });
  return { name: "kraken", pairs, fetch: async () => requireRates("kraken", await fetch()) };
}

export type EcbOptions = AnswerLimits & {
  clock: Clock;
  /** Of the file itself. */
  url: string;
};

/** Over Easter five days pass between two of its days. */
const ecbDays = 5;

/**
 * The European Central Bank's reference rates of a day, made around 16:00 CET on working days: XML with
 * `<Cube time='2026-11-27'>` and `<Cube currency='PLN' rate='4.2345'/>`, units for one euro. A dollar token counts as a
 * dollar.
 *
 * @see https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
export function createEcbProvider({ clock, url, timeoutMs = 5_000, maxBytes }: EcbOptions): RateProvider {
  return {
    name: "ecb",
    pairs: [],
    isReference: true,
    async fetch() {
      const signal = AbortSignal.timeout(timeoutMs);
      const text = await getText("ecb", new URL(url), { signal, maxBytes });
      const [, day = ""] = /<Cube time=["'](\d{4}-\d{2}-\d{2})["']/.exec(text) ?? [];
      const age = clock.now().getTime() - Date.parse(day);
      // One of a day to come is as wrong as an old one.
      if (!(Math.abs(age) <= ecbDays * dayMs))
        throw new Error(`ecb's rates are of ${day === "" ? "no day" : day}`);
      const perEuro = new Map([["EUR", 10n ** BigInt(ecbScale)]]);
      for (const [, code = "", rate = ""] of text.matchAll(
        /currency=["']([A-Z]{3})["'] rate=["']([\d.]+)["']/g,
      )) {
        const parsed = parseDecimal(rate);
        if (parsed !== null && parsed.digits > 0n && parsed.scale <= ecbScale)
          perEuro.set(code, parsed.digits * 10n ** BigInt(ecbScale - parsed.scale));
      }
      const dollars = perEuro.get("USD");
      if (dollars === undefined) throw new Error("ecb has no rate of the dollar");
      const table = toRateTable(fiatPairs, ({ currency }) => {
        const units = perEuro.get(currency.code);
        return units && formatUnits((units * 10n ** BigInt(ecbScale)) / dollars, ecbScale, 0);
      });
      return requireRates("ecb", table);
    },
  };
}

/** Decimals in which its rates are crossed. */
const ecbScale = 12;

/**
 * Parses JSON so that every number stays the text in which it was written: a float would change rates, and print small
 * ones as `1e-7`. A string becomes null, so that it cannot pass for a number.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonNumbersAsText(text: string): unknown {
  JSON.parse(text);
  // The text is valid JSON, so outside of strings only numbers start with a digit or a minus.
  const quoted = text.replace(
    /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[0-9.eE+-]*/g,
    (token, string: string | undefined, colon: string | undefined) => {
      if (string === undefined) return `"${token}"`;
      return colon === undefined ? "null" : token;
    },
  );
  return JSON.parse(quoted);
}

/**
 * A JSON number's text as plain decimal text of the same value; null when it is not positive, or longer than any rate.
 *
 * @example toDecimalText("1.5e-7") // "0.00000015"
 */
export function toDecimalText(number: string): string | null {
  if (number.length > 64) return null;
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(number);
  if (match === null) return null;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = `${whole}${fraction}`;
  if (!/[1-9]/.test(digits)) return null;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const split = Math.max(point, 1);
  const integer = padded.slice(0, split).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(split);
  return rest === "" ? integer : `${integer}.${rest}`;
}

/**
 * Rates that never change, for the demo and for tests only.
 *
 * @param rates e.g. `{"USDC":{"USD":"1","KRW":"1400"}}`: decimal text, fiat units per token
 * @throws RangeError naming the first invalid rate, so that a demo with a wrong rate does not start
 */
export function createFixedProvider(
  rates: Readonly<Record<string, Readonly<Record<string, string>>>>,
): RateProvider {
  const table: RateTable = {};
  for (const [symbol, byCurrency] of Object.entries(rates)) {
    if (!isFiatTokenSymbol(symbol)) {
      throw new RangeError(`${symbol} has no fiat price; only ${fiatTokenSymbols.join(" and ")} have`);
    }
    for (const [currency, rate] of Object.entries(byCurrency)) {
      if (!fiatCurrencies.some(({ code }) => code === currency))
        throw new RangeError(`${currency} is no currency of this service`);
      if (normalizeRate(rate) === null)
        throw new RangeError(`the rate of ${symbol} in ${currency} is ${rate}`);
    }
    table[symbol] = { ...byCurrency };
  }
  const pairs = fiatPairs.filter(({ symbol, currency }) => table[symbol]?.[currency.code] !== undefined);
  return { name: "fixed", pairs, fetch: async () => table };
}
