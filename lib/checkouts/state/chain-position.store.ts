import { writeAudit } from "@/lib/accounts/audit.store";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ChainPosition } from "./payment-store.port";

type PositionRow = {
  chain_id: number;
  block_number: bigint;
  block_hash: Hex;
  block_timestamp: Date;
  safe_number: bigint | null;
  finalized_number: bigint | null;
  tags_advanced_at: Date;
  advanced_at: Date;
  checked_at: Date;
  rechecked_number: bigint | null;
  rechecked_at: Date;
  gap_read_through: Date | null;
};

const columns =
  "chain_id, block_number, block_hash, block_timestamp, safe_number, finalized_number, tags_advanced_at, advanced_at, checked_at, rechecked_number, rechecked_at";
const gapReadThrough =
  "(SELECT min(gap.read_through) FROM chain_gaps AS gap WHERE gap.chain_id = chain_cursors.chain_id) AS gap_read_through";

/** SQL: hot path. */
const selectPositions: Statement = {
  name: "chain_positions_read",
  text: `
    SELECT ${columns}, ${gapReadThrough} FROM chain_cursors
    WHERE $1::int IS NULL OR chain_id = $1::int ORDER BY chain_id`,
};
/** SQL: lock. */
const selectPositionForUpdate: Statement = {
  name: "chain_position_lock",
  text: `SELECT ${columns}, ${gapReadThrough} FROM chain_cursors WHERE chain_id = $1 FOR UPDATE`,
};
/** The first number is reserved for this advisory lock; the second is the chain. SQL: lock. */
const lockFirstScan: Statement = {
  name: "chain_first_scan_lock",
  text: "SELECT pg_advisory_xact_lock(1128810307, $1::int)",
};
/** SQL: an upsert with a condition or a computed value. */
const upsertPosition: Statement = {
  name: "chain_position_save",
  text: `
    INSERT INTO chain_cursors (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (chain_id) DO UPDATE SET
      block_number = excluded.block_number, block_hash = excluded.block_hash,
      block_timestamp = excluded.block_timestamp, safe_number = excluded.safe_number,
      finalized_number = excluded.finalized_number, tags_advanced_at = excluded.tags_advanced_at,
      advanced_at = excluded.advanced_at, checked_at = excluded.checked_at,
      rechecked_number = excluded.rechecked_number, rechecked_at = excluded.rechecked_at`,
};

export async function readPosition(connection: Queryable, chainId: number): Promise<ChainPosition | null> {
  const [row] = await run<PositionRow>(connection, selectPositions, [chainId]);
  return row === undefined ? null : toPosition(row);
}

export async function readPositions(connection: Queryable): Promise<ReadonlyMap<number, ChainPosition>> {
  const rows = await run<PositionRow>(connection, selectPositions, [null]);
  return new Map(rows.map((row) => [row.chain_id, toPosition(row)]));
}

/** Locks the chain until the transaction ends: its row, or an advisory lock before the first scan. */
export async function lockPosition(connection: Queryable, chainId: number): Promise<ChainPosition | null> {
  const [row] = await run<PositionRow>(connection, selectPositionForUpdate, [chainId]);
  if (row !== undefined) return toPosition(row);
  await run(connection, lockFirstScan, [chainId]);
  const [meanwhile] = await run<PositionRow>(connection, selectPositionForUpdate, [chainId]);
  return meanwhile === undefined ? null : toPosition(meanwhile);
}

const forgetStatements: readonly Statement[] = ["chain_cursors", "chain_gaps", "block_headers"].map(
  (table) => ({
    name: `${table}_forget`,
    text: `DELETE FROM ${table} WHERE chain_id = $1`,
  }),
);
export async function forgetPosition(connection: Queryable, chainId: number, at: Date): Promise<boolean> {
  const position = await lockPosition(connection, chainId);
  if (position === null) return false;
  for (const statement of forgetStatements) await run(connection, statement, [chainId]);
  const details = { blockNumber: position.blockNumber.toString() };
  const act = { action: "chain.position-forgotten", target: String(chainId), details, at } as const;
  await writeAudit(connection, { projectId: null, userId: null, ...act });
  return true;
}

export async function savePosition(connection: Queryable, position: ChainPosition): Promise<void> {
  await run(connection, upsertPosition, [
    position.chainId,
    position.blockNumber,
    position.blockHash,
    position.blockTimestamp,
    position.safeNumber,
    position.finalizedNumber,
    position.tagsAdvancedAt,
    position.advancedAt,
    position.checkedAt,
    position.recheckedNumber,
    position.recheckedAt,
  ]);
}

function toPosition(row: PositionRow): ChainPosition {
  return {
    chainId: row.chain_id,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTimestamp: row.block_timestamp,
    safeNumber: row.safe_number,
    finalizedNumber: row.finalized_number,
    tagsAdvancedAt: row.tags_advanced_at,
    advancedAt: row.advanced_at,
    checkedAt: row.checked_at,
    recheckedNumber: row.rechecked_number,
    recheckedAt: row.rechecked_at,
    gapReadThrough: row.gap_read_through,
  };
}
