import type {
  Attempt,
  OpenTransaction,
  OutgoingOwner,
  OutgoingStore,
  SignedTransaction,
} from "@/lib/chain/sender/chain-sender.port";
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

/** SQL: a plan that Prisma cannot ask for. */
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
/** SQL: on the connection of a transaction of facts that commit together. */
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

export async function readTransaction(
  connection: Queryable,
  transactionId: string,
): Promise<OpenTransaction | null> {
  return group(await run<AttemptRow>(connection, selectOne, [transactionId]))[0] ?? null;
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

/** SQL: on the connection of a transaction of facts that commit together. */
const insertOne: Statement = {
  name: "outgoing_insert_attempt",
  text: `
    INSERT INTO transaction_attempts (transaction_id, ordinal, chain_id, tx_hash, raw_transaction, max_fee_per_gas,
      max_priority_fee_per_gas, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

export async function insertAttempt(
  connection: Queryable,
  attempt: { transactionId: string; ordinal: number; chainId: number; signed: SignedTransaction; at: Date },
): Promise<void> {
  const { transactionId, ordinal, chainId, signed, at } = attempt;
  await run(connection, insertOne, [
    transactionId,
    ordinal,
    chainId,
    signed.txHash,
    signed.rawTransaction,
    signed.maxFeePerGas,
    signed.maxPriorityFeePerGas,
    at,
  ]);
}

/**
 * We read the count under the transaction's lock, so that only one of two concurrent raises succeeds. SQL: row lock.
 */
const lockOpen: Statement = {
  name: "outgoing_lock_open",
  text: "SELECT id, chain_id, nonce FROM outgoing_transactions WHERE id = $1 AND status = 'SIGNED' FOR NO KEY UPDATE",
};
/** SQL: on the connection of a transaction of facts that commit together. */
const countAttempts: Statement = {
  name: "outgoing_count_attempts",
  text: "SELECT count(*) AS attempts FROM transaction_attempts WHERE transaction_id = $1",
};
/** SQL: on the connection of a transaction of facts that commit together. */
const showNewest: Statement = {
  name: "outgoing_show_newest_attempt",
  text: `
    UPDATE outgoing_transactions SET tx_hash = $2, max_cost_wei = greatest(max_cost_wei, $3::numeric) WHERE id = $1`,
};

/** @throws RangeError when the attempt's nonce differs from the transaction's */
export async function addAttempt(
  connection: Queryable,
  transactionId: string,
  attempts: number,
  signed: SignedTransaction,
  at: Date,
): Promise<OpenTransaction | null> {
  const [open] = await run<{ chain_id: number; nonce: bigint }>(connection, lockOpen, [transactionId]);
  if (open === undefined) return null;
  if (open.nonce !== signed.nonce)
    throw new RangeError(`signed for nonce ${signed.nonce} instead of ${open.nonce}`);
  const [counted] = await run<{ attempts: bigint }>(connection, countAttempts, [transactionId]);
  if (counted?.attempts !== BigInt(attempts)) return null;
  const chainId = open.chain_id;
  await insertAttempt(connection, { transactionId, ordinal: attempts + 1, chainId, signed, at });
  await run(connection, showNewest, [transactionId, signed.txHash, signed.maxCostWei]);
  return readTransaction(connection, transactionId);
}

export async function noteAttemptBroadcast(
  prisma: Database["prisma"],
  ...[transactionId, ordinal, at, lastError]: Parameters<OutgoingStore["noteBroadcast"]>
): Promise<void> {
  await prisma.transactionAttempt.updateMany({
    where: { transactionId, ordinal },
    data: { broadcastCount: { increment: 1 }, lastBroadcastAt: at, lastError },
  });
}
