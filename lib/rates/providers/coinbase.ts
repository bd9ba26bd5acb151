import { type FiatTokenSymbol, fiatTokenSymbols } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider } from "@/lib/rates/rates.port";
import { type AnswerLimits, getText } from "./get-text";
import { endpoint, member, toRateTable } from "./rate-table";

export type CoinbaseOptions = AnswerLimits & {
  /** Up to and with `/v2`. */
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
      // Both are ended before one's failure is told: nothing of a fetch goes on after it.
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
