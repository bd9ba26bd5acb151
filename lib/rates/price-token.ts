import type { Token } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { fiatToTokenUnits, limitIn } from "@/lib/platform/values/money.rules";
import { fiatTokenSymbols, isFiatTokenSymbol } from "./fiat-currency.rules";
import type { RateService, Rates } from "./get-rates";
import type { Quote } from "./quote.rules";

export type Price =
  | { kind: "fiat"; fiatAmount: string; fiatCurrency: string }
  | { kind: "amount"; amountUnits: bigint };

/** A quote without its token. */
export type TokenPrice = Omit<Quote, keyof TokenRef>;

/**
 * The price in a token at the current rate.
 *
 * @param minimumUnits the project's minimum, in no token; for a price in token units the creation checked it, and a later, higher
 * minimum does not apply
 * @throws CheckoutError UNSUPPORTED_TOKEN_FOR_FIAT, EXCHANGE_RATE_UNAVAILABLE, AMOUNT_TOO_SMALL
 */
export async function priceToken(
  rates: RateService,
  price: Price,
  token: Token,
  minimumUnits: bigint,
): Promise<TokenPrice> {
  if (price.kind === "amount")
    return {
      amountUnits: price.amountUnits,
      exchangeRate: null,
      exchangeRateAt: null,
      exchangeRateProvider: null,
    };
  if (!isFiatTokenSymbol(token.symbol)) throw notForFiat();
  return convert(await rates.current(), price, token, minimumUnits);
}

/** The same with given rates. */
export function convert(
  rates: Rates,
  price: Extract<Price, { kind: "fiat" }>,
  token: Token,
  minimumUnits: bigint,
): TokenPrice {
  const rate = isFiatTokenSymbol(token.symbol) ? rates.get(token.symbol, price.fiatCurrency) : null;
  if (rate === null) {
    throw new CheckoutError(
      "EXCHANGE_RATE_UNAVAILABLE",
      fault("rates.noneOf", { token: token.symbol, currency: price.fiatCurrency }),
      { retryAfterSeconds: 60 },
    );
  }
  const amountUnits = fiatToTokenUnits(price.fiatAmount, rate.rate, token.decimals);
  if (amountUnits === 0n) {
    throw new CheckoutError("AMOUNT_TOO_SMALL", fault("rates.belowUnit", { token: token.symbol }), {
      param: "fiatAmount",
    });
  }
  refuseBelowMinimum(amountUnits, limitIn(minimumUnits, token), "fiatAmount");
  return {
    amountUnits,
    exchangeRate: rate.rate,
    exchangeRateAt: rate.at,
    exchangeRateProvider: rate.provider,
  };
}

/** @param minimumUnits in the amount's own units. @throws CheckoutError AMOUNT_TOO_SMALL naming the minimum */
export function refuseBelowMinimum(
  amountUnits: bigint,
  minimumUnits: bigint,
  param: "amount" | "fiatAmount",
): void {
  if (amountUnits >= minimumUnits) return;
  throw new CheckoutError(
    "AMOUNT_TOO_SMALL",
    fault("rates.belowMinimum", { units: amountUnits, minimum: minimumUnits }),
    { param },
  );
}

/** Fiat prices convert to USDC and USDT only (spec §4.4). */
export function notForFiat(): CheckoutError {
  return new CheckoutError(
    "UNSUPPORTED_TOKEN_FOR_FIAT",
    fault("rates.notForFiat", { tokens: fiatTokenSymbols.join(", ") }),
    { param: "tokenAddress" },
  );
}
