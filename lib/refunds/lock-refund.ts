import type { Refund } from "@/lib/checkouts/refund.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { LockedRefund, RefundableCheckout, RefundStore, RefundTransaction } from "./refund-store.port";

/** Who acts on refunds: a project's owner, or the operator of the service, who may in every project. */
export type Actor = {
  /** Null for the operator. */
  projectId: string | null;
  /** Null for the operator. */
  userId: string | null;
};

/** @throws CheckoutError REFUND_NOT_FOUND for an unknown id and, alike, for another project's */
export async function ownRefund(
  { refunds }: { refunds: Pick<RefundStore, "find"> },
  { projectId }: Actor,
  refundId: string,
): Promise<Refund> {
  const refund = await refunds.find(projectId, refundId);
  if (refund === null) throw new CheckoutError("REFUND_NOT_FOUND", "There is no such refund.");
  return refund;
}

/** The refund as it is now, and its checkout as it is beside it, both locked until the transaction ends. */
export async function lockRefund(
  tx: RefundTransaction,
  { id, projectId, checkoutId, chainId, tokenAddress }: Refund,
): Promise<LockedRefund & { locked: RefundableCheckout }> {
  const locked = await tx.lockCheckout(projectId, checkoutId, id, { chainId, tokenAddress });
  const found = await tx.lockRefund(id);
  if (locked === null || found === null) throw new Error(`${id} is not there any more`);
  return { ...found, locked };
}
