import { request } from "undici";
import {
  type FiatCurrency,
  type FiatTokenSymbol,
  fiatCurrencies,
  fiatTokenSymbols,
} from "@/lib/core/fiat-currency";
import type { RateProvider, RateTable } from "@/lib/services/ports/rates";
import { parseJsonNumbersAsText, toDecimalText } from "./json-numbers";

const coinIds: Readonly<Record<FiatTokenSymbol, string>> = { USDC: "usd-coin", USDT: "tether" };

export type CoinGeckoOptions = {
  /** Up to and with `/api/v3`. */
  baseUrl: string;
  apiKey?: string | undefined;
  currencies?: readonly FiatCurrency[];
  /** For the whole answer. */
  timeoutMs?: number;
  maxBytes?: number;
};

/**
 * CoinGecko's `simple/price`: what one token costs in each currency, digit for digit as it was sent.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
export function createCoinGeckoProvider({
  baseUrl,
  apiKey,
  currencies = fiatCurrencies,
  timeoutMs = 5_000,
  maxBytes = 65_536,
}: CoinGeckoOptions): RateProvider {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/simple/price`);
  url.searchParams.set("ids", Object.values(coinIds).join(","));
  url.searchParams.set("vs_currencies", currencies.map(({ rateSourceId }) => rateSourceId).join(","));
  // Without it prices are rounded to a few digits.
  url.searchParams.set("precision", "full");
  // Paid keys have an address and a header of their own.
  const keyHeader = url.hostname.startsWith("pro-") ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  const headers = { accept: "application/json", ...(apiKey ? { [keyHeader]: apiKey } : {}) };

  return {
    name: "coingecko",
    async fetch() {
      const text = await get(url, headers, timeoutMs, maxBytes);
      return readPrices(parseJsonNumbersAsText(text), currencies);
    },
  };
}

async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  maxBytes: number,
): Promise<string> {
  const response = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (response.statusCode !== 200) {
    response.body.on("error", () => undefined).destroy();
    throw new Error(`CoinGecko answered ${response.statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`CoinGecko answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** @param answer `{"usd-coin":{"usd":0.9998,…},…}` with numbers as text; what is missing is left out */
function readPrices(answer: unknown, currencies: readonly FiatCurrency[]): RateTable {
  const table: RateTable = {};
  for (const symbol of fiatTokenSymbols) {
    const prices = member(answer, coinIds[symbol]);
    const rates: Record<string, string> = {};
    for (const { code, rateSourceId } of currencies) {
      const price = member(prices, rateSourceId);
      if (price === undefined) continue;
      const rate = typeof price === "string" ? toDecimalText(price) : null;
      // One senseless price makes the others doubtful.
      if (rate === null) throw new Error(`CoinGecko gave a price of ${symbol} in ${code} that is none`);
      rates[code] = rate;
    }
    if (Object.keys(rates).length > 0) table[symbol] = rates;
  }
  if (Object.keys(table).length === 0) throw new Error("CoinGecko gave no prices");
  return table;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
