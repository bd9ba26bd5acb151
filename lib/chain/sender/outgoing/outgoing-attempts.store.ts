import type {
  Attempt,
  OpenTransaction,
  OutgoingOwner,
  SignedTransaction,
} from "@/lib/chain/sender/chain-sender.port";
import { typeOfSigned } from "@/lib/chain/sender/sending.rules";
import { type Database, type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

const columns = `
  sent.id, sent.chain_id, sent.operator_address, sent.nonce, sent.purpose, sent.gas_limit, sent.max_cost_wei,
  sent.created_at, coalesce(settlement.id, refund.id, relay.id) AS owner_id,
  attempt.ordinal, attempt.tx_hash, attempt.raw_transaction, attempt.max_fee_per_gas,
  attempt.max_priority_fee_per_gas, attempt.broadcast_count, attempt.last_broadcast_at,
  attempt.created_at AS attempted_at`;
const joined = `
  LEFT JOIN settlements AS settlement ON settlement.outgoing_transaction_id = sent.id
  LEFT JOIN refunds AS refund ON refund.outgoing_transaction_id = sent.id
  LEFT JOIN authorizations AS relay ON relay.outgoing_transaction_id = sent.id
  JOIN transaction_attempts AS attempt ON attempt.transaction_id = sent.id
  ORDER BY sent.nonce, sent.id, attempt.ordinal`;

/** SQL: Prisma reads transactions and attempts in two queries, between which a fee may be raised. */
const selectOpen: Statement = {
  name: "outgoing_open",
  text: `
    WITH sent AS (
      SELECT * FROM outgoing_transactions
      WHERE chain_id = $1 AND operator_address = $2 AND status = 'SIGNED'
      ORDER BY nonce LIMIT $3
    )
    SELECT ${columns} FROM sent ${joined}`,
};

/** SQL: read under the lock below, on its connection. */
const selectOne: Statement = {
  name: "outgoing_find",
  text: `
    WITH sent AS (SELECT * FROM outgoing_transactions WHERE id = $1)
    SELECT ${columns} FROM sent ${joined}`,
};

type AttemptRow = {
  id: string;
  chain_id: number;
  operator_address: Hex;
  nonce: bigint;
  purpose: OutgoingOwner["purpose"];
  owner_id: string | null;
  gas_limit: bigint;
  max_cost_wei: bigint;
  created_at: Date;
  ordinal: number;
  tx_hash: Hex;
  raw_transaction: Hex;
  max_fee_per_gas: bigint;
  max_priority_fee_per_gas: bigint;
  broadcast_count: number;
  last_broadcast_at: Date | null;
  attempted_at: Date;
};

export async function readOpen(
  connection: Queryable,
  chainId: number,
  walletAddress: Hex,
  limit: number,
): Promise<OpenTransaction[]> {
  return group(await run<AttemptRow>(connection, selectOpen, [chainId, walletAddress, limit]));
}

function group(rows: readonly AttemptRow[]): OpenTransaction[] {
  const transactions = new Map<string, OpenTransaction & { attempts: Attempt[] }>();
  for (const row of rows) {
    const transaction = transactions.get(row.id) ?? {
      id: row.id,
      chainId: row.chain_id,
      walletAddress: row.operator_address,
      owner: toOwner(row),
      nonce: row.nonce,
      gasLimit: row.gas_limit,
      maxCostWei: row.max_cost_wei,
      createdAt: row.created_at,
      attempts: [],
    };
    transactions.set(row.id, transaction);
    transaction.attempts.push({
      ordinal: row.ordinal,
      txHash: row.tx_hash,
      rawTransaction: row.raw_transaction,
      type: typeOfSigned(row.raw_transaction),
      maxFeePerGas: row.max_fee_per_gas,
      maxPriorityFeePerGas: row.max_priority_fee_per_gas,
      broadcastCount: row.broadcast_count,
      lastBroadcastAt: row.last_broadcast_at,
      createdAt: row.attempted_at,
    });
  }
  return [...transactions.values()];
}

/** If the owner points to another transaction by now, this one only holds its nonce. */
function toOwner({ purpose, owner_id: ownerId }: AttemptRow): OutgoingOwner {
  if (ownerId === null) return { purpose: "FILL" };
  switch (purpose) {
    case "SETTLEMENT":
      return { purpose, settlementId: ownerId };
    case "REFUND":
      return { purpose, refundId: ownerId };
    case "RELAY":
      return { purpose, authorizationId: ownerId };
    case "FILL":
      return { purpose };
    default:
      return purpose satisfies never;
  }
}

/**
 * We read the attempts under the transaction's lock, so that only one of two concurrent raises succeeds. SQL: Prisma
 * has no FOR NO KEY UPDATE.
 */
const lockOpen: Statement = {
  name: "outgoing_lock_open",
  text: "SELECT FROM outgoing_transactions WHERE id = $1 AND status = 'SIGNED' FOR NO KEY UPDATE",
};

/** SQL: the attempt and the new maximum, computed from the row's own, are one statement. */
const insertAttempt: Statement = {
  name: "outgoing_add_attempt",
  text: `
    WITH attempt AS (
      INSERT INTO transaction_attempts (transaction_id, ordinal, chain_id, tx_hash, raw_transaction, max_fee_per_gas,
        max_priority_fee_per_gas, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    )
    UPDATE outgoing_transactions SET tx_hash = $4, max_cost_wei = greatest(max_cost_wei, $9::numeric) WHERE id = $1
    RETURNING max_cost_wei`,
};

/** A signed form as it is stored, before any node has seen it. */
export function newAttempt(ordinal: number, signed: SignedTransaction, createdAt: Date): Attempt {
  const { txHash, rawTransaction, type, maxFeePerGas, maxPriorityFeePerGas } = signed;
  const fees = { type, maxFeePerGas, maxPriorityFeePerGas };
  return { ordinal, txHash, rawTransaction, ...fees, broadcastCount: 0, lastBroadcastAt: null, createdAt };
}

/** @throws RangeError when the attempt's nonce differs from the transaction's */
export async function addAttempt(
  connection: Queryable,
  transactionId: string,
  attempts: number,
  signed: SignedTransaction,
  at: Date,
): Promise<OpenTransaction | null> {
  if ((await run(connection, lockOpen, [transactionId])).length === 0) return null;
  const [open] = group(await run<AttemptRow>(connection, selectOne, [transactionId]));
  if (open === undefined) throw new Error(`transaction ${transactionId} has no attempt`);
  if (open.nonce !== signed.nonce)
    throw new RangeError(`signed for nonce ${signed.nonce} instead of ${open.nonce}`);
  if (open.attempts.length !== attempts) return null;
  const attempt = newAttempt(attempts + 1, signed, at);
  const [added] = await run<{ max_cost_wei: bigint }>(connection, insertAttempt, [
    transactionId,
    attempt.ordinal,
    open.chainId,
    attempt.txHash,
    attempt.rawTransaction,
    attempt.maxFeePerGas,
    attempt.maxPriorityFeePerGas,
    at,
    signed.maxCostWei,
  ]);
  if (added === undefined) throw new Error(`transaction ${transactionId} is gone`);
  return { ...open, maxCostWei: added.max_cost_wei, attempts: [...open.attempts, attempt] };
}

export async function noteAttemptBroadcast(
  prisma: Database["prisma"],
  transactionId: string,
  ordinal: number,
  at: Date,
  lastError: string | null,
): Promise<void> {
  await prisma.transactionAttempt.updateMany({
    where: { transactionId, ordinal },
    data: { broadcastCount: { increment: 1 }, lastBroadcastAt: at, lastError },
  });
}
