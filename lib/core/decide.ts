import type { CheckoutStatus } from "./checkout";
import { type Payment, standsPaid } from "./payment-matching";
import type { RecomputedStatus, Trigger } from "./transition";

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
      return payment.final ? { kind: "late_payment_final" } : null;
    case "CANCELLED":
      return payment.final ? { kind: "late_payment_final" } : null;
    case "PAID":
    case "LATE_PAID":
    case "SETTLED":
      if (!standsPaid(status, situation.lateAccepted, payment))
        return { kind: "deep_reorg", recomputed: recompute(situation) };
      if (status !== "SETTLED") return isSwept(situation) ? { kind: "swept" } : null;
      // The payment stands, the sweep that settled it does not: the funds lie at the deposit address again.
      return isSwept(situation) ? null : { kind: "deep_reorg", recomputed: recompute(situation) };
    case "REFUNDED":
      // More went back than was ever received, by the chain as it now is.
      return situation.refundedUnits > payment.totalUnits
        ? { kind: "deep_reorg", recomputed: recompute(situation) }
        : null;
    default:
      return status satisfies never;
  }
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
