import type { Refund } from "@/lib/checkouts/refund.rules";
import { isCancellableRefund } from "@/lib/checkouts/refund-transition.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { OwnRefundDeps } from "./approve-refund";
import { type Actor, lockRefund, ownRefund } from "./lock-refund";
import { moveRefund } from "./move-refund";

/**
 * Takes a refund back as long as nothing of it can be on the network; its amount is free for another one.
 *
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_CANCELLABLE
 */
export async function cancelRefund(deps: OwnRefundDeps, by: Actor, refundId: string): Promise<Refund> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund, locked } = await lockRefund(tx, found);
    if (!isCancellableRefund(refund.status)) {
      throw new CheckoutError(
        "REFUND_NOT_CANCELLABLE",
        `A refund that is ${refund.status} cannot be cancelled.`,
      );
    }
    const now = deps.clock.now();
    const moved = await moveRefund(deps, tx, locked.checkout, refund, { kind: "cancelled" }, now);
    await tx.audit({
      projectId: refund.projectId,
      userId: by.userId,
      action: "refund.cancelled",
      target: refund.id,
      details: { amount: refund.amountUnits.toString(), from: refund.status },
      at: now,
    });
    return moved.refund;
  });
}
