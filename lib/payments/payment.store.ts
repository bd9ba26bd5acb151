import { writeAudit } from "@/lib/accounts/audit.store";
import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import {
  lockPosition,
  readPosition,
  readPositions,
  savePosition,
} from "@/lib/checkouts/state/chain-position.store";
import { saveAdvances } from "@/lib/checkouts/state/checkout-advances.store";
import { lockCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import type {
  AwaitingFinality,
  PaymentStore,
  PaymentTransaction,
} from "@/lib/checkouts/state/payment-store.port";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { completeIdempotency } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { countUnreadBlocks, readGaps, saveGaps } from "./chain-gaps.store";
import {
  headerHash,
  insertSweeps,
  insertTransfers,
  orphanAbove,
  orphanMismatched,
  orphanMoved,
  orphanRows,
  saveHeaders,
} from "./chain-logs.store";
import { forgetPosition } from "./forget-position.store";
import { dropHints, hasHint, noteKnownHints, readOpenHints, saveHint } from "./payment-hints.store";
import {
  type LogTable,
  type RecordedRow,
  readRecordedLogs,
  readUnlistedLogs,
  readUnsweptAddresses,
  recordedColumns,
  toRecordedLog,
} from "./recorded-logs.store";
import { readAwaitedPairs, refundPaymentTransaction } from "./refund-payments.store";

/** Payments in Postgres: set-based prepared statements, so that a batch costs as much as a single payment. */
export function createPaymentStore(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  secretBox: SecretBox,
): PaymentStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(paymentTransaction(connection, secretBox))),
    position: (chainId) => readPosition(pool, chainId),
    unreadBlocks: () => countUnreadBlocks(pool),
    forgetPosition: (chainId, at) => transact(pool, (connection) => forgetPosition(connection, chainId, at)),
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

    recordedLogs: (chainId, from, to) => readRecordedLogs(pool, chainId, from, to),
    awaitedPairs: (...wanted) => readAwaitedPairs(pool, ...wanted),
    unsweptAddresses: (chainId) => readUnsweptAddresses(pool, chainId),

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

    refundPaymentsAwaitingFinality: (chainId, upTo, after, limit) =>
      readAwaiting(pool, refundPaymentsAwaiting, [
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

    hasHint: (...args) => hasHint(pool, ...args),
    saveHint: (...saved) => transact(pool, (connection) => saveHint(connection, ...saved)),
    openHints: (chainId, since, limit) => readOpenHints(pool, chainId, since, limit),
    noteKnownHints: (...known) => noteKnownHints(pool, ...known),
  };
}

function paymentTransaction(connection: Queryable, secretBox: SecretBox): PaymentTransaction {
  return {
    ...refundPaymentTransaction(connection),
    lockPosition: (chainId) => lockPosition(connection, chainId),
    savePosition: (position) => savePosition(connection, position),
    gaps: (chainId) => readGaps(connection, chainId),
    saveGaps: (chainId, gaps) => saveGaps(connection, chainId, gaps),
    saveHeaders: (chainId, headers, keep) => saveHeaders(connection, chainId, headers, keep),
    orphanAbove: (chainId, ancestor) => orphanAbove(connection, chainId, ancestor),
    orphanMismatched: (chainId, headers) => orphanMismatched(connection, chainId, headers),
    orphanMoved: (chainId, logs) => orphanMoved(connection, chainId, logs),
    orphanRows: (chainId, ids) => orphanRows(connection, chainId, ids),
    insertTransfers: (transfers) => insertTransfers(connection, transfers),
    insertSweeps: (sweeps) => insertSweeps(connection, sweeps),
    unlistedLogs: (kind, chainId, checkoutIds, listed) =>
      readUnlistedLogs(connection, kind, chainId, checkoutIds, listed),
    headerHash: (chainId, blockNumber) => headerHash(connection, chainId, blockNumber),
    dropHints: (chainId, txHash) => dropHints(connection, chainId, txHash),
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
    audit: (entry) => writeAudit(connection, entry),
  };
}

/**
 * Addresses under close watch. The branches exclude each other and each has a partial index, so no sort is needed and a
 * limit stops early. The list adds the destinations of open refunds: a merchant pays those from a wallet that we do not
 * watch.
 *
 * @param refunded the same column of a refund
 * @param bounded ends a branch by its index's order: with only a limit, the planner scans the table from its start,
 * through years of finished checkouts
 */
const watched = (column: string, refunded: string, bounded: (order: string) => string) => `
  (SELECT ${column} FROM checkouts WHERE status = 'PENDING' ${bounded("expires_at")})
  UNION ALL
  (SELECT ${column} FROM checkouts WHERE status = 'DETECTED' ${bounded("chain_id")})
  UNION ALL
  (SELECT ${column} FROM checkouts
  WHERE status NOT IN ('PENDING', 'DETECTED') AND watch_until >= $1 ${bounded("watch_until")})
  UNION ALL
  (SELECT ${refunded} FROM refunds
  WHERE status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED') AND destination_address IS NOT NULL
  ${bounded("chain_id, created_at")})`;

/** SQL: hot path. */
const selectWatched: Statement = {
  name: "payments_watched_addresses",
  text: `${watched("deposit_address", "destination_address", (order) => `ORDER BY ${order} LIMIT $2`)} LIMIT $2`,
};

/** SQL: hot path. */
const selectOldestWatched: Statement = {
  name: "payments_oldest_watched",
  text: `SELECT min(created_at) AS oldest FROM (${watched("created_at", "created_at", () => "")}) AS watched`,
};

/** SQL: hot path. */
const selectByDepositAddress: Statement = {
  name: "payments_by_deposit_address",
  text: "SELECT deposit_address, id FROM checkouts WHERE deposit_address = ANY ($1::text[])",
};

/** SQL: hot path. */
const selectRecordedBlocks: Statement = {
  name: "payments_recorded_blocks",
  text: `
    SELECT block_number FROM transfers
    WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned
    UNION
    SELECT block_number FROM sweeps
    WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned
    UNION
    SELECT block_number FROM refund_payments
    WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned
    ORDER BY block_number`,
};

const awaitingStatement = (table: LogTable): Statement => ({
  name: `payments_${table}_awaiting_finality`,
  text: `
    SELECT log.id, ${recordedColumns(table)}, checkout.confirmation_speed,
      (
        SELECT max(quote.amount_units) FROM quotes AS quote
        WHERE quote.checkout_id = log.checkout_id AND quote.chain_id = log.chain_id
          AND quote.token_address = log.token_address
      ) AS quoted_units
    FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
    WHERE log.chain_id = $1 AND log.final_at IS NULL AND NOT log.orphaned AND log.block_number <= $2
      AND ($3::bigint IS NULL OR (log.block_number, log.id) > ($3::bigint, $4::text))
    ORDER BY log.block_number, log.id LIMIT $5`,
});
const transfersAwaiting = awaitingStatement("transfers");
const sweepsAwaiting = awaitingStatement("sweeps");
const refundPaymentsAwaiting = awaitingStatement("refund_payments");

type AwaitingRow = RecordedRow & {
  id: string;
  quoted_units: bigint | null;
  confirmation_speed: AwaitingFinality["confirmationSpeed"];
};

async function readAwaiting(
  connection: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<AwaitingFinality[]> {
  const rows = await run<AwaitingRow>(connection, statement, values);
  return rows.map((row) => ({
    ...toRecordedLog(row),
    id: row.id,
    quotedUnits: row.quoted_units,
    confirmationSpeed: row.confirmation_speed,
  }));
}

/** Locks in id order first: a plain update locks rows in any order. */
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

/**
 * Strictly later: on chains with several blocks a second, the next block may have the same time. SQL: many rows in one
 * statement.
 */
const selectExpirable: Statement = {
  name: "payments_expirable",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.status = 'PENDING' AND checkout.expires_at < $1
      AND NOT EXISTS (
        SELECT FROM quotes AS quote
        LEFT JOIN unnest($2::int[], $3::timestamptz[]) AS scanned (chain_id, through)
          ON scanned.chain_id = quote.chain_id
        WHERE quote.checkout_id = checkout.id
          AND coalesce(scanned.through, $1::timestamptz - interval '10 minutes') <= checkout.expires_at)
      AND NOT EXISTS (
        SELECT FROM incidents AS incident
        WHERE incident.checkout_id = checkout.id AND incident.resolved_at IS NULL
          AND incident.kind = 'BALANCE_ABOVE_BOOKS'
          AND incident.last_seen_at > $1::timestamptz - interval '15 seconds'
          AND checkout.expires_at > $1::timestamptz - interval '1 day')
    ORDER BY checkout.expires_at, checkout.id LIMIT $4`,
};
