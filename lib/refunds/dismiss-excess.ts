import { checkoutNotFound } from "@/lib/checkouts/get-checkout";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import type { RefundStore } from "./refund-store.port";

/**
 * Takes a customer's request of an overpayment off what needs attention. The money stays refundable, and the customer
 * still reads that it was requested.
 *
 * @throws CheckoutError FORBIDDEN, CHECKOUT_NOT_FOUND, CHECKOUT_NOT_REFUNDABLE (nothing was requested)
 */
export async function dismissExcess(
  { clock, refunds }: { clock: Clock; refunds: Pick<RefundStore, "transaction"> },
  access: Acting,
  checkoutId: string,
): Promise<void> {
  const by = access.as("refunds.request");
  await refunds.transaction(async (tx) => {
    const checkout = (await tx.lockCheckout(by.projectId, checkoutId))?.checkout;
    if (checkout === undefined) throw checkoutNotFound();
    if (checkout.excessRequestedAt === null)
      throw new CheckoutError("CHECKOUT_NOT_REFUNDABLE", "The customer of this checkout requested nothing.");
    if (checkout.excessDismissedAt !== null) return;
    const now = clock.now();
    await tx.saveAdvance({
      checkout: { ...checkout, excessDismissedAt: now },
      previousStatus: checkout.status,
      newQuote: null,
      timeline: [{ kind: "excess.dismissed", details: null, at: now }],
      events: [],
    });
    await tx.audit({
      ...by,
      action: "checkout.excess_dismissed",
      target: checkoutId,
      details: null,
      at: now,
    });
  });
}
