import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { goesBack } from "@/lib/checkouts/state/overpayment.rules";
import {
  assessPayment,
  type CheckoutFacts,
  type PayableFacts,
} from "@/lib/checkouts/state/payment-matching.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Clock } from "@/lib/platform/clock";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { RefundStore } from "@/lib/refunds/refund.store";

export type Redemption = { checkout: Checkout; isFirst: boolean };

/**
 * Uses a checkout's payment for one request to the merchant's own API: of any number of concurrent calls, one is the
 * first. A payment that came too late or that goes back opens nothing. Whether there is one, the merchant's server knows
 * from the payment's answer, often before the scanner does.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's; CONFLICT when its payment doesn't
 * count
 * @throws LeaseLostError
 */
export async function redeemCheckout(
  { clock, refunds }: { clock: Clock; refunds: RefundStore },
  projectId: string,
  checkoutId: string,
  keep: Keep<Redemption> = null,
): Promise<Redemption> {
  return refunds.transaction(async (tx) => {
    const locked = await tx.lockCheckout(projectId, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const obstacle = obstacleOf(locked);
    if (obstacle !== null) throw new CheckoutError("CONFLICT", fault("payments.cantUse", { obstacle }));
    const isFirst = locked.checkout.redeemedAt === null;
    const now = clock.now();
    const checkout = isFirst ? { ...locked.checkout, redeemedAt: now } : locked.checkout;
    if (isFirst)
      await tx.saveAdvance({
        checkout,
        previousStatus: checkout.status,
        newQuotes: [],
        timeline: [{ kind: "checkout.redeemed", details: null, at: now }],
        events: [],
      });
    const redemption = { checkout, isFirst };
    if (keep !== null) await tx.complete(keep(redemption));
    return redemption;
  });
}

/** Why the payment doesn't count; null while it counts, or isn't seen yet. */
function obstacleOf(facts: CheckoutFacts): Fault | null {
  const { status, lateAcceptedAt } = facts.checkout;
  if (goesBack(facts)) return fault("reasons.refundRequested");
  switch (status) {
    case "DETECTED":
    case "PAID":
    case "SETTLED":
      return null;
    case "PENDING":
      // Another network's blocks may still keep the checkout open.
      return hasLateMoney(facts) ? fault("reasons.afterEnd") : null;
    case "LATE_PAID":
      return lateAcceptedAt === null ? fault("reasons.tooLate") : null;
    case "EXPIRED":
    case "CANCELLED":
    case "REFUNDED":
      return fault("reasons.checkoutIs", { status });
    default:
      return status satisfies never;
  }
}

function hasLateMoney(facts: PayableFacts): boolean {
  const { totalUnits, onTimeUnits } = assessPayment(facts);
  return totalUnits > onTimeUnits;
}
