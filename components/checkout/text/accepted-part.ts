import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { Localised } from "@/lib/platform/i18n/translation.rules";
import { displayAmount } from "./amounts";

type Accepted = Pick<PublicCheckoutView, "acceptedAmount" | "amount" | "token">;

/** The values of a message about a part of the price that the merchant accepted; null for none. */
export function acceptedPart(
  { acceptedAmount, amount, token }: Accepted,
  t: Localised,
): { received: string; amount: string; token: string } | null {
  if (acceptedAmount === null || amount === null || BigInt(acceptedAmount) >= BigInt(amount)) return null;
  return {
    received: displayAmount(acceptedAmount, token, t),
    amount: displayAmount(amount, token, t),
    token: token?.symbol ?? "",
  };
}
