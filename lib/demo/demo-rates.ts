import { type FiatTokenSymbol, fiatCurrencies, fiatTokenSymbols } from "@/lib/rates/fiat-currency.rules";

/** The fixed rates of the demo: every token in every currency, in fiat units per token. */
export const demoRates = Object.fromEntries(
  fiatTokenSymbols.map((symbol) => [
    symbol,
    Object.fromEntries(fiatCurrencies.map(({ code, roughPerDollar }) => [code, roughPerDollar])),
  ]),
) as Record<FiatTokenSymbol, Record<string, string>>;
