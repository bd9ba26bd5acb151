import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import { fiatAmountProblem } from "@/lib/checkouts/checkout-input.schema";
import type { CheckoutParts } from "@/lib/checkouts/create-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError, fieldError } from "@/lib/platform/values/errors.rules";
import type { Project } from "@/lib/projects/project.store";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";
import { convert } from "@/lib/rates/price-token";
import { isAboveLimit, readTypedAmount } from "./payment-link.rules";

/** @throws CheckoutError VALIDATION_ERROR */
export function requireFiatAmount(
  fiatAmount: string,
  fiatCurrency: string | null,
  param: "fiatAmount" | "maxFiatAmount" = "fiatAmount",
): void {
  const problem = fiatAmountProblem(fiatAmount, fiatCurrency ?? undefined);
  if (problem !== null) throw fieldError(param, problem);
}

/**
 * The price that a customer typed. One that no token could carry is refused now, not on the next page.
 *
 * @throws CheckoutError VALIDATION_ERROR, AMOUNT_TOO_SMALL, EXCHANGE_RATE_UNAVAILABLE
 */
export async function readOpenAmount(
  { chains, rates }: CheckoutParts,
  project: Project,
  { fiatCurrency, maxFiatAmount }: { fiatCurrency: string; maxFiatAmount: string | null },
  typed: string,
): Promise<string> {
  const fiatAmount = readTypedAmount(typed);
  requireFiatAmount(fiatAmount, fiatCurrency);
  if (maxFiatAmount !== null && isAboveLimit(fiatAmount, maxFiatAmount)) {
    const most = `${withCurrencyDecimals(maxFiatAmount, fiatCurrency)} ${fiatCurrency}`;
    throw new CheckoutError("VALIDATION_ERROR", fault("links.mostAmount", { most }), {
      param: "fiatAmount",
    });
  }
  const current = await rates.current();
  let refusal: unknown = null;
  for (const { token } of tokensForPrice(acceptedTokens(chains, project), "fiat", null)) {
    try {
      convert(current, { kind: "fiat", fiatAmount, fiatCurrency }, token, project.minimumUnits);
      return fiatAmount;
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal !== null) throw refusal;
  return fiatAmount;
}
