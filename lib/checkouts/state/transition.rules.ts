import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
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

/**
 * The next state of a checkout and its event: the complete table; null for every other pair.
 *
 * @example transition(pending, payment, { kind: "cancel" }) // { status: "CANCELLED", event: "checkout.cancelled", … }
 */
export function transition(
  { status, lateAcceptedAt }: { status: CheckoutStatus; lateAcceptedAt: Date | null },
  { finalUnits }: { finalUnits: bigint },
  trigger: Trigger,
): {
  status: CheckoutStatus;
  event: EventKind;
  /** The merchant accepted money after expiry or cancellation. */
  lateAccepted: boolean;
  /** Money may already have left: no automatic settlement before an operator reviews it. */
  freeze: boolean;
} | null {
  const lateAccepted = lateAcceptedAt !== null;
  const move = (to: CheckoutStatus, event: EventKind) => ({ status: to, event, lateAccepted, freeze: false });

  switch (trigger.kind) {
    case "payment_seen":
      // From EXPIRED: a block in time was found late, after an outage.
      return status === "PENDING" || status === "EXPIRED" ? move("DETECTED", "checkout.detected") : null;
    case "payment_final":
      return status === "DETECTED" ? move("PAID", "checkout.paid") : null;
    case "payment_reverted":
      return status === "DETECTED"
        ? move(trigger.timeOver ? "EXPIRED" : "PENDING", "checkout.reverted")
        : null;
    case "time_over":
      return status === "PENDING" ? move("EXPIRED", "checkout.expired") : null;
    case "cancel":
      return status === "PENDING" ? move("CANCELLED", "checkout.cancelled") : null;
    case "late_payment_final":
      return status === "EXPIRED" || status === "CANCELLED" ? move("LATE_PAID", "checkout.late_paid") : null;
    case "accepted":
      if (status === "PENDING") return move("DETECTED", "checkout.detected");
      return (status === "LATE_PAID" && !lateAccepted) || (status === "EXPIRED" && finalUnits > 0n)
        ? { ...move("LATE_PAID", "checkout.late_paid"), lateAccepted: true }
        : null;
    case "swept":
      return status === "PAID" || (status === "LATE_PAID" && lateAccepted)
        ? move("SETTLED", "checkout.settled")
        : null;
    case "refunded_in_full":
      return status === "PAID" ||
        status === "LATE_PAID" ||
        status === "SETTLED" ||
        ((status === "EXPIRED" || status === "CANCELLED") && finalUnits > 0n)
        ? move("REFUNDED", "checkout.refunded")
        : null;
    case "deep_reorg":
      return (status === "PAID" || status === "LATE_PAID" || status === "SETTLED" || status === "REFUNDED") &&
        trigger.recomputed !== status
        ? { ...move(trigger.recomputed, "checkout.reverted"), lateAccepted: false, freeze: true }
        : null;
    default:
      return trigger satisfies never;
  }
}

/** A reorg took the accepted payment: the checkout is open again at its price, and the merchant may accept anew. */
export function endsAcceptance(trigger: Trigger): boolean {
  if (trigger.kind !== "deep_reorg") return trigger.kind === "payment_reverted";
  return trigger.recomputed !== "DETECTED" && trigger.recomputed !== "PAID";
}

/**
 * The trigger that the facts call for, or null when the status is right. Called again after each move until it returns
 * null, so one evaluation may go PENDING → DETECTED → PAID.
 */
export function decide(
  checkout: Checkout,
  payment: Payment,
  {
    sweptUnits,
    refundReverted,
    acceptsLate,
    timeOver,
  }: {
    /** Funds of the paying token that reached the merchant's wallet, final. */
    sweptUnits: bigint;
    /** A reorg just took one of its confirmed refunds. */
    refundReverted: boolean;
    /** It just became LATE_PAID, its project accepts late payments automatically, and nothing speaks against it. */
    acceptsLate: boolean;
    /** `expiresAt` passed and the chain was scanned past it (`isTimeOver`). */
    timeOver: boolean;
  },
): Trigger | null {
  const { status, lateAcceptedAt } = checkout;
  const paidOnTime = payment.completedBy !== null && payment.onTime;
  const deepReorg = (): Trigger => ({
    kind: "deep_reorg",
    recomputed: recompute(checkout, payment, timeOver),
  });

  switch (status) {
    case "PENDING":
      if (paidOnTime) return { kind: "payment_seen" };
      return timeOver ? { kind: "time_over" } : null;
    case "DETECTED":
      if (!paidOnTime) return { kind: "payment_reverted", timeOver };
      return payment.finalOnTime ? { kind: "payment_final" } : null;
    case "EXPIRED":
      // Its successor may be paid as well: the merchant decides, even on a payment in time that was found late.
      if (paidOnTime && checkout.replacedBy === null) return { kind: "payment_seen" };
      if (payment.final) return { kind: "late_payment_final" };
      return isAllBack(checkout, payment) ? { kind: "refunded_in_full" } : null;
    case "CANCELLED":
      if (payment.final) return { kind: "late_payment_final" };
      return isAllBack(checkout, payment) ? { kind: "refunded_in_full" } : null;
    case "PAID":
    case "LATE_PAID":
    case "SETTLED":
      if (!isStillPaid(status, lateAcceptedAt, payment)) return deepReorg();
      if (status === "LATE_PAID" && acceptsLate && lateAcceptedAt === null && checkout.cancelledAt === null)
        return { kind: "accepted" };
      if (isAllBack(checkout, payment)) return { kind: "refunded_in_full" };
      if (status !== "SETTLED") return isSwept(checkout, payment, sweptUnits) ? { kind: "swept" } : null;
      // The payment exists but the sweep that settled it does not: the funds are at the deposit address again.
      return isSwept(checkout, payment, sweptUnits) ? null : deepReorg();
    case "REFUNDED":
      return isRefundGone(checkout, payment, refundReverted) ? deepReorg() : null;
    default:
      return status satisfies never;
  }
}

/** Everything received is final, and confirmed refunds returned all of it. */
function isAllBack(checkout: Checkout, payment: Payment): boolean {
  const { totalUnits, finalUnits } = payment;
  return totalUnits > 0n && finalUnits === totalUnits && coversReceived(checkout, payment);
}

/** Refunds may exceed receipts only while the payment is complete: a reorg took the missing part. */
function coversReceived({ refundedUnits }: Checkout, { totalUnits, completedBy }: Payment): boolean {
  return refundedUnits === totalUnits || (refundedUnits > totalUnits && completedBy !== null);
}

/**
 * A reorg took the payment of a refunded checkout, or its refund. Money that arrived later changes nothing, nor does the
 * refund of that money.
 */
function isRefundGone(checkout: Checkout, payment: Payment, refundReverted: boolean): boolean {
  const { refundedUnits } = checkout;
  if (refundedUnits > payment.totalUnits) return !coversReceived(checkout, payment);
  // Nothing received and nothing refunded.
  if (refundedUnits === 0n) return true;
  return refundReverted && refundedUnits < payment.totalUnits && refundedUnits < payment.requiredUnits;
}

/** Sweeps and refunds together cover the price. */
function isSwept(
  { status, lateAcceptedAt, refundedUnits }: Checkout,
  { requiredUnits }: Payment,
  sweptUnits: bigint,
): boolean {
  if (status === "LATE_PAID" && lateAcceptedAt === null) return false;
  return sweptUnits > 0n && sweptUnits + refundedUnits >= requiredUnits;
}

function recompute(checkout: Checkout, payment: Payment, timeOver: boolean): RecomputedStatus {
  if (checkout.cancelledAt !== null) return "CANCELLED";
  if (checkout.replacedBy !== null) return "EXPIRED";
  // On time is a part of the price, which only the acceptance after expiry made enough.
  if (isPartAccepted(checkout) && checkout.lateAcceptedAt !== null) return "EXPIRED";
  if (payment.completedBy !== null && payment.onTime) return payment.finalOnTime ? "PAID" : "DETECTED";
  return timeOver ? "EXPIRED" : "PENDING";
}

/** The merchant accepted less than the price. */
function isPartAccepted({ amountUnits, acceptedUnits }: Checkout): boolean {
  return acceptedUnits !== null && amountUnits !== null && acceptedUnits < amountUnits;
}
