import type {
  OpenTransaction,
  OutgoingOwner,
  SignedTransaction,
  StoreSigned,
  StoreSignedResult,
  TransactionOutcome,
  UnsentOwner,
} from "@/lib/chain/sender/chain-sender.port";
import { fitsDailyCap } from "@/lib/chain/sender/sending.rules";
import { type Connections, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { addAttempt, newAttempt, noteAttemptBroadcast, readOpen } from "./outgoing-attempts.store";
import { lockWallet, selectHoles, takeNonceOf } from "./outgoing-nonces.store";
import type { OutgoingOwners } from "./outgoing-owners.port";
import { readGasOfDay, readSentRefunds } from "./wallet-spending.store";

/**
 * A node that lost its receipts denies a mined transaction; but its transfers are in our books, and nothing took its
 * place. SQL: the update's condition looks for each attempt in three logs, by its hash.
 */
const endTransaction: Statement = {
  name: "outgoing_end",
  text: `
    UPDATE outgoing_transactions AS ended SET
      status = $2::outgoing_transaction_status, tx_hash = coalesce($3, tx_hash), block_number = $4::bigint,
      block_hash = $5, gas_used = $6::bigint, cost_wei = $7::numeric, completed_at = $8
    WHERE id = $1 AND status = 'SIGNED' AND ($2::outgoing_transaction_status <> 'REPLACED' OR NOT EXISTS (
      SELECT FROM transaction_attempts AS attempt
      WHERE attempt.transaction_id = ended.id AND (
        EXISTS (
          SELECT FROM sweeps AS log
          WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned)
        OR EXISTS (
          SELECT FROM refund_payments AS log
          WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned)
        OR EXISTS (
          SELECT FROM transfers AS log
          WHERE log.chain_id = attempt.chain_id AND log.tx_hash = attempt.tx_hash AND NOT log.orphaned))))
    RETURNING purpose`,
};

/** Completes only what is still open, so a second call changes nothing. */
async function completeTransaction(
  connection: Queryable,
  owners: OutgoingOwners,
  transactionId: string,
  outcome: TransactionOutcome,
  at: Date,
): Promise<boolean> {
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
  if (ended.purpose !== "FILL") await owners[ended.purpose].end(connection, transactionId, outcome, at);
  return true;
}

function statusOf(outcome: TransactionOutcome): "CONFIRMED" | "REVERTED" | "REPLACED" {
  if (outcome.kind === "replaced") return "REPLACED";
  return outcome.status === "success" ? "CONFIRMED" : "REVERTED";
}

/**
 * A reverted transaction is not sent again: its refund or sweep was signed anew since, and both must not succeed. All
 * attempts are to be broadcast anew. SQL: each row's new status follows from its old one, and its attempts change with
 * it.
 */
const reopenMined: Statement = {
  name: "outgoing_reopen",
  text: `
    WITH reopened AS (
      UPDATE outgoing_transactions SET
        status = CASE status WHEN 'CONFIRMED' THEN 'SIGNED' ELSE 'REPLACED' END::outgoing_transaction_status,
        block_number = NULL, block_hash = NULL, gas_used = NULL, cost_wei = NULL,
        completed_at = CASE status WHEN 'CONFIRMED' THEN NULL ELSE completed_at END
      WHERE chain_id = $1 AND operator_address = $2 AND nonce >= $3::bigint AND nonce < $4::bigint
        AND status IN ('CONFIRMED', 'REVERTED')
      RETURNING id
    ), forgotten AS (
      UPDATE transaction_attempts AS attempt SET last_broadcast_at = NULL
      FROM reopened WHERE attempt.transaction_id = reopened.id
    )
    SELECT id FROM reopened`,
};

/** SQL: part of the sender's transaction on `pg`, which holds the nonce's lock. */
const insertTransaction: Statement = {
  name: "outgoing_insert",
  text: `
    WITH sent AS (
      INSERT INTO outgoing_transactions (id, chain_id, operator_address, nonce, purpose, project_id, to_address,
        gas_limit, tx_hash, max_cost_wei, created_at)
      VALUES ($1, $2, $3, $4, $5::outgoing_purpose, $6, $7, $8, $9, $10, $11)
      RETURNING id, chain_id, tx_hash, created_at
    )
    INSERT INTO transaction_attempts (transaction_id, ordinal, chain_id, tx_hash, raw_transaction, max_fee_per_gas,
      max_priority_fee_per_gas, created_at)
    SELECT id, 1, chain_id, tx_hash, $12, $13, $14, created_at FROM sent`,
};

async function lockOwner(
  connection: Queryable,
  owners: OutgoingOwners,
  owner: UnsentOwner,
  chainId: number,
): Promise<boolean> {
  switch (owner.purpose) {
    case "SETTLEMENT":
      return owners.SETTLEMENT.lock(connection, owner, chainId);
    case "REFUND":
      return owners.REFUND.lock(connection, owner, chainId);
    case "RELAY":
      return owners.RELAY.lock(connection, owner, chainId);
    case "FILL":
      return true;
    default:
      return owner satisfies never;
  }
}

async function markOwner(
  connection: Queryable,
  owners: OutgoingOwners,
  owner: UnsentOwner,
  transactionId: string,
): Promise<void> {
  switch (owner.purpose) {
    case "SETTLEMENT":
      return owners.SETTLEMENT.markSigned(connection, owner, transactionId);
    case "REFUND":
      return owners.REFUND.markSigned(connection, owner, transactionId);
    case "RELAY":
      return owners.RELAY.markSigned(connection, owner, transactionId);
    case "FILL":
      return;
    default:
      return owner satisfies never;
  }
}

/**
 * Locks the owner's row first, so that only one of concurrent signers takes a nonce. The nonce's row stays locked until
 * the signed bytes are stored, so a nonce is given once or not at all, and concurrent calls cannot exceed the cap
 * together.
 *
 * @throws RangeError when `sign` used another nonce than the given one
 */
async function storeSigned(
  connection: Queryable,
  owners: OutgoingOwners,
  input: StoreSigned,
): Promise<StoreSignedResult> {
  const { transactionId, owner, chainId, walletAddress, cap, at } = input;
  if (!(await lockOwner(connection, owners, owner, chainId))) return { kind: "taken" };
  const knownNonce = await lockWallet(connection, input);
  if (knownNonce !== null) return { kind: "nonce_leap", knownNonce };
  if (cap !== null) {
    const day = await readGasOfDay(connection, chainId, walletAddress, cap.since, input.projectId);
    if (!fitsDailyCap(day, input.maxCostWei, cap.limitWei)) return { kind: "over_cap", ...day };
  }
  const { refundCap } = input;
  if (refundCap !== undefined) {
    const sent = await readSentRefunds(connection, chainId, walletAddress, refundCap.since);
    if (!refundCap.admits(sent)) return { kind: "taken" };
  }
  const nonce = await takeNonceOf(connection, input, input.onlyNonce);
  if (nonce === null) return { kind: "taken" };
  const signed = await input.sign(nonce);
  if (signed.nonce !== nonce) throw new RangeError(`signed for nonce ${signed.nonce} instead of ${nonce}`);
  await run(connection, insertTransaction, [
    transactionId,
    chainId,
    walletAddress,
    nonce,
    owner.purpose,
    input.projectId,
    signed.to,
    signed.gasLimit,
    signed.txHash,
    signed.maxCostWei,
    at,
    signed.rawTransaction,
    signed.maxFeePerGas,
    signed.maxPriorityFeePerGas,
  ]);
  await markOwner(connection, owners, owner, transactionId);
  const { gasLimit, maxCostWei } = signed;
  const transaction: OpenTransaction = {
    id: transactionId,
    chainId,
    walletAddress,
    owner: owner.purpose === "REFUND" ? { purpose: owner.purpose, refundId: owner.refundId } : owner,
    nonce,
    gasLimit,
    maxCostWei,
    createdAt: at,
    attempts: [newAttempt(1, signed, at)],
  };
  return { kind: "stored", transaction };
}

/** Transactions of the service's wallets, in Postgres: signed bytes are stored before any node sees them. */
export function createOutgoingStore({ pool, prisma }: Connections, owners: OutgoingOwners) {
  return {
    /**
     * Locks the owner, then the wallet's nonce row; takes the lowest unused nonce, lets `sign` create the transaction and
     * stores it with its owner (settlement: signed; refund: PROCESSING; authorization: SENT), all in one database
     * transaction: a nonce is given once or not at all.
     */
    storeSigned: (input: StoreSigned): Promise<StoreSignedResult> =>
      transact(pool, (connection) => storeSigned(connection, owners, input)),

    /**
     * Stores another attempt at an open transaction that has `attempts` so far. Null when it has ended, or another
     * attempt was added meanwhile.
     */
    addAttempt: (
      transactionId: string,
      attempts: number,
      signed: SignedTransaction,
      at: Date,
    ): Promise<OpenTransaction | null> =>
      transact(pool, (connection) => addAttempt(connection, transactionId, attempts, signed, at)),

    /** Open transactions, lowest nonce first: a later one cannot be mined before it. */
    open: (chainId: number, walletAddress: Hex, limit: number): Promise<OpenTransaction[]> =>
      readOpen(pool, chainId, walletAddress, limit),

    noteBroadcast: (transactionId: string, ordinal: number, at: Date, error: string | null): Promise<void> =>
      noteAttemptBroadcast(prisma, transactionId, ordinal, at, error),

    /** Unused nonces from `from` up to the wallet's next one, below open transactions: gaps that block those. */
    holes: async (chainId: number, walletAddress: Hex, from: bigint): Promise<bigint[]> =>
      (await run<{ nonce: bigint }>(pool, selectHoles, [chainId, walletAddress, from])).map(
        ({ nonce }) => nonce,
      ),

    /**
     * Completed transactions of the wallet with nonces from `from` and below `below` that a reorg took: nothing behind
     * them can be mined. Reopens them, except reverted ones: their purpose was served elsewhere, so their nonces are
     * free. Returns how many.
     */
    reopen: async (chainId: number, walletAddress: Hex, from: bigint, below: bigint): Promise<number> =>
      (await run(pool, reopenMined, [chainId, walletAddress, from, below])).length,

    /**
     * Completes the transaction and its owner. Settlement: items with a sweep in it (or swept since) are SWEPT, the
     * others FAILED and free. Refund: stays PROCESSING if it succeeded, since the scanner completes it; otherwise PENDING
     * again, unless the chain shows a payment. Authorization: USED, FAILED, or PENDING again if it was replaced. A second
     * call changes nothing.
     * @returns false when it had ended, or is reported as replaced although we recorded a log of it
     */
    complete: (transactionId: string, outcome: TransactionOutcome, at: Date): Promise<boolean> =>
      transact(pool, (connection) => completeTransaction(connection, owners, transactionId, outcome, at)),

    /** Cost of the wallet's transactions on the chain since then, open ones at their maximum; in wei. */
    spentSince: async (chainId: number, walletAddress: Hex, since: Date): Promise<bigint> =>
      (await readGasOfDay(pool, chainId, walletAddress, since, null)).spentWei,
  };
}

export type OutgoingStore = ReturnType<typeof createOutgoingStore>;
