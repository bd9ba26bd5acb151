import type { Checkout } from "../../../packages/client/src/generated/types";

/** The state of a checkout in Medusa's words. Money that is in a block, but not final, is still pending. */
export function sessionStatus(
  checkout: Pick<Checkout, "status" | "isPaid">,
): "pending" | "captured" | "canceled" {
  if (checkout.isPaid || checkout.status === "REFUNDED") return "captured";
  switch (checkout.status) {
    case "PENDING":
    case "DETECTED":
    // It waits for the merchant, who accepts it or returns it.
    case "LATE_PAID":
      return "pending";
    default:
      return "canceled";
  }
}

/** Whether this shop's server created the checkout for the session. A publishable key can create a cheaper one. */
export function isOrderOf(
  checkout: Pick<Checkout, "createdVia" | "referenceId" | "metadata">,
  sessionId: string,
): boolean {
  return (
    checkout.createdVia === "server_key" &&
    checkout.referenceId === sessionId &&
    checkout.metadata.medusaSession === sessionId
  );
}
