import { z } from "zod";
import { count, fiatCode, rate, time } from "@/lib/platform/answer-fields.schema";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { type FiatCurrency, fiatCurrencies } from "./fiat-currency.rules";

/** spec §2.2 */
export const fiatCurrencyResource = z.object({
  code: fiatCode,
  symbol: z.string().describe("Symbol shown with amounts."),
  name: z.string().describe("Full name."),
  decimalPlaces: count.describe("Maximum decimal places of a price."),
  rateSourceId: z.string().describe("The rate provider's name for the currency."),
});
export type FiatCurrencyResource = z.infer<typeof fiatCurrencyResource>;

export const exchangeRatesQuery = z.object({
  fiatCurrency: z.string().max(16).optional().describe("ISO 4217 code, to get only this currency."),
});

const symbolAndName = z.object({
  code: fiatCode,
  symbol: z.string().describe("Symbol shown with amounts."),
  name: z.string().describe("Full name."),
});

/** The public answer for all currencies (spec §4.2). */
export const publicAllRates = z.object({
  rates: z.record(z.string(), z.record(z.string(), rate)).describe("By token, then by currency."),
  timestamp: time.describe("When the oldest of these rates was fetched, ISO 8601, UTC."),
  fiatCurrencies: z.array(symbolAndName).describe("The currencies of these rates."),
});

const rateSource = z
  .enum(["live", "cache", "stale"])
  .describe(
    "Fetched just now; less than 10 minutes old; or, while the providers return no newer rate for a pair, less than one hour old.",
  );
export type RateSource = z.infer<typeof rateSource>;

/** The same on the project-scoped API (spec §4.3). */
export const projectAllRates = publicAllRates.extend({ source: rateSource });

/** One currency's rates, on either API. */
export const ratesOfCurrency = z.object({
  fiatCurrency: fiatCode,
  rates: z.record(z.string(), rate).describe("By token."),
  timestamp: time.describe("When the oldest of these rates was fetched, ISO 8601, UTC."),
});

/** Each currency as it is listed. */
export function toFiatCurrencies(offered: readonly FiatCurrency[]): FiatCurrencyResource[] {
  return offered.map(({ code, symbol, name, decimalPlaces, rateSourceId }) => ({
    code,
    symbol,
    name,
    decimalPlaces,
    rateSourceId,
  }));
}

/** Available rates, one for each token and currency: at least one. */
export type ExchangeRates = {
  /** The requested currency; null for all. */
  fiatCurrency: string | null;
  source: RateSource;
  pairs: readonly { tokenSymbol: string; fiatCurrency: string; rate: string; at: Date }[];
};

/** The public answer in the requested form. */
export function toPublicRates(
  rates: ExchangeRates,
): z.output<typeof publicAllRates> | z.output<typeof ratesOfCurrency> {
  return rates.fiatCurrency === null ? toAllRates(rates) : toRatesOfCurrency(rates, rates.fiatCurrency);
}

/** The same on the project-scoped API. */
export function toProjectRates(
  rates: ExchangeRates,
): z.output<typeof projectAllRates> | z.output<typeof ratesOfCurrency> {
  return rates.fiatCurrency === null
    ? { ...toAllRates(rates), source: rates.source }
    : toRatesOfCurrency(rates, rates.fiatCurrency);
}

function toAllRates(rates: ExchangeRates): z.output<typeof publicAllRates> {
  const byToken: Record<string, Record<string, string>> = {};
  for (const { tokenSymbol, fiatCurrency, rate } of rates.pairs) {
    byToken[tokenSymbol] = { ...byToken[tokenSymbol], [fiatCurrency]: rate };
  }
  return {
    rates: byToken,
    timestamp: oldest(rates),
    fiatCurrencies: fiatCurrencies
      .filter(({ code }) => rates.pairs.some(({ fiatCurrency }) => fiatCurrency === code))
      .map(({ code, symbol, name }) => ({ code, symbol, name })),
  };
}

function toRatesOfCurrency(rates: ExchangeRates, fiatCurrency: string): z.output<typeof ratesOfCurrency> {
  return {
    fiatCurrency,
    rates: Object.fromEntries(rates.pairs.map(({ tokenSymbol, rate }) => [tokenSymbol, rate])),
    timestamp: oldest(rates),
  };
}

function oldest({ pairs }: ExchangeRates): string {
  return new Date(Math.min(...pairs.map(({ at }) => at.getTime()))).toISOString();
}

/** The message of UNSUPPORTED_FIAT_CURRENCY. */
export function supportedCurrencies(offered: readonly FiatCurrency[]): Fault {
  return fault("rates.currencies", { currencies: offered.map(({ code }) => code).join(", ") });
}
