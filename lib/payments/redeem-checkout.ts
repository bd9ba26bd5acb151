import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Clock } from "@/lib/platform/clock";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import type { RefundStore } from "@/lib/refunds/refund.store";

export type Redemption = { checkout: Checkout; isFirst: boolean };

/**
 * Uses a checkout's payment for one request to the merchant's own API: of any number of concurrent calls, one is the
 * first. Whether it is paid, the merchant's server knows from the payment's answer, often before the scanner does.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 * @throws LeaseLostError
 */
export async function redeemCheckout(
  { clock, refunds }: { clock: Clock; refunds: Pick<RefundStore, "transaction"> },
  projectId: string,
  checkoutId: string,
  keep: Keep<Redemption> = null,
): Promise<Redemption> {
  return refunds.transaction(async (tx) => {
    const locked = await tx.lockCheckout(projectId, checkoutId);
    if (locked === null) throw checkoutNotFound();
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
