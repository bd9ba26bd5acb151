import { z } from "zod";
import { type FiatCurrency, fiatCurrencies } from "@/lib/core/fiat-currency";
import { count, fiatCode, rate, time } from "./resource-fields";

/** spec §2.2 */
export const fiatCurrencyResource = z.object({
  code: fiatCode,
  symbol: z.string().describe("As it is written beside amounts."),
  name: z.string().describe("In full."),
  decimalPlaces: count.describe("How many decimals a price may have."),
  rateSourceId: z.string().describe("The rate provider's name for it."),
});
export type FiatCurrencyResource = z.infer<typeof fiatCurrencyResource>;

export const exchangeRatesQuery = z.object({
  fiatCurrency: z.string().max(16).optional().describe("One currency only, by its ISO 4217 code."),
});

const symbolAndName = z.object({
  code: fiatCode,
  symbol: z.string().describe("As it is written beside amounts."),
  name: z.string().describe("In full."),
});

/** The public answer for all currencies (spec §4.2). */
export const publicAllRates = z.object({
  rates: z.record(z.string(), z.record(z.string(), rate)).describe("By token, then by currency."),
  timestamp: time.describe("When the oldest among them was had, ISO 8601, UTC."),
  fiatCurrencies: z.array(symbolAndName).describe("The currencies among them."),
});

/** The same on the project-scoped API (spec §4.3). */
export const projectAllRates = publicAllRates.extend({
  source: z
    .enum(["live", "cache", "stale"])
    .describe("Fetched just now, at most 10 minutes old, or up to one hour old while no provider answers."),
});

/** One currency's rates, on either API. */
export const ratesOfCurrency = z.object({
  fiatCurrency: fiatCode,
  rates: z.record(z.string(), rate).describe("By token."),
  timestamp: time.describe("When the oldest among them was had, ISO 8601, UTC."),
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
