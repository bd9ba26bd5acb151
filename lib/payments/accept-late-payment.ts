import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { RefundStore } from "@/lib/refunds/refund.store";
import type { Actor } from "@/lib/refunds/refund-steps";
import type { HoldingStore } from "@/lib/settlement/dashboard/holding.store";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";

export type AcceptLateDeps = AdvanceDeps & {
  checkouts: Pick<CheckoutStore, "findPublic">;
  payments: Pick<PaymentStore, "positions">;
  refunds: Pick<RefundStore, "transaction">;
};

/**
 * An owner accepts a payment that arrived after expiry or cancellation: the checkout counts as paid from then on and is
 * settled like any other.
 *
 * @returns the checkout, and the number of events written
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's; CHECKOUT_NOT_ACCEPTABLE
 */
export async function acceptLatePayment(
  deps: AcceptLateDeps,
  by: Actor,
  checkoutId: string,
): Promise<{ checkout: Checkout; events: number }> {
  const projectId = by.projectId ?? (await deps.checkouts.findPublic(checkoutId))?.checkout.projectId;
  if (projectId === undefined) throw checkoutNotFound();
  const positions = await deps.payments.positions();
  return deps.refunds.transaction(async (tx) => {
    const locked = await tx.lockCheckout(projectId, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const { status, lateAcceptedAt, totalPaidUnits, refundedUnits, refundingUnits } = locked.checkout;
    const refusal =
      status !== "LATE_PAID"
        ? `Only a LATE_PAID checkout can be accepted; this one is ${status}.`
        : lateAcceptedAt !== null
          ? "This late payment was already accepted."
          : refundedUnits + refundingUnits >= totalPaidUnits
            ? "This payment is being refunded in full. Cancel that refund first."
            : null;
    if (refusal !== null) throw new CheckoutError("CHECKOUT_NOT_ACCEPTABLE", refusal);
    const now = deps.clock.now();
    const moved = advance(deps, locked, positions, now, { asked: { kind: "late_payment_accepted" } });
    if (moved === null) throw new Error(`${checkoutId} was accepted, and nothing changed`);
    await tx.saveAdvance(moved);
    await tx.audit({
      projectId,
      userId: by.userId,
      action: "checkout.late_payment_accepted",
      target: checkoutId,
      details: { totalPaid: totalPaidUnits.toString() },
      at: now,
    });
    return { checkout: moved.checkout, events: moved.events.length };
  });
}

const perPage = 25;

/** A page of the late payments without a decision, newest checkout first. */
export async function listLatePayments(
  { holdings }: { holdings: Pick<HoldingStore, "latePayments"> },
  { projectId }: ProjectAccess,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<LatePayment>> {
  return toListPart(await holdings.latePayments(projectId, place, take + 1), place, take);
}
