import { z } from "zod";
import { type FiatCurrency, fiatCurrencies } from "@/lib/core/fiat-currency";

/** spec §2.2 */
export const fiatCurrencyResource = z.object({
  code: z.string().describe("ISO 4217 code."),
  symbol: z.string(),
  name: z.string(),
  decimalPlaces: z.number().describe("Standard display decimals."),
  rateSourceId: z.string().describe("The rate provider's name for it."),
});
export type FiatCurrencyResource = z.infer<typeof fiatCurrencyResource>;

export const exchangeRatesQuery = z.object({
  fiatCurrency: z.string().max(16).optional().describe("One currency only, by its ISO 4217 code."),
});

const rate = z.string().describe("Units of fiat per token, decimal text.");
const symbolAndName = z.object({ code: z.string(), symbol: z.string(), name: z.string() });

/** The public answer for all currencies (spec §4.2). */
export const publicAllRates = z.object({
  rates: z.record(z.string(), z.record(z.string(), rate)).describe("By token, then by currency."),
  timestamp: z.string().describe("The age of the oldest among them, ISO 8601 UTC."),
  fiatCurrencies: z.array(symbolAndName),
});

/** The same on the project-scoped API (spec §4.3). */
export const projectAllRates = publicAllRates.extend({
  source: z
    .enum(["live", "cache", "stale"])
    .describe("Fetched just now, at most 10 minutes old, or up to one hour old while no provider answers."),
});

/** One currency's rates, on either API. */
export const ratesOfCurrency = z.object({
  fiatCurrency: z.string(),
  rates: z.record(z.string(), rate).describe("By token."),
  timestamp: z.string(),
});

/** Every currency as it is listed. */
export function toFiatCurrencies(): FiatCurrencyResource[] {
  return fiatCurrencies.map(({ code, symbol, name, decimalPlaces, rateSourceId }: FiatCurrency) => ({
    code,
    symbol,
    name,
    decimalPlaces,
    rateSourceId,
  }));
}
