import { type FiatTokenSymbol, fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider } from "@/lib/rates/rates.port";
import { type AnswerLimits, getText } from "./get-text";
import { parseJsonNumbersAsText } from "./json-numbers";
import { endpoint, member, toRateTable } from "./rate-table";

const coinIds: Readonly<Record<FiatTokenSymbol, string>> = { USDC: "usd-coin", USDT: "tether" };

export type CoinGeckoOptions = AnswerLimits & {
  /** Up to and with `/api/v3`. */
  baseUrl: string;
  apiKey?: string | undefined;
};

/**
 * CoinGecko's `simple/price`: `{"usd-coin":{"usd":0.9998,…},…}`, digit for digit as it was sent.
 *
 * @see https://docs.coingecko.com/reference/simple-price
 */
export function createCoinGeckoProvider({ baseUrl, apiKey, ...limits }: CoinGeckoOptions): RateProvider {
  const url = endpoint(baseUrl, "simple/price");
  url.searchParams.set("ids", Object.values(coinIds).join(","));
  url.searchParams.set("vs_currencies", fiatCurrencies.map(({ rateSourceId }) => rateSourceId).join(","));
  // Without it prices are rounded to a few digits.
  url.searchParams.set("precision", "full");
  // Paid keys have an address and a header of their own.
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
