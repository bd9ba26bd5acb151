import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import { endOwner } from "./outgoing-owners.store";
import type { OutgoingOwner, TransactionOutcome } from "./outgoing-store.port";

const endTransaction: Statement = {
  name: "outgoing_end",
  text: `
    UPDATE outgoing_transactions SET
      status = $2::outgoing_transaction_status, tx_hash = coalesce($3, tx_hash), block_number = $4::bigint,
      block_hash = $5, gas_used = $6::bigint, cost_wei = $7::numeric, completed_at = $8
    WHERE id = $1 AND status = 'SIGNED' RETURNING purpose`,
};
/** A node that has lost receipts says of a mined transaction that it is none; what it moved is in the books. */
const findOnBooks: Statement = {
  name: "outgoing_find_on_books",
  text: `
    SELECT attempt.ordinal FROM transaction_attempts AS attempt
    WHERE attempt.transaction_id = $1 AND (
      EXISTS (
        SELECT FROM sweeps AS log
        WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned)
      OR EXISTS (
        SELECT FROM refund_payments AS log
        WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned)
      OR EXISTS (
        SELECT FROM transfers AS log
        WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned))
    LIMIT 1`,
};

/** Ends what is still open and nothing else: told twice, the second time changes nothing. */
export async function completeTransaction(
  connection: Queryable,
  transactionId: string,
  outcome: TransactionOutcome,
  at: Date,
): Promise<boolean> {
  if (outcome.kind === "replaced" && (await run(connection, findOnBooks, [transactionId])).length > 0)
    return false;
  const mined = outcome.kind === "mined" ? outcome : null;
  const [ended] = await run<{ purpose: OutgoingOwner["purpose"] }>(connection, endTransaction, [
    transactionId,
    statusOf(outcome),
    mined?.txHash ?? null,
    mined?.blockNumber ?? null,
    mined?.blockHash ?? null,
    mined?.gasUsed ?? null,
    mined?.costWei ?? null,
    at,
  ]);
  if (ended === undefined) return false;
  await endOwner(connection, transactionId, ended.purpose, outcome, at);
  return true;
}

function statusOf(outcome: TransactionOutcome): "CONFIRMED" | "REVERTED" | "REPLACED" {
  if (outcome.kind === "replaced") return "REPLACED";
  return outcome.status === "success" ? "CONFIRMED" : "REVERTED";
}

/**
 * One that had reverted is not sent again: a refund or a sweep was signed anew since, and both must not go through.
 */
const reopenMined: Statement = {
  name: "outgoing_reopen",
  text: `
    UPDATE outgoing_transactions SET
      status = CASE status WHEN 'CONFIRMED' THEN 'SIGNED' ELSE 'REPLACED' END::outgoing_transaction_status,
      block_number = NULL, block_hash = NULL, gas_used = NULL, cost_wei = NULL,
      completed_at = CASE status WHEN 'CONFIRMED' THEN NULL ELSE completed_at END
    WHERE chain_id = $1 AND operator_address = $2 AND nonce >= $3::bigint AND nonce < $4::bigint
      AND status IN ('CONFIRMED', 'REVERTED')
    RETURNING id`,
};
const forgetBroadcasts: Statement = {
  name: "outgoing_forget_broadcasts",
  text: "UPDATE transaction_attempts SET last_broadcast_at = NULL WHERE transaction_id = ANY ($1::text[])",
};

export async function reopenTransactions(
  connection: Queryable,
  ...range: [chainId: number, walletAddress: Hex, from: bigint, below: bigint]
): Promise<number> {
  const reopened = await run<{ id: string }>(connection, reopenMined, range);
  if (reopened.length > 0) await run(connection, forgetBroadcasts, [reopened.map(({ id }) => id)]);
  return reopened.length;
}
