import { request } from "undici";
import { normalizeRate } from "@/lib/platform/values/money.rules";
import {
  type FiatCurrency,
  type FiatTokenSymbol,
  fiatCurrencies,
  fiatTokenSymbols,
  isFiatTokenSymbol,
} from "@/lib/rates/fiat-currency.rules";
import type { RateProvider, RateTable } from "@/lib/rates/rate.store";

/**
 * The provider's rates of every token in every currency.
 *
 * @param price the number's text of one pair as sent; undefined when missing
 * @throws Error when any price is invalid, since that makes the others doubtful, and when there is none at all
 */
function toRateTable(
  provider: string,
  price: (symbol: FiatTokenSymbol, currency: FiatCurrency) => unknown,
): RateTable {
  const table: RateTable = {};
  for (const symbol of fiatTokenSymbols) {
    const rates: Record<string, string> = {};
    for (const currency of fiatCurrencies) {
      const told = price(symbol, currency);
      if (told === undefined) continue;
      const rate = typeof told === "string" ? toDecimalText(told) : null;
      if (rate === null)
        throw new Error(`${provider} gave a price of ${symbol} in ${currency.code} that is none`);
      rates[currency.code] = rate;
    }
    if (Object.keys(rates).length > 0) table[symbol] = rates;
  }
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
  /** Up to and including `/v2`. */
  baseUrl: string;
};

/**
 * Coinbase's `exchange-rates`, one request per token: `{"data":{"currency":"USDC","rates":{"EUR":"0.92",…}}}`,
 * units of each currency per token as decimal text. Both requests must succeed.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export function createCoinbaseProvider({ baseUrl, ...limits }: CoinbaseOptions): RateProvider {
  async function fetchRates(symbol: FiatTokenSymbol): Promise<[FiatTokenSymbol, unknown]> {
    const url = endpoint(baseUrl, "exchange-rates");
    url.searchParams.set("currency", symbol);
    const data = member(JSON.parse(await getText("coinbase", url, limits)), "data");
    if (member(data, "currency") !== symbol) throw new Error(`coinbase did not answer for ${symbol}`);
    return [symbol, member(data, "rates")];
  }

  return {
    name: "coinbase",
    async fetch() {
      // Wait for both before reporting a failure: nothing of a fetch continues after it.
      const told = await Promise.allSettled(fiatTokenSymbols.map(fetchRates));
      const rates = Object.fromEntries(
        told.map((one) => {
          if (one.status === "rejected") throw one.reason;
          return one.value;
        }),
      );
      return toRateTable("coinbase", (symbol, { code }) => member(rates[symbol], code));
    },
  };
}

const coinIds: Readonly<Record<FiatTokenSymbol, string>> = { USDC: "usd-coin", USDT: "tether" };

export type CoinGeckoOptions = AnswerLimits & {
  /** Up to and including `/api/v3`. */
  baseUrl: string;
  apiKey?: string | undefined;
};

/**
 * CoinGecko's `simple/price`: `{"usd-coin":{"usd":0.9998,…},…}`, with every digit as sent.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
export function createCoinGeckoProvider({ baseUrl, apiKey, ...limits }: CoinGeckoOptions): RateProvider {
  const url = endpoint(baseUrl, "simple/price");
  url.searchParams.set("ids", Object.values(coinIds).join(","));
  url.searchParams.set("vs_currencies", fiatCurrencies.map(({ rateSourceId }) => rateSourceId).join(","));
  // Without it prices are rounded to a few digits.
  url.searchParams.set("precision", "full");
  // Paid keys use their own host and header.
  const keyHeader = url.hostname.startsWith("pro-") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";

  return {
    name: "coingecko",
    async fetch() {
      const text = await getText("coingecko", url, limits, apiKey ? { [keyHeader]: apiKey } : {});
      const answer = parseJsonNumbersAsText(text);
      return toRateTable("coingecko", (symbol, { rateSourceId }) =>
        member(member(answer, coinIds[symbol]), rateSourceId),
      );
    },
  };
}

export type KrakenOptions = AnswerLimits & {
  /** Up to and including `/0/public`. */
  baseUrl: string;
};

/**
 * Kraken's `Ticker`: `{"error":[],"result":{"USDTZUSD":{"c":["1.00012","250.0"],…},…}}`; we use the price of the last
 * trade.
 *
 * @see https://docs.kraken.com/api-reference/market-data/get-ticker-information
 */
export function createKrakenProvider({ baseUrl, ...limits }: KrakenOptions): RateProvider {
  const url = endpoint(baseUrl, "Ticker");
  const asked = fiatTokenSymbols.flatMap((symbol) =>
    fiatCurrencies
      .filter(({ krakenTokens }) => krakenTokens.includes(symbol))
      .map(({ code }) => `${symbol}${code}`),
  );
  url.searchParams.set("pair", asked.join(","));

  return {
    name: "kraken",
    async fetch() {
      const answer: unknown = JSON.parse(await getText("kraken", url, limits));
      const error = member(answer, "error");
      if (!Array.isArray(error) || error.length > 0) {
        throw new Error(`kraken answered with the error ${JSON.stringify(error)?.slice(0, 200)}`);
      }
      const result = member(answer, "result");
      return toRateTable("kraken", (symbol, { code }) => {
        // Old pairs are returned under an older name, such as USDTZUSD.
        const names = [`${symbol}${code}`, `${symbol}Z${code}`];
        const held = names.find((name) => member(result, name) !== undefined);
        if (held === undefined) return undefined;
        // A pair without a price is an error, not a missing pair.
        return member(member(member(result, held), "c"), "0") ?? null;
      });
    },
  };
}

export type AnswerLimits = {
  /** For the whole answer. */
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
};

/**
 * Requests a provider and returns the body of its 200. Does not follow redirects: a redirect could change the source of
 * prices.
 *
 * @param provider its name, for the error's message
 * @throws Error for any other status, a body too large, a broken connection, or a timeout
 */
async function getText(
  provider: string,
  url: URL,
  { timeoutMs = 5_000, maxBytes = 262_144 }: AnswerLimits,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await request(url, {
    // Providers refuse clients without a User-Agent.
    headers: { accept: "application/json", "user-agent": "stablecoin-checkout", ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.statusCode !== 200) {
    response.body.on("error", () => undefined).destroy();
    throw new Error(`${provider} answered ${response.statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${provider} answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

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
  return { name: "fixed", fetch: async () => table };
}
