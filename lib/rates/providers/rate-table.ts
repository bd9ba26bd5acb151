import {
  type FiatCurrency,
  type FiatTokenSymbol,
  fiatCurrencies,
  fiatTokenSymbols,
} from "@/lib/rates/fiat-currency.rules";
import type { RateTable } from "@/lib/rates/rates.port";
import { toDecimalText } from "./get-text";

/**
 * The rates of every token in every currency, as far as the provider told them.
 *
 * @param price number's text of one pair as it was sent; undefined when the provider does not tell it
 * @throws Error when any price is none, for one senseless price makes the others doubtful, and when there is none at all
 */
export function toRateTable(
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

/** A member of what was parsed, or undefined when there is no such thing. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** The address of a provider's operation under its base address, with or without a slash at the end. */
export function endpoint(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, "")}/${path}`);
}
