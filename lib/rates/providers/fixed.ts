import { normalizeRate } from "@/lib/platform/values/money.rules";
import { fiatTokenSymbols, isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider, RateTable } from "@/lib/rates/rate.store";

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
      if (normalizeRate(rate) === null)
        throw new RangeError(`the rate of ${symbol} in ${currency} is ${rate}`);
    }
    table[symbol] = { ...byCurrency };
  }
  return { name: "fixed", fetch: async () => table };
}
