import type { CheckoutStatus } from "./checkout.rules";
import type { EventKind } from "./events.rules";

/** What can move a checkout. Conditions that need facts (amounts, blocks, time) are settled by `decide`. */
export type Trigger =
  /** Counted transfers reach the amount in a block that is not after `expiresAt`. */
  | { kind: "payment_seen" }
  /** Transfers that are final by the chain's policy reach the amount. */
  | { kind: "payment_final" }
  /** A reorg dropped the payment below the amount before it was final. */
  | { kind: "payment_reverted"; timeOver: boolean }
  /** `expiresAt` passed and the chain was scanned past it. */
  | { kind: "time_over" }
  | { kind: "cancel" }
  /** After expiry or cancellation: final transfers complete the amount. */
  | { kind: "late_payment_final" }
  | { kind: "late_payment_accepted" }
  /** The funds reached the merchant's wallet. */
  | { kind: "swept" }
  /** Confirmed refunds equal everything received. */
  | { kind: "refunded_in_full" }
  /** A reorg went past the confirmation policy; `recomputed` is what the canonical logs say now. */
  | { kind: "deep_reorg"; recomputed: RecomputedStatus };

export type RecomputedStatus = Extract<
  CheckoutStatus,
  "PENDING" | "DETECTED" | "PAID" | "EXPIRED" | "CANCELLED"
>;

/** What the machine looks at. */
export type CheckoutState = {
  status: CheckoutStatus;
  /** The merchant accepted a late payment. */
  lateAccepted: boolean;
  /** Final transfers or ledger balance remain at its deposit address or with the merchant. */
  holdsFunds: boolean;
};

export type Transition =
  | { kind: "moved"; status: CheckoutStatus; lateAccepted: boolean; event: EventKind; freeze: boolean }
  | { kind: "refused"; from: CheckoutStatus; trigger: Trigger["kind"] };

/**
 * The next state of a checkout and the event that tells of it: the whole table, every other pair refused.
 *
 * @example
 * transition({ status: "PENDING", lateAccepted: false, holdsFunds: false }, { kind: "cancel" })
 * // { kind: "moved", status: "CANCELLED", event: "checkout.cancelled", … }
 */
export function transition(state: CheckoutState, trigger: Trigger): Transition {
  const { status, lateAccepted, holdsFunds } = state;
  const move = (to: CheckoutStatus, event: EventKind): Transition => ({
    kind: "moved",
    status: to,
    lateAccepted,
    event,
    freeze: false,
  });
  const refused: Transition = { kind: "refused", from: status, trigger: trigger.kind };

  switch (trigger.kind) {
    case "payment_seen":
      // From EXPIRED: an on-time block that was found late, after an outage.
      return status === "PENDING" || status === "EXPIRED" ? move("DETECTED", "checkout.detected") : refused;
    case "payment_final":
      return status === "DETECTED" ? move("PAID", "checkout.paid") : refused;
    case "payment_reverted":
      return status === "DETECTED"
        ? move(trigger.timeOver ? "EXPIRED" : "PENDING", "checkout.reverted")
        : refused;
    case "time_over":
      return status === "PENDING" ? move("EXPIRED", "checkout.expired") : refused;
    case "cancel":
      return status === "PENDING" ? move("CANCELLED", "checkout.cancelled") : refused;
    case "late_payment_final":
      return status === "EXPIRED" || status === "CANCELLED"
        ? move("LATE_PAID", "checkout.late_paid")
        : refused;
    case "late_payment_accepted":
      return status === "LATE_PAID" && !lateAccepted
        ? {
            kind: "moved",
            status: "LATE_PAID",
            lateAccepted: true,
            event: "checkout.late_paid",
            freeze: false,
          }
        : refused;
    case "swept":
      return status === "PAID" || (status === "LATE_PAID" && lateAccepted)
        ? move("SETTLED", "checkout.settled")
        : refused;
    case "refunded_in_full":
      return status === "PAID" ||
        status === "LATE_PAID" ||
        status === "SETTLED" ||
        ((status === "EXPIRED" || status === "CANCELLED") && holdsFunds)
        ? move("REFUNDED", "checkout.refunded")
        : refused;
    case "deep_reorg":
      return (status === "PAID" || status === "LATE_PAID" || status === "SETTLED" || status === "REFUNDED") &&
        trigger.recomputed !== status
        ? {
            kind: "moved",
            status: trigger.recomputed,
            lateAccepted: false,
            event: "checkout.reverted",
            // Money may already have left: no automatic settlement until somebody looked.
            freeze: true,
          }
        : refused;
    default:
      return trigger satisfies never;
  }
}
