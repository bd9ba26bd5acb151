import type { Hex } from "@/lib/core/checkout";
import type { BlockHeader } from "@/lib/services/ports/chain-reader";
import type { AwaitingFinality, PaymentStore, PaymentTransaction } from "@/lib/services/ports/payment-store";
import {
  headerHash,
  insertSweeps,
  insertTransfers,
  orphanAbove,
  orphanMismatched,
  orphanMoved,
  saveHeaders,
} from "./chain-logs";
import { lockPosition, readPosition, readPositions, savePosition } from "./chain-position";
import { saveAdvances } from "./checkout-advances";
import { lockCheckouts } from "./checkout-facts";
import { type Database, type Queryable, run, type Statement, transact } from "./database";
import { completeIdempotency } from "./idempotency-completion";
import type { SecretBox } from "./secret-box";

/** Payments in Postgres: set-based statements, prepared once, so that a batch costs what a single one does. */
export function createPaymentStore(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  secretBox: SecretBox,
): PaymentStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(paymentTransaction(connection, secretBox))),
    position: (chainId) => readPosition(pool, chainId),
    positions: () => readPositions(pool),

    recentHeaders: async (chainId, limit) => {
      const rows = await prisma.blockHeader.findMany({
        where: { chainId },
        orderBy: { number: "desc" },
        take: limit,
      });
      return rows.map(
        ({ number, hash, parentHash, timestamp }): BlockHeader => ({
          number,
          hash: hash as Hex,
          parentHash: parentHash as Hex,
          timestamp,
        }),
      );
    },

    watchedAddresses: async (now, limit) => {
      const rows = await run<{ deposit_address: Hex }>(pool, selectWatched, [now, limit + 1]);
      return rows.length > limit ? null : rows.map(({ deposit_address }) => deposit_address);
    },

    oldestWatched: async (now) => {
      const [row] = await run<{ oldest: Date | null }>(pool, selectOldestWatched, [now]);
      return row?.oldest ?? null;
    },

    checkoutsByDepositAddress: async (addresses) => {
      if (addresses.length === 0) return new Map();
      const rows = await run<{ deposit_address: Hex; id: string }>(pool, selectByDepositAddress, [addresses]);
      return new Map(rows.map(({ deposit_address, id }) => [deposit_address, id]));
    },

    recordedBlocks: async (chainId, from, to) => {
      const rows = await run<{ block_number: bigint }>(pool, selectRecordedBlocks, [chainId, from, to]);
      return rows.map(({ block_number }) => block_number);
    },

    transfersAwaitingFinality: (chainId, upTo, after, limit) =>
      readAwaiting(pool, transfersAwaiting, [
        chainId,
        upTo,
        after?.blockNumber ?? null,
        after?.id ?? null,
        limit,
      ]),
    sweepsAwaitingFinality: (chainId, upTo, after, limit) =>
      readAwaiting(pool, sweepsAwaiting, [
        chainId,
        upTo,
        after?.blockNumber ?? null,
        after?.id ?? null,
        limit,
      ]),

    expirable: async (now, scannedThrough, limit) => {
      const scanned = [...scannedThrough];
      const rows = await run<{ id: string }>(pool, selectExpirable, [
        now,
        scanned.map(([chainId]) => chainId),
        scanned.map(([, through]) => through),
        limit,
      ]);
      return rows.map(({ id }) => id);
    },

    saveHint: (hint) => transact(pool, (connection) => saveHint(connection, hint)),
  };
}

function paymentTransaction(connection: Queryable, secretBox: SecretBox): PaymentTransaction {
  return {
    lockPosition: (chainId) => lockPosition(connection, chainId),
    savePosition: (position) => savePosition(connection, position),
    saveHeaders: (chainId, headers, keep) => saveHeaders(connection, chainId, headers, keep),
    orphanAbove: (chainId, ancestor) => orphanAbove(connection, chainId, ancestor),
    orphanMismatched: (chainId, headers) => orphanMismatched(connection, chainId, headers),
    orphanMoved: (chainId, logs) => orphanMoved(connection, chainId, logs),
    insertTransfers: (transfers) => insertTransfers(connection, transfers),
    insertSweeps: (sweeps) => insertSweeps(connection, sweeps),
    headerHash: (chainId, blockNumber) => headerHash(connection, chainId, blockNumber),
    markTransfersFinal: async (ids, at) => {
      if (ids.length > 0) await run(connection, markTransfersFinal, [ids, at]);
    },
    markSweepsFinal: async (ids, at) => {
      if (ids.length > 0) await run(connection, markSweepsFinal, [ids, at]);
    },
    lockCheckouts: (checkoutIds) => lockCheckouts(connection, checkoutIds),
    positions: () => readPositions(connection),
    saveAdvances: (advances) => saveAdvances(connection, advances),
    complete: (completion) => completeIdempotency(connection, secretBox, completion),
  };
}

/**
 * Under close watch. The branches exclude each other, so nothing has to be sorted to be told apart and a limit
 * ends it early; each has a partial index.
 */
const watched = (column: string) => `
  SELECT ${column} FROM checkouts WHERE status = 'PENDING'
  UNION ALL
  SELECT ${column} FROM checkouts WHERE status = 'DETECTED'
  UNION ALL
  SELECT ${column} FROM checkouts
  WHERE status NOT IN ('PENDING', 'DETECTED') AND watch_until >= $1`;

const selectWatched: Statement = {
  name: "payments_watched_addresses",
  text: `${watched("deposit_address")} LIMIT $2`,
};

const selectOldestWatched: Statement = {
  name: "payments_oldest_watched",
  text: `SELECT min(created_at) AS oldest FROM (${watched("created_at")}) AS watched`,
};

const selectByDepositAddress: Statement = {
  name: "payments_by_deposit_address",
  text: "SELECT deposit_address, id FROM checkouts WHERE deposit_address = ANY ($1::text[])",
};

const selectRecordedBlocks: Statement = {
  name: "payments_recorded_blocks",
  text: `
    SELECT block_number FROM transfers
    WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned
    UNION
    SELECT block_number FROM sweeps
    WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned
    ORDER BY block_number`,
};

const awaitingStatement = (table: "transfers" | "sweeps"): Statement => ({
  name: `payments_${table}_awaiting_finality`,
  text: `
    SELECT log.id, log.checkout_id, log.block_number, log.token_address, log.amount_units,
      CASE WHEN checkout.chain_id = log.chain_id AND checkout.token_address = log.token_address
        THEN checkout.amount_units END AS checkout_amount_units
    FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
    WHERE log.chain_id = $1 AND log.final_at IS NULL AND NOT log.orphaned AND log.block_number <= $2
      AND ($3::bigint IS NULL OR (log.block_number, log.id) > ($3::bigint, $4::text))
    ORDER BY log.block_number, log.id LIMIT $5`,
});
const transfersAwaiting = awaitingStatement("transfers");
const sweepsAwaiting = awaitingStatement("sweeps");

type AwaitingRow = {
  id: string;
  checkout_id: string;
  block_number: bigint;
  token_address: Hex;
  amount_units: bigint;
  checkout_amount_units: bigint | null;
};

async function readAwaiting(
  connection: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<AwaitingFinality[]> {
  const rows = await run<AwaitingRow>(connection, statement, values);
  return rows.map((row) => ({
    id: row.id,
    checkoutId: row.checkout_id,
    blockNumber: row.block_number,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    checkoutAmountUnits: row.checkout_amount_units,
  }));
}

/** Locks in id order first: an update alone locks its rows in whatever order it finds them. */
const markFinalStatement = (table: "transfers" | "sweeps"): Statement => ({
  name: `payments_mark_${table}_final`,
  text: `
    WITH chosen AS (
      SELECT id FROM ${table} WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${table} AS log SET final_at = $2::timestamptz FROM chosen
    WHERE log.id = chosen.id AND log.final_at IS NULL AND NOT log.orphaned`,
});
const markTransfersFinal = markFinalStatement("transfers");
const markSweepsFinal = markFinalStatement("sweeps");

/** Strictly past: on chains of several blocks a second, the next one may carry the same time. */
const selectExpirable: Statement = {
  name: "payments_expirable",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.status = 'PENDING' AND checkout.expires_at < $1
      AND NOT EXISTS (
        SELECT FROM quotes AS quote
        LEFT JOIN unnest($2::int[], $3::timestamptz[]) AS scanned (chain_id, through)
          ON scanned.chain_id = quote.chain_id
        WHERE quote.checkout_id = checkout.id AND (scanned.through > checkout.expires_at) IS NOT TRUE)
    ORDER BY checkout.expires_at, checkout.id LIMIT $4`,
};

const lockCheckout: Statement = {
  name: "payments_lock_checkout",
  text: "SELECT id FROM checkouts WHERE id = $1 FOR NO KEY UPDATE",
};
const insertHint: Statement = {
  name: "payments_save_hint",
  text: `
    INSERT INTO payment_hints (checkout_id, chain_id, tx_hash, created_at)
    SELECT $1, $2::int, $3, $4::timestamptz
    WHERE (
      SELECT count(*) FROM payment_hints
      WHERE checkout_id = $1 AND created_at >= $5::timestamptz AND (chain_id, tx_hash) <> ($2::int, $3)
    ) < $6::int
    ON CONFLICT (checkout_id, chain_id, tx_hash) DO UPDATE SET created_at = excluded.created_at
    RETURNING checkout_id`,
};

/** The lock makes those who hand in hashes at the same moment count each other's. */
async function saveHint(
  connection: Queryable,
  { checkoutId, chainId, txHash, at, since, limit }: Parameters<PaymentStore["saveHint"]>[0],
): Promise<boolean> {
  await run(connection, lockCheckout, [checkoutId]);
  const saved = await run(connection, insertHint, [checkoutId, chainId, txHash, at, since, limit]);
  return saved.length > 0;
}
