import type { Refund } from "@/lib/checkouts/refund.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { ownRefund } from "@/lib/refunds/lock-refund";
import { type RecordRefundHashDeps, recordRefundHash } from "./hand-in-hash";

/**
 * A member names the transaction with which the merchant's wallet paid a refund, as the page does on which it signs.
 *
 * @returns the refund as it is after it, and the number of events written
 * @throws CheckoutError FORBIDDEN, REFUND_NOT_FOUND, INVALID_TX_HASH, TRANSACTION_NOT_FOUND, TRANSACTION_REVERTED,
 *   NO_MATCHING_TRANSFER
 */
export async function handInOwnHash(
  deps: RecordRefundHashDeps,
  access: ProjectAccess,
  { refundId, txHash }: { refundId: string; txHash: string },
): Promise<{ refund: Refund; events: number }> {
  const refund = await ownRefund(deps, access.as("refunds.sign"), refundId);
  return recordRefundHash(deps, refund, txHash);
}
