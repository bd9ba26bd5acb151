import { ChainUnavailable, type TransactionReceipt } from "@/lib/chain/reader/chain-reader.port";
import { readTxHash, transactionNotFound } from "@/lib/chain/transaction.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { RefundPageParts } from "@/lib/refunds/refunds.parts";
import { openLink, showLink } from "./links/refund-links";
import type { RefundLink } from "./refund.schema";
import { callsTransfer } from "./refund-screen.rules";
import { ownRefund } from "./refund-steps";

/**
 * The merchant's wallet sent a refund and submits its hash: we read and record it like the scanner, which would find it
 * without this, too. Repeating it is harmless.
 *
 * @returns the refund afterwards
 * @throws CheckoutError REFUND_LINK_NOT_FOUND, and the errors of `recordRefundHash`
 */
export async function handInHash(
  deps: RefundPageParts,
  token: string,
  body: { txHash: string },
): Promise<RefundLink> {
  const link = await openLink(deps, token, "sign");
  return showLink(deps, link, await recordRefundHash(deps, link.refund, body.txHash));
}

/**
 * Reads a transaction and records its payments. An equal refund that the scanner matched by amount gives its payment to
 * this one. When the token charges a transfer fee, less arrives than was sent; then the transaction's own call must send
 * the whole amount.
 *
 * @throws CheckoutError INVALID_TX_HASH, TRANSACTION_NOT_FOUND (not mined yet, or no node answered),
 * TRANSACTION_REVERTED, NO_MATCHING_TRANSFER
 */
async function recordRefundHash(deps: RefundPageParts, requested: Refund, txHash: string): Promise<Refund> {
  const { id, projectId, checkoutId, chainId } = requested;
  const hash = readTxHash(txHash);
  // Before it is mined: the scanner may see it first, and this hash decides which of two equal refunds it pays.
  await deps.refunds.noteSubmitted(id, hash);
  const paid = await deps.checkouts.findPublic(checkoutId);
  if (paid === null) throw new Error(`there is no ${checkoutId}`);
  const { merchantAddress } = paid.checkout;
  await deps.recordTransaction({ chainId, txHash: hash }, paid.checkout, async (receipt) => ({
    refundId: id,
    checkoutId,
    txHash: hash,
    isShortened: await isShortened(deps, requested, merchantAddress, receipt),
  }));
  const refund = await deps.refunds.find(projectId, id);
  if (refund === null) throw new Error(`there is no ${id}`);
  const isPaid = refund.status === "PROCESSING" || refund.status === "COMPLETED";
  if (!isPaid || refund.txHash !== hash)
    throw new CheckoutError("NO_MATCHING_TRANSFER", fault("refunds.otherTransaction"));
  return refund;
}

/** Whether the merchant's wallet sent the whole amount but the token delivered less. */
async function isShortened(
  { reader, log }: RefundPageParts,
  { chainId, tokenAddress, destinationAddress, amountUnits }: Refund,
  merchantAddress: Hex,
  { txHash, transfers }: TransactionReceipt,
): Promise<boolean> {
  if (destinationAddress === null) return false;
  const arrived = transfers.filter(
    (transfer) =>
      transfer.tokenAddress === tokenAddress &&
      transfer.from === merchantAddress &&
      transfer.to === destinationAddress,
  );
  if (arrived.every((transfer) => transfer.amountUnits >= amountUnits)) return false;
  try {
    const call = await reader(chainId).sentCall(txHash);
    const transfer = { merchantAddress, tokenAddress, destinationAddress, amountUnits };
    return call !== null && callsTransfer(call, transfer);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ chainId, txHash, error }, "no node answered about a refund's transaction");
    throw transactionNotFound();
  }
}

/**
 * A member submits the hash with which the merchant's wallet paid a refund, as the signing page does.
 *
 * @returns the refund afterwards
 * @throws CheckoutError FORBIDDEN, REFUND_NOT_FOUND, INVALID_TX_HASH, TRANSACTION_NOT_FOUND, TRANSACTION_REVERTED,
 * NO_MATCHING_TRANSFER
 */
export async function handInOwnHash(
  deps: RefundPageParts,
  access: ProjectAccess,
  { refundId, txHash }: { refundId: string; txHash: string },
): Promise<Refund> {
  const refund = await ownRefund(deps, access.as("refunds.sign"), refundId);
  return recordRefundHash(deps, refund, txHash);
}
