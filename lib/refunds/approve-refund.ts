import type { Chain } from "@/lib/chain/chains.rules";
import { isCancellableRefund, type Refund } from "@/lib/checkouts/refunds/refund.rules";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import { checksummed } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { payingFacts } from "./open-refund";
import { waitsFor } from "./refund-decision.rules";
import { type Actor, lockRefund, moveRefund, ownRefund } from "./refund-steps";
import type { RefundStore } from "./refund-store.port";

export type OwnRefundDeps = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  refunds: RefundStore;
};

/**
 * An owner approves a refund above the daily limit or of a frozen checkout. We decide anew what it waits for next: its
 * money may have left the deposit address.
 *
 * A refund without an address cannot be approved: a stolen server key holds the claim link.
 *
 * @param shown the address that the owner saw and confirms; the customer may change it until the approval
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_APPROVABLE
 */
export async function approveRefund(
  deps: OwnRefundDeps,
  by: Actor,
  refundId: string,
  shown: { destinationAddress: Hex },
): Promise<Refund> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund, locked } = await lockRefund(tx, found);
    if (refund.status !== "AWAITING_APPROVAL") {
      throw new CheckoutError(
        "REFUND_NOT_APPROVABLE",
        `Only a refund that is AWAITING_APPROVAL can be approved; this one is ${refund.status}.`,
      );
    }
    if (refund.destinationAddress === null) {
      throw new CheckoutError(
        "REFUND_NOT_APPROVABLE",
        "This refund has no address yet. Send the customer the claim link, then approve once they have entered one.",
      );
    }
    if (shown.destinationAddress !== refund.destinationAddress) {
      throw new CheckoutError(
        "REFUND_NOT_APPROVABLE",
        `The refund's address is ${checksummed(refund.destinationAddress)}. Check it, then approve again.`,
      );
    }
    const now = deps.clock.now();
    const next = waitsFor(payingFacts(locked), {
      amountUnits: refund.amountUnits,
      hasDestination: true,
    });
    const frozen = locked.checkout.settlementFrozen;
    const trigger = { kind: "approved", next } as const;
    const moved = await moveRefund(deps, tx, locked.checkout, refund, trigger, now, {}, { frozen });
    await tx.audit({
      projectId: refund.projectId,
      userId: by.userId,
      action: "refund.approved",
      target: refund.id,
      details: { amount: refund.amountUnits.toString(), frozen, status: moved.refund.status },
      at: now,
    });
    return moved.refund;
  });
}

/**
 * Cancels a refund while nothing can be on the network; its amount becomes available for another one.
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
        `A refund that is ${refund.status} can't be cancelled.`,
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
