import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { isStillPaid, type Payment } from "./payment-matching.rules";

/** Triggers of a checkout's transitions. `decide` checks conditions that need facts (amounts, blocks, time). */
export type Trigger =
  /** Counted transfers reach the amount in a block not after `expiresAt`. */
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
  /** The merchant accepts the received amount as the price: all of a late payment, or a part. */
  | { kind: "accepted" }
  /** The funds reached the merchant's wallet. */
  | { kind: "swept" }
  /** Confirmed refunds equal everything received. */
  | { kind: "refunded_in_full" }
  /** A reorg went deeper than the confirmation policy; `recomputed` is the status by the canonical logs. */
  | { kind: "deep_reorg"; recomputed: RecomputedStatus };

export type RecomputedStatus = Extract<
  CheckoutStatus,
  "PENDING" | "DETECTED" | "PAID" | "EXPIRED" | "CANCELLED"
>;

/** Input of the state machine. */
export type CheckoutState = {
  status: CheckoutStatus;
  /** The merchant accepted money after expiry or cancellation. */
  lateAccepted: boolean;
  /** Final transfers or ledger balance remain at its deposit address or with the merchant. */
  holdsFunds: boolean;
};

export type Transition =
  | { kind: "moved"; status: CheckoutStatus; lateAccepted: boolean; event: EventKind; freeze: boolean }
  | { kind: "refused"; from: CheckoutStatus; trigger: Trigger["kind"] };

/**
 * The next state of a checkout and its event: the complete table; every other pair is refused.
 *
 * @example transition({ status: "PENDING", lateAccepted: false, holdsFunds: false }, { kind: "cancel" }) // { kind:
 * "moved", status: "CANCELLED", event: "checkout.cancelled", … }
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
      // From EXPIRED: a block in time was found late, after an outage.
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
    case "accepted":
      if (status === "PENDING") return move("DETECTED", "checkout.detected");
      return (status === "LATE_PAID" && !lateAccepted) || (status === "EXPIRED" && holdsFunds)
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
            // Money may already have left: no automatic settlement before an operator reviews it.
            freeze: true,
          }
        : refused;
    default:
      return trigger satisfies never;
  }
}

/** A reorg took the accepted payment: the checkout is open again at its price, and the merchant may accept anew. */
export function endsAcceptance(trigger: Trigger): boolean {
  if (trigger.kind !== "deep_reorg") return trigger.kind === "payment_reverted";
  return trigger.recomputed !== "DETECTED" && trigger.recomputed !== "PAID";
}

export type TransitionInput = {
  status: CheckoutStatus;
  lateAccepted: boolean;
  /** The merchant accepted less than the price. */
  partAccepted: boolean;
  /** The merchant cancelled it at some time. */
  cancelled: boolean;
  payment: Payment;
  /** Funds of the paying token that reached the merchant's wallet, final. */
  sweptUnits: bigint;
  /** Confirmed refunds. */
  refundedUnits: bigint;
  /** A reorg just took one of them. */
  refundReverted: boolean;
  /** It just became LATE_PAID, and its project accepts late payments automatically. */
  acceptsLate: boolean;
  /** `expiresAt` passed and the chain was scanned past it (`isTimeOver`). */
  timeOver: boolean;
};

/**
 * The trigger that the facts call for, or null when the status is right. Called again after each move until it returns
 * null, so one evaluation may go PENDING → DETECTED → PAID.
 */
export function decide(input: TransitionInput): Trigger | null {
  const { status, payment, timeOver } = input;
  const paidOnTime = payment.completedBy !== null && payment.onTime;

  switch (status) {
    case "PENDING":
      if (paidOnTime) return { kind: "payment_seen" };
      return timeOver ? { kind: "time_over" } : null;
    case "DETECTED":
      if (!paidOnTime) return { kind: "payment_reverted", timeOver };
      return payment.finalOnTime ? { kind: "payment_final" } : null;
    case "EXPIRED":
      if (paidOnTime) return { kind: "payment_seen" };
      if (payment.final) return { kind: "late_payment_final" };
      return isAllBack(input) ? { kind: "refunded_in_full" } : null;
    case "CANCELLED":
      if (payment.final) return { kind: "late_payment_final" };
      return isAllBack(input) ? { kind: "refunded_in_full" } : null;
    case "PAID":
    case "LATE_PAID":
    case "SETTLED":
      if (!isStillPaid(status, input.lateAccepted, payment))
        return { kind: "deep_reorg", recomputed: recompute(input) };
      if (status === "LATE_PAID" && input.acceptsLate && !input.lateAccepted && !input.cancelled)
        return { kind: "accepted" };
      if (isAllBack(input)) return { kind: "refunded_in_full" };
      if (status !== "SETTLED") return isSwept(input) ? { kind: "swept" } : null;
      // The payment exists but the sweep that settled it does not: the funds are at the deposit address again.
      return isSwept(input) ? null : { kind: "deep_reorg", recomputed: recompute(input) };
    case "REFUNDED":
      return isRefundGone(input) ? { kind: "deep_reorg", recomputed: recompute(input) } : null;
    default:
      return status satisfies never;
  }
}

/** Everything received is final, and confirmed refunds returned all of it. */
function isAllBack(input: TransitionInput): boolean {
  const { totalUnits, finalUnits } = input.payment;
  return totalUnits > 0n && finalUnits === totalUnits && coversReceived(input);
}

/** Refunds may exceed receipts only while the payment is complete: a reorg took the missing part. */
function coversReceived({ payment, refundedUnits }: TransitionInput): boolean {
  if (refundedUnits === payment.totalUnits) return true;
  return refundedUnits > payment.totalUnits && payment.completedBy !== null;
}

/** A reorg took the payment of a refunded checkout, or one of its refunds. Money that arrived later changes nothing. */
function isRefundGone(input: TransitionInput): boolean {
  const { payment, refundedUnits, refundReverted } = input;
  if (refundedUnits > payment.totalUnits) return !coversReceived(input);
  // Nothing received and nothing refunded.
  if (refundedUnits === 0n) return true;
  return refundReverted && refundedUnits < payment.totalUnits;
}

/** Sweeps and refunds together cover the price. */
function isSwept({ payment, sweptUnits, refundedUnits, status, lateAccepted }: TransitionInput): boolean {
  if (status === "LATE_PAID" && !lateAccepted) return false;
  return sweptUnits > 0n && sweptUnits + refundedUnits >= payment.requiredUnits;
}

function recompute({
  payment,
  cancelled,
  timeOver,
  partAccepted,
  lateAccepted,
}: TransitionInput): RecomputedStatus {
  if (cancelled) return "CANCELLED";
  // On time is a part of the price, which only the acceptance after expiry made enough.
  if (partAccepted && lateAccepted) return "EXPIRED";
  if (payment.completedBy !== null && payment.onTime) return payment.finalOnTime ? "PAID" : "DETECTED";
  return timeOver ? "EXPIRED" : "PENDING";
}
