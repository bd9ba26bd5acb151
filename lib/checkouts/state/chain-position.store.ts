import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { type Connections, type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type PositionStore = ReturnType<typeof createPositionStore>;

/** How far each chain was scanned. */
export function createPositionStore({ pool, prisma }: Connections) {
  return {
    /** Null before the first scan. */
    find: async (chainId: number): Promise<ChainPosition | null> => {
      const [row] = await read<ChainPosition>(pool, selectPositions, [chainId]);
      return row ?? null;
    },

    all: () => readPositions(pool),

    /** Headers of scanned blocks, highest first. */
    recentHeaders: async (chainId: number, limit: number): Promise<BlockHeader[]> => {
      const rows = await prisma.blockHeader.findMany({
        where: { chainId },
        orderBy: { number: "desc" },
        take: limit,
      });
      return rows.map(({ number, hash, parentHash, timestamp }) => ({
        number,
        hash: hash as Hex,
        parentHash: parentHash as Hex,
        timestamp,
      }));
    },
  };
}

const columns =
  "chain_id, block_number, block_hash, block_timestamp, safe_number, finalized_number, tags_advanced_at, advanced_at, checked_at, rechecked_number, rechecked_at";
const gapReadThrough =
  "(SELECT min(gap.read_through) FROM chain_gaps AS gap WHERE gap.chain_id = chain_cursors.chain_id) AS gap_read_through";

// SQL: the scan locks, reads and saves its position in one transaction on `pg`; Prisma has neither FOR UPDATE nor
// advisory locks.

const selectPositions: Statement = {
  name: "chain_positions_read",
  text: `
    SELECT ${columns}, ${gapReadThrough} FROM chain_cursors
    WHERE $1::int IS NULL OR chain_id = $1::int ORDER BY chain_id`,
};

const selectPositionForUpdate: Statement = {
  name: "chain_position_lock",
  text: `SELECT ${columns}, ${gapReadThrough} FROM chain_cursors WHERE chain_id = $1 FOR UPDATE`,
};

/** The first number is reserved for this advisory lock; the second is the chain. */
const lockFirstScan: Statement = {
  name: "chain_first_scan_lock",
  text: "SELECT pg_advisory_xact_lock(1128810307, $1::int)",
};

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

export async function readPositions(connection: Queryable): Promise<ReadonlyMap<number, ChainPosition>> {
  const rows = await read<ChainPosition>(connection, selectPositions, [null]);
  return new Map(rows.map((position) => [position.chainId, position]));
}

/**
 * Locks the chain until the transaction ends: its row, or an advisory lock before the first scan.
 *
 * @returns null before the first scan
 */
export async function lockPosition(connection: Queryable, chainId: number): Promise<ChainPosition | null> {
  const [row] = await read<ChainPosition>(connection, selectPositionForUpdate, [chainId]);
  if (row !== undefined) return row;
  await run(connection, lockFirstScan, [chainId]);
  const [meanwhile] = await read<ChainPosition>(connection, selectPositionForUpdate, [chainId]);
  return meanwhile ?? null;
}

const removePosition: Statement = {
  name: "chain_position_delete",
  text: "DELETE FROM chain_cursors WHERE chain_id = $1",
};

export async function deletePosition(connection: Queryable, chainId: number): Promise<void> {
  await run(connection, removePosition, [chainId]);
}

/** Does not write `gapReadThrough`, which follows from the gaps. */
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
