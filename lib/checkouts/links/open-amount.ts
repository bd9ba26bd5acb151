import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import { fiatAmountProblem } from "@/lib/checkouts/checkout-input.schema";
import type { CreateCheckoutDeps } from "@/lib/checkouts/create-checkout";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Project } from "@/lib/projects/project.store";
import { convert } from "@/lib/rates/price-token";
import { readTypedAmount } from "./payment-link.rules";

/** @throws CheckoutError VALIDATION_ERROR */
export function requireFiatAmount(fiatAmount: string, fiatCurrency: string | null): void {
  const message = fiatAmountProblem(fiatAmount, fiatCurrency ?? undefined);
  if (message === null) return;
  const param = "fiatAmount";
  throw new CheckoutError("VALIDATION_ERROR", `${param}: ${message}`, {
    param,
    details: [{ param, message }],
  });
}

/**
 * The price that a customer typed. One that no token could carry is refused now, not on the next page.
 *
 * @throws CheckoutError VALIDATION_ERROR, AMOUNT_TOO_SMALL, EXCHANGE_RATE_UNAVAILABLE
 */
export async function readOpenAmount(
  { chains, rates }: Pick<CreateCheckoutDeps, "chains" | "rates">,
  project: Project,
  fiatCurrency: string,
  typed: string,
): Promise<string> {
  const fiatAmount = readTypedAmount(typed);
  requireFiatAmount(fiatAmount, fiatCurrency);
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
