import type { CheckoutStatus } from "./checkout.rules";
import { type Payment, standsPaid } from "./payment-matching.rules";
import type { RecomputedStatus, Trigger } from "./transition.rules";

export type Situation = {
  status: CheckoutStatus;
  lateAccepted: boolean;
  /** It was cancelled by the merchant at some time. */
  cancelled: boolean;
  payment: Payment;
  /** Funds of the paying token that reached the merchant's wallet, final. */
  sweptUnits: bigint;
  /** Confirmed refunds. */
  refundedUnits: bigint;
  /** A reorg took one of them just now. */
  refundReverted: boolean;
  /** It became LATE_PAID just now, and its project takes such payments as they come. */
  acceptsLate: boolean;
  /** `expiresAt` passed and the chain was scanned past it (`isTimeOver`). */
  timeOver: boolean;
};

/**
 * The trigger that the facts pull now, or null when the checkout stands where it should. Pulled again
 * after each move until it answers null, so one look may go PENDING → DETECTED → PAID.
 */
export function decide(situation: Situation): Trigger | null {
  const { status, payment, timeOver } = situation;
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
      return isAllBack(situation) ? { kind: "refunded_in_full" } : null;
    case "CANCELLED":
      if (payment.final) return { kind: "late_payment_final" };
      return isAllBack(situation) ? { kind: "refunded_in_full" } : null;
    case "PAID":
    case "LATE_PAID":
    case "SETTLED":
      if (!standsPaid(status, situation.lateAccepted, payment))
        return { kind: "deep_reorg", recomputed: recompute(situation) };
      if (status === "LATE_PAID" && situation.acceptsLate && !situation.lateAccepted && !situation.cancelled)
        return { kind: "late_payment_accepted" };
      if (isAllBack(situation)) return { kind: "refunded_in_full" };
      if (status !== "SETTLED") return isSwept(situation) ? { kind: "swept" } : null;
      // The payment stands, the sweep that settled it does not: the funds lie at the deposit address again.
      return isSwept(situation) ? null : { kind: "deep_reorg", recomputed: recompute(situation) };
    case "REFUNDED":
      return isRefundGone(situation) ? { kind: "deep_reorg", recomputed: recompute(situation) } : null;
    default:
      return status satisfies never;
  }
}

/** Everything that was received is final, and confirmed refunds gave all of it back. */
function isAllBack(situation: Situation): boolean {
  const { totalUnits, finalUnits } = situation.payment;
  return totalUnits > 0n && finalUnits === totalUnits && coversReceived(situation);
}

/** More went back than came only where the payment is whole: what is missing of it, a reorg took. */
function coversReceived({ payment, refundedUnits }: Situation): boolean {
  if (refundedUnits === payment.totalUnits) return true;
  return refundedUnits > payment.totalUnits && payment.completedBy !== null;
}

/** Of a refunded checkout a reorg took the payment, or a refund of it. Money that came afterwards changes nothing. */
function isRefundGone(situation: Situation): boolean {
  const { payment, refundedUnits, refundReverted } = situation;
  if (refundedUnits > payment.totalUnits) return !coversReceived(situation);
  // Both at once: nothing came, and nothing is back of it.
  if (refundedUnits === 0n) return true;
  return refundReverted && refundedUnits < payment.totalUnits;
}

/** What went to the merchant, with what went back to the customer, covers the price. */
function isSwept({ payment, sweptUnits, refundedUnits, status, lateAccepted }: Situation): boolean {
  if (status === "LATE_PAID" && !lateAccepted) return false;
  return sweptUnits > 0n && sweptUnits + refundedUnits >= payment.requiredUnits;
}

function recompute({ payment, cancelled, timeOver }: Situation): RecomputedStatus {
  if (cancelled) return "CANCELLED";
  if (payment.completedBy !== null && payment.onTime) return payment.finalOnTime ? "PAID" : "DETECTED";
  return timeOver ? "EXPIRED" : "PENDING";
}
