import type {
  Checkout,
  Refund,
  Stray,
  WebhookEndpoint,
} from "../../../../packages/client/src/generated/types";
import { aboveWhat } from "./explain";
import { inToken, keptUnits, onNetwork } from "./money";

export const attentionKinds = [
  "late_payment",
  "partial_payment",
  "overpayment",
  "stray_payment",
  "refund_to_approve",
  "refund_to_sign",
  "refund_without_address",
  "refund_stuck",
  "refund_failed",
  "webhook_endpoint_failing",
  "webhook_endpoint_disabled",
] as const;

export type AttentionItem = {
  kind: (typeof attentionKinds)[number];
  /** The checkout, refund or endpoint. */
  id: string;
  checkoutId: string | null;
  since: string;
  /** Sentences of ours alone. */
  explanation: string;
  nextStep: string;
};

const hourMs = 3_600_000;
/** A refund is final minutes after it was sent. */
const stuckAfterMs = hourMs;
/** A customer may be on holiday for a few days; a claim link ends after seven. */
const claimPatienceMs = 72 * hourMs;

/** A checkout whose money needs a decision; null for the others. */
export function attentionOfCheckout(checkout: Checkout): AttentionItem | null {
  const { id, status, isPaid, overpayment, token } = checkout;
  const about = { id, checkoutId: id };
  const kept = keptUnits(checkout);
  if (status === "LATE_PAID" && !isPaid)
    return {
      ...about,
      kind: "late_payment",
      since: checkout.expiresAt,
      explanation: `${onNetwork(kept, checkout)} arrived after the deadline or after the cancellation.`,
      nextStep: "Accept it in the dashboard, or refund it. Don't ship before.",
    };
  if ((status === "EXPIRED" || status === "CANCELLED") && kept > 0n)
    return {
      ...about,
      kind: "partial_payment",
      since: checkout.expiresAt,
      explanation: `It is ${status}, and ${onNetwork(kept, checkout)} arrived.`,
      nextStep:
        status === "CANCELLED"
          ? "Refund it."
          : "Accept it in the dashboard as the whole payment, or refund it.",
    };
  if (status === "PENDING" && kept > 0n)
    return {
      ...about,
      kind: "partial_payment",
      since: checkout.createdAt,
      explanation: `${onNetwork(kept, checkout)} arrived of ${inToken(checkout.amount ?? "0", token)}.`,
      nextStep: `The customer can send the rest until ${checkout.expiresAt}. You can accept what arrived.`,
    };
  if (overpayment !== null && overpayment.refundable !== "0")
    return {
      ...about,
      kind: "overpayment",
      since: overpayment.requestedAt ?? checkout.paidAt ?? checkout.createdAt,
      explanation: `${onNetwork(overpayment.refundable, checkout)} arrived ${aboveWhat(checkout)}${overpayment.requestedAt === null ? "" : ", and the customer asked for it back"}.`,
      nextStep: "Refund it with the type OVERPAYMENT.",
    };
  return null;
}

/** A refund that waits for the merchant, failed, or takes too long. */
export function attentionOfRefund(refund: Refund, now: Date): AttentionItem | null {
  const { id, checkoutId, status, createdAt: since, failureCode } = refund;
  const ageMs = now.getTime() - Date.parse(since);
  const item = (kind: AttentionItem["kind"], explanation: string, nextStep: string) => ({
    kind,
    id,
    checkoutId,
    since,
    explanation,
    nextStep,
  });
  switch (status) {
    case "AWAITING_APPROVAL":
      return item(
        "refund_to_approve",
        "The refund is above the daily limit.",
        "An owner has to approve it in the dashboard.",
      );
    case "AWAITING_SIGNATURE":
      return item(
        "refund_to_sign",
        "The refund waits for the signature of the merchant's wallet.",
        "Sign it in the dashboard.",
      );
    case "AWAITING_ADDRESS":
      return ageMs < claimPatienceMs
        ? null
        : item(
            "refund_without_address",
            "The customer hasn't entered an address yet.",
            "Remind the customer. A new claim link can be created in the dashboard.",
          );
    case "PENDING":
    case "PROCESSING":
      return ageMs < stuckAfterMs
        ? null
        : item(
            "refund_stuck",
            `The refund has been ${status} for more than an hour.`,
            "Tell the operator of the service: the refund wallet may lack gas, or the network is disturbed.",
          );
    case "FAILED":
      return item(
        "refund_failed",
        `The refund failed${failureCode === null ? "" : ` with ${failureCode}`}. No money moved.`,
        "Request it again, unless another refund replaced it.",
      );
    case "COMPLETED":
    case "CANCELLED":
      return null;
    default:
      return status satisfies never;
  }
}

/** Its URL may hold a secret, so the id has to do. */
export function attentionOfEndpoint({
  id,
  failingSince,
  disabledAt,
}: Pick<WebhookEndpoint, "id" | "failingSince" | "disabledAt">): AttentionItem | null {
  if (disabledAt !== null)
    return {
      kind: "webhook_endpoint_disabled",
      id,
      checkoutId: null,
      since: disabledAt,
      explanation: "The webhook endpoint is disabled and receives nothing.",
      nextStep: "If it should work, enable it in the dashboard and resend what failed.",
    };
  if (failingSince !== null)
    return {
      kind: "webhook_endpoint_failing",
      id,
      checkoutId: null,
      since: failingSince,
      explanation: "Every delivery to the webhook endpoint has failed since then.",
      nextStep: "Look at its deliveries in the dashboard, and at the log of your own server.",
    };
  return null;
}

/** Without decisions it waits for its checkout, unless a refund returns it. */
export function attentionOfStray(stray: Stray, decimals: number | null): AttentionItem | null {
  const { checkoutId, decisions, refundId, symbol, chainId } = stray;
  if (refundId !== null) return null;
  const token = symbol === null || decimals === null ? null : { symbol, decimals };
  return {
    kind: "stray_payment",
    id: checkoutId,
    checkoutId,
    since: stray.seenAt,
    explanation: `${inToken(stray.amount, token)}${token === null && stray.tokenAddress !== null ? ` of token ${stray.tokenAddress}` : ""} on chain ${chainId} can't pay the checkout.`,
    nextStep:
      decisions.length === 0
        ? "Wait until the checkout is paid or has expired."
        : `Decide in the dashboard: ${decisions.join(", ")}.`,
  };
}
