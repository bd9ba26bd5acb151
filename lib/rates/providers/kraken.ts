import { fiatCurrencies, fiatTokenSymbols } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider } from "@/lib/rates/rates.port";
import { type AnswerLimits, getText } from "./get-text";
import { endpoint, member, toRateTable } from "./rate-table";

export type KrakenOptions = AnswerLimits & {
  /** Up to and with `/0/public`. */
  baseUrl: string;
};

/**
 * Kraken's `Ticker`: `{"error":[],"result":{"USDTZUSD":{"c":["1.00012","250.0"],…},…}}`, of which the price of
 * the last trade is taken.
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
        // Old pairs are answered under an older name, such as USDTZUSD.
        const names = [`${symbol}${code}`, `${symbol}Z${code}`];
        const held = names.find((name) => member(result, name) !== undefined);
        if (held === undefined) return undefined;
        // A pair without a price is senseless, not absent.
        return member(member(member(result, held), "c"), "0") ?? null;
      });
    },
  };
}
