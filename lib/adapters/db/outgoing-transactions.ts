import type { Hex } from "@/lib/core/checkout";
import type {
  OpenTransaction,
  SettlementStore,
  TransactionOutcome,
} from "@/lib/services/ports/settlement-store";
import { type Queryable, run, type Statement } from "./database";

const lockUnsigned: Statement = {
  name: "outgoing_lock_unsigned_settlement",
  text: `
    SELECT id FROM settlements
    WHERE id = $1 AND chain_id = $2 AND status = 'PENDING' AND outgoing_transaction_id IS NULL
    FOR NO KEY UPDATE`,
};
/** The row comes back locked, whether it was there before or not. */
const lockNonce: Statement = {
  name: "outgoing_lock_nonce",
  text: `
    INSERT INTO operator_nonces AS operator (chain_id, operator_address, next_nonce) VALUES ($1, $2, $3::bigint)
    ON CONFLICT (chain_id, operator_address) DO UPDATE SET next_nonce = operator.next_nonce`,
};
/**
 * One that was given up as another transaction's, though the chain has not used it by now, goes first: as a gap
 * it would hold up every nonce after it for ever.
 */
const takeNonce: Statement = {
  name: "outgoing_take_nonce",
  text: `
    WITH gap AS (
      SELECT min(lost.nonce) AS nonce FROM outgoing_transactions AS lost
      WHERE lost.chain_id = $1 AND lost.operator_address = $2 AND lost.nonce >= $3::bigint
        AND lost.status = 'REPLACED' AND NOT EXISTS (
          SELECT FROM outgoing_transactions AS other
          WHERE other.chain_id = lost.chain_id AND other.operator_address = lost.operator_address
            AND other.nonce = lost.nonce AND other.status <> 'REPLACED')
    ), taken AS (
      UPDATE operator_nonces AS operator
      SET next_nonce = operator.next_nonce + CASE WHEN gap.nonce IS NULL THEN 1 ELSE 0 END
      FROM gap WHERE operator.chain_id = $1 AND operator.operator_address = $2
      RETURNING operator.next_nonce
    )
    SELECT coalesce(gap.nonce, taken.next_nonce - 1) AS nonce FROM gap, taken`,
};
const insertSigned: Statement = {
  name: "outgoing_insert",
  text: `
    WITH sent AS (
      INSERT INTO outgoing_transactions (id, chain_id, operator_address, nonce, to_address, tx_hash,
        raw_transaction, gas_limit, max_fee_per_gas, max_priority_fee_per_gas, created_at)
      VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      RETURNING id
    )
    UPDATE settlements SET outgoing_transaction_id = sent.id FROM sent WHERE settlements.id = $1`,
};

/**
 * The settlement's row is locked first: of all who would sign for it one does, and only that one takes a
 * nonce. The nonce's row stays locked until the signed bytes are stored, so a nonce is given once or not at all.
 *
 * @throws RangeError when `sign` signed for another nonce than the one it was given
 */
export async function storeSigned(
  connection: Queryable,
  input: Parameters<SettlementStore["storeSigned"]>[0],
): Promise<OpenTransaction | null> {
  const { transactionId, settlementId, chainId, operatorAddress, firstNonce, sign, at } = input;
  const mine = await run(connection, lockUnsigned, [settlementId, chainId]);
  if (mine.length === 0) return null;
  await run(connection, lockNonce, [chainId, operatorAddress, firstNonce]);
  const [taken] = await run<{ nonce: bigint }>(connection, takeNonce, [chainId, operatorAddress, firstNonce]);
  if (taken === undefined) throw new RangeError("no nonce was given");
  const signed = await sign(taken.nonce);
  if (signed.nonce !== taken.nonce)
    throw new RangeError(`signed for nonce ${signed.nonce} instead of ${taken.nonce}`);
  await run(connection, insertSigned, [
    settlementId,
    transactionId,
    chainId,
    operatorAddress,
    signed.nonce,
    signed.to,
    signed.txHash,
    signed.rawTransaction,
    signed.gasLimit,
    signed.maxFeePerGas,
    signed.maxPriorityFeePerGas,
    at,
  ]);
  return {
    id: transactionId,
    chainId,
    settlementId,
    txHash: signed.txHash,
    rawTransaction: signed.rawTransaction,
    nonce: signed.nonce,
    broadcastCount: 0,
    lastBroadcastAt: null,
  };
}

const selectOpen: Statement = {
  name: "outgoing_open",
  text: `
    SELECT sent.id, sent.chain_id, settlement.id AS settlement_id, sent.tx_hash, sent.raw_transaction, sent.nonce,
      sent.broadcast_count, sent.last_broadcast_at
    FROM outgoing_transactions AS sent
    LEFT JOIN settlements AS settlement ON settlement.outgoing_transaction_id = sent.id
    WHERE sent.chain_id = $1 AND sent.status = 'SIGNED' ORDER BY sent.nonce, sent.id LIMIT $2`,
};
const updateBroadcast: Statement = {
  name: "outgoing_note_broadcast",
  text: `
    UPDATE outgoing_transactions
    SET broadcast_count = broadcast_count + 1, last_broadcast_at = $2, last_error = $3 WHERE id = $1`,
};

type OpenRow = {
  id: string;
  chain_id: number;
  settlement_id: string | null;
  tx_hash: Hex;
  raw_transaction: Hex;
  nonce: bigint;
  broadcast_count: number;
  last_broadcast_at: Date | null;
};

/** Lowest nonce first: a later one cannot be mined before it. */
export async function readOpenTransactions(
  connection: Queryable,
  chainId: number,
  limit: number,
): Promise<OpenTransaction[]> {
  const rows = await run<OpenRow>(connection, selectOpen, [chainId, limit]);
  return rows.map((row) => ({
    id: row.id,
    chainId: row.chain_id,
    settlementId: row.settlement_id,
    txHash: row.tx_hash,
    rawTransaction: row.raw_transaction,
    nonce: row.nonce,
    broadcastCount: row.broadcast_count,
    lastBroadcastAt: row.last_broadcast_at,
  }));
}

export async function noteBroadcast(
  connection: Queryable,
  transactionId: string,
  at: Date,
  error: string | null,
): Promise<void> {
  await run(connection, updateBroadcast, [transactionId, at, error]);
}

const reopenMined: Statement = {
  name: "outgoing_reopen",
  text: `
    UPDATE outgoing_transactions SET
      status = 'SIGNED', block_number = NULL, block_hash = NULL, completed_at = NULL, last_broadcast_at = NULL
    WHERE chain_id = $1 AND operator_address = $2 AND nonce >= $3::bigint AND nonce < $4::bigint
      AND status IN ('CONFIRMED', 'REVERTED')
    RETURNING id`,
};

export async function reopenTransactions(
  connection: Queryable,
  ...range: [chainId: number, operatorAddress: Hex, from: bigint, below: bigint]
): Promise<number> {
  return (await run(connection, reopenMined, range)).length;
}

const endTransaction: Statement = {
  name: "outgoing_end",
  text: `
    UPDATE outgoing_transactions SET
      status = $2::outgoing_transaction_status, block_number = $3::bigint, block_hash = $4, completed_at = $5
    WHERE id = $1 AND status = 'SIGNED' RETURNING id`,
};
/** Blocks tell whole seconds, so a block of the settlement's own second may be after it. */
const endItems: Statement = {
  name: "outgoing_end_settlement_items",
  text: `
    WITH settlement AS (
      SELECT settlement.id, settlement.chain_id, settlement.created_at, sent.tx_hash
      FROM settlements AS settlement
      JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
      WHERE sent.id = $1 AND settlement.status = 'PENDING'
    ), judged AS (
      SELECT item.settlement_id, item.checkout_id, item.token_address, EXISTS (
        SELECT FROM sweeps AS sweep
        WHERE sweep.checkout_id = item.checkout_id AND sweep.chain_id = settlement.chain_id
          AND sweep.token_address = item.token_address AND NOT sweep.orphaned
          AND (sweep.tx_hash = settlement.tx_hash
            OR sweep.block_timestamp >= date_trunc('second', settlement.created_at))
      ) AS swept
      FROM settlement JOIN settlement_items AS item
        ON item.settlement_id = settlement.id AND item.status = 'PENDING'
    ), ended AS (
      UPDATE settlement_items AS item SET
        status = CASE WHEN judged.swept THEN 'SWEPT' ELSE 'FAILED' END::settlement_item_status,
        failure_reason = CASE WHEN judged.swept THEN NULL ELSE $2 END
      FROM judged
      WHERE item.settlement_id = judged.settlement_id AND item.checkout_id = judged.checkout_id
        AND item.token_address = judged.token_address
    )
    UPDATE settlements SET completed_at = $3,
      status = CASE WHEN EXISTS (SELECT FROM judged WHERE swept) THEN 'COMPLETED' ELSE 'FAILED' END::settlement_status
    FROM settlement WHERE settlements.id = settlement.id`,
};

/** Ends what is still open and nothing else: told twice, the second time changes nothing. */
export async function completeTransaction(
  connection: Queryable,
  transactionId: string,
  outcome: TransactionOutcome,
  at: Date,
): Promise<void> {
  const { status, failure } = ending(outcome);
  const mined = outcome.kind === "mined" ? outcome : null;
  const ended = await run(connection, endTransaction, [
    transactionId,
    status,
    mined?.blockNumber ?? null,
    mined?.blockHash ?? null,
    at,
  ]);
  if (ended.length > 0) await run(connection, endItems, [transactionId, failure, at]);
}

function ending(outcome: TransactionOutcome): {
  status: "CONFIRMED" | "REVERTED" | "REPLACED";
  failure: "NOT_SWEPT" | "TRANSACTION_REVERTED" | "TRANSACTION_REPLACED";
} {
  if (outcome.kind === "replaced") return { status: "REPLACED", failure: "TRANSACTION_REPLACED" };
  return outcome.status === "success"
    ? { status: "CONFIRMED", failure: "NOT_SWEPT" }
    : { status: "REVERTED", failure: "TRANSACTION_REVERTED" };
}
