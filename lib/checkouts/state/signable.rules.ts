import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { remainingUnits } from "./payment-matching.rules";

export const authorizationStatuses = ["PENDING", "SENT", "USED", "FAILED"] as const;

export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** What decides whether a signature pays a checkout. */
export type SignableCheckout = Pick<
  Checkout,
  | "status"
  | "chainId"
  | "tokenAddress"
  | "amountUnits"
  | "acceptedUnits"
  | "totalPaidUnits"
  | "toleranceBps"
  | "expiresAt"
  | "depositAddress"
>;

/** How long an authorization must remain valid when we receive it. */
export const leastValidSeconds = 120n;

/**
 * The `validBefore` that the payment page signs. Anyone who sees an authorization can submit it until then, so it ends
 * with the checkout's own time.
 */
export function latestValidBefore(expiresAt: Date): bigint {
  return seconds(expiresAt) + 1n;
}

/** Whether a signature could still pay something in time. */
export function takesAuthorization(checkout: SignableCheckout, now: Date): boolean {
  if (checkout.status !== "PENDING" || checkout.chainId === null || checkout.tokenAddress === null)
    return false;
  const hasTime = latestValidBefore(checkout.expiresAt) - seconds(now) >= leastValidSeconds;
  return hasTime && remainingUnits(checkout) > 0n;
}

export function seconds(date: Date): bigint {
  return BigInt(Math.floor(date.getTime() / 1_000));
}
