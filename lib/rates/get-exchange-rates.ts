import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ExchangeRates } from "./exchange-rates.schema";
import { type FiatCurrency, fiatTokenSymbols, supportedCurrencies } from "./fiat-currency.rules";
import type { RateService } from "./get-rates";

/**
 * The rates that price checkouts at this moment, for every token (spec §4.2).
 *
 * @param fiatCurrency one currency's code; undefined for all of them
 * @throws CheckoutError UNSUPPORTED_FIAT_CURRENCY, EXCHANGE_RATE_UNAVAILABLE
 */
export async function getExchangeRates(
  deps: { rates: RateService; fiatCurrencies: readonly FiatCurrency[] },
  fiatCurrency: string | undefined,
): Promise<ExchangeRates> {
  const codes = deps.fiatCurrencies.map(({ code }) => code);
  if (fiatCurrency !== undefined && !codes.includes(fiatCurrency)) {
    throw new CheckoutError("UNSUPPORTED_FIAT_CURRENCY", supportedCurrencies(deps.fiatCurrencies), {
      param: "fiatCurrency",
    });
  }
  const rates = await deps.rates.current();
  const pairs = fiatTokenSymbols.flatMap((tokenSymbol) =>
    (fiatCurrency === undefined ? codes : [fiatCurrency]).flatMap((code) => {
      const found = rates.get(tokenSymbol, code);
      return found === null ? [] : [{ tokenSymbol, fiatCurrency: code, ...found }];
    }),
  );
  if (pairs.length === 0) {
    throw new CheckoutError(
      "EXCHANGE_RATE_UNAVAILABLE",
      `The exchange rate in ${fiatCurrency ?? "any currency"} is unavailable right now.`,
      { retryAfterSeconds: 60 },
    );
  }
  return { fiatCurrency: fiatCurrency ?? null, source: rates.source, pairs };
}
