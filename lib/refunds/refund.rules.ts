import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";

/** What the customer bought; the price in the refund's token is null for a refund in another one. */
export type RefundedPurchase = Pick<Checkout, "itemName" | "fiatAmount" | "fiatCurrency" | "amountUnits">;

/** A link to a refund's page, as stored. */
export type StoredLink = { hash: string; expiresAt: Date };

/** The status that follows when a refund stops waiting (`waitsFor`). */
export type WaitingStatus = Extract<RefundStatus, "AWAITING_ADDRESS" | "AWAITING_SIGNATURE" | "PENDING">;

/** Triggers of a refund's transitions. */
export type RefundTrigger =
  /** An owner approved a refund above the daily limit or of a frozen checkout. */
  | { kind: "approved"; next: WaitingStatus }
  /** The customer named an address, or proved one with a signature. */
  | { kind: "address_named"; next: Exclude<WaitingStatus, "AWAITING_ADDRESS"> }
  | { kind: "cancelled" }
  /** The checkout was frozen meanwhile: an owner has to review before we send. */
  | { kind: "held" }
  /** The service's transaction is signed and stored: it may be on the network. */
  | { kind: "sent" }
  /** That transaction can never pay: it reverted, or another one used its nonce for good. */
  | { kind: "unsent" }
  /** The funds left the deposit address: only the merchant can pay it now. */
  | { kind: "funds_left" }
  /** The token permanently refuses this destination. */
  | { kind: "refused" }
  /** The chain shows its payment. */
  | { kind: "payment_seen" }
  /** The payment is final by the chain's policy. */
  | { kind: "payment_final" }
  /** A reorg took the payment; `next` is PROCESSING while the service's own transaction can still pay it. */
  | { kind: "payment_reverted"; next: "PROCESSING" | "AWAITING_SIGNATURE" };

export type RefundTransition =
  | { kind: "moved"; status: RefundStatus; event: EventKind | null }
  | { kind: "refused"; from: RefundStatus; trigger: RefundTrigger["kind"] };

const cancellable: ReadonlySet<RefundStatus> = new Set<RefundStatus>([
  "AWAITING_APPROVAL",
  "AWAITING_ADDRESS",
  "AWAITING_SIGNATURE",
  "PENDING",
]);

/** Whether an owner can still cancel it: nothing is on the network. */
export function isCancellableRefund(status: RefundStatus): boolean {
  return cancellable.has(status);
}

/** Whether a refund still reserves part of the received amount. */
export function isOpenRefund(status: RefundStatus): boolean {
  return status === "PROCESSING" || cancellable.has(status);
}

/**
 * The next state of a refund and its event: the complete table; every other pair is refused.
 *
 * @example refundTransition("PENDING", { kind: "sent" }) // { kind: "moved", status: "PROCESSING", event: null }
 */
export function refundTransition(status: RefundStatus, trigger: RefundTrigger): RefundTransition {
  const move = (to: RefundStatus, event: EventKind | null = null): RefundTransition => ({
    kind: "moved",
    status: to,
    event,
  });
  const refused: RefundTransition = { kind: "refused", from: status, trigger: trigger.kind };

  switch (trigger.kind) {
    case "approved":
      return status === "AWAITING_APPROVAL" ? move(trigger.next) : refused;
    case "address_named":
      return status === "AWAITING_ADDRESS" ? move(trigger.next) : refused;
    case "cancelled":
      return cancellable.has(status) ? move("CANCELLED", "refund.cancelled") : refused;
    case "held":
      return status === "PENDING" ? move("AWAITING_APPROVAL") : refused;
    case "sent":
      return status === "PENDING" ? move("PROCESSING") : refused;
    case "unsent":
      return status === "PROCESSING" ? move("PENDING") : refused;
    case "funds_left":
      return status === "PENDING" ? move("AWAITING_SIGNATURE") : refused;
    case "refused":
      return status === "PENDING" ? move("FAILED", "refund.failed") : refused;
    case "payment_seen":
      // The key holder may pay before an approval; the chain decides.
      return cancellable.has(status) || status === "PROCESSING" ? move("PROCESSING") : refused;
    case "payment_final":
      return status === "PROCESSING" ? move("COMPLETED", "refund.completed") : refused;
    case "payment_reverted":
      return status === "PROCESSING" || status === "COMPLETED" ? move(trigger.next) : refused;
    default:
      return trigger satisfies never;
  }
}
