import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type { Checkout } from "./checkout.rules";

export type CancelCheckoutDeps = AdvanceDeps & { payments: PaymentStore };

/**
 * Cancels a PENDING checkout of the project (spec §3), partly paid or not; the amount received can then be refunded.
 * After its deadline a checkout stays PENDING, and can be cancelled, until it is expired. A recorded payment takes
 * precedence.
 *
 * @param by the user who cancels by hand, for the audit log; null for a key
 * @returns the checkout, and the number of events written
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's; CHECKOUT_NOT_CANCELLABLE
 * @throws LeaseLostError
 */
export async function cancelCheckout(
  deps: CancelCheckoutDeps,
  projectId: string,
  checkoutId: string,
  keep: Keep<Checkout> = null,
  by: ProjectActor | null = null,
): Promise<{ checkout: Checkout; events: number }> {
  const { checkout, events, cancelled } = await deps.payments.transaction(async (tx) => {
    const [facts] = await tx.lockCheckouts([checkoutId]);
    if (facts === undefined || facts.checkout.projectId !== projectId) throw checkoutNotFound();
    const before = facts.checkout;
    if (before.status !== "PENDING") return { checkout: before, events: 0, cancelled: false };

    const payment = assessPayment(facts);
    const paid = payment.completedBy !== null && payment.onTime;
    const moved = advance(
      deps,
      facts,
      await tx.positions(),
      deps.clock.now(),
      paid ? {} : { asked: { kind: "cancel" } },
    );
    if (moved === null) throw new Error(`${checkoutId} is paid and PENDING, and nothing moves it`);
    await tx.saveAdvances([moved]);
    if (!paid && keep !== null) await tx.complete(keep(moved.checkout));
    if (!paid && by !== null) {
      const act = { action: "checkout.cancelled", target: checkoutId, details: null } as const;
      await tx.audit({ ...act, projectId, userId: by.userId, at: deps.clock.now() });
    }
    return { checkout: moved.checkout, events: moved.events.length, cancelled: !paid };
  });
  if (!cancelled) {
    // Thrown after the commit: the recorded payment has already moved the checkout on.
    throw new CheckoutError(
      "CHECKOUT_NOT_CANCELLABLE",
      `Only a PENDING checkout can be cancelled; this one is ${checkout.status}.`,
    );
  }
  return { checkout, events };
}
