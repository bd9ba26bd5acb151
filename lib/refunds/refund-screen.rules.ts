import type { RefundStatus } from "@/lib/checkouts/refunds/refund.rules";

/** The screens of the page behind a refund's link: one task per screen. */
export const refundScreens = [
  "ask",
  "confirm",
  "sign",
  "not_ready",
  "taken",
  "sending",
  "sent",
  "failed",
  "cancelled",
] as const;

export type RefundScreen = (typeof refundScreens)[number];

/** The part of the view that decides the screen. */
export type RefundScreenFacts = {
  link: "claim" | "sign";
  status: RefundStatus;
  destinationAddress: string | null;
  txHash: string | null;
  call: { from: string; to: string; data: string } | null;
};

/**
 * The screen of a refund's link.
 *
 * @param named the customer entered a valid address and has yet to confirm it
 */
export function refundScreen(
  { link, status, destinationAddress, call }: RefundScreenFacts,
  named = false,
): RefundScreen {
  switch (status) {
    case "AWAITING_APPROVAL":
    case "AWAITING_ADDRESS":
      if (link === "sign") return "not_ready";
      // The customer may name an address before the owner's approval.
      if (destinationAddress !== null) return "taken";
      return named ? "confirm" : "ask";
    case "AWAITING_SIGNATURE":
      // Without a call there is nothing to sign: it is already being sent, or not ready yet.
      return link === "sign" && call !== null ? "sign" : "taken";
    case "PENDING":
      return "taken";
    case "PROCESSING":
      return "sending";
    case "COMPLETED":
      return "sent";
    case "FAILED":
      return "failed";
    case "CANCELLED":
      return "cancelled";
    default:
      return status satisfies never;
  }
}

/** Equal for two views exactly when the page would show the same. */
export function refundFingerprint(facts: RefundScreenFacts): string {
  const { call, destinationAddress, txHash } = facts;
  return JSON.stringify([
    refundScreen(facts),
    destinationAddress,
    txHash,
    call === null ? null : [call.from, call.to, call.data],
  ]);
}
