import { writeAudit } from "@/lib/accounts/audit.store";
import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { deletePosition, lockPosition, savePosition } from "@/lib/checkouts/state/chain-position.store";
import {
  type Connections,
  type Queryable,
  read,
  run,
  type Statement,
  transact,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Blocks below the position that we left unread for now. */
export type ChainGap = {
  chainId: number;
  fromBlock: bigint;
  toBlock: bigint;
  /** Time of the block before `fromBlock`. */
  readThrough: Date;
};

export type ScanProgressStore = ReturnType<typeof createScanProgressStore>;

/** What was scanned of each chain beside its position: gaps and recent headers. */
export function createScanProgressStore({ pool }: Connections) {
  return {
    /** The chain's gaps, lowest first. */
    gaps: (chainId: number) => readGaps(pool, chainId),

    /** Number of blocks in gaps by chain; chains without gaps are left out. */
    unreadBlocks: async (): Promise<ReadonlyMap<number, bigint>> => {
      const unread = new Map<number, bigint>();
      for (const { chainId, fromBlock, toBlock } of await readGaps(pool, null))
        unread.set(chainId, (unread.get(chainId) ?? 0n) + toBlock - fromBlock + 1n);
      return unread;
    },

    headerHash: (chainId: number, blockNumber: bigint) => readHeaderHash(pool, chainId, blockNumber),

    /**
     * Forgets the scanned position, headers and gaps of a chain, so that it is rescanned from before the oldest watched
     * checkout. Recorded logs stay and are compared with the blocks read then. False when the chain was never scanned.
     */
    forgetPosition: (chainId: number, at: Date): Promise<boolean> =>
      transact(pool, async (connection) => {
        const position = await lockPosition(connection, chainId);
        if (position === null) return false;
        await deletePosition(connection, chainId);
        await saveGaps(connection, chainId, []);
        await run(connection, deleteHeaders, [chainId]);
        const details = { blockNumber: position.blockNumber.toString() };
        const act = { action: "chain.position-forgotten", target: String(chainId), details, at } as const;
        await writeAudit(connection, { projectId: null, userId: null, ...act });
        return true;
      }),
  };
}

/** The scan's reads and writes of its progress, inside its transaction. */
export function scanProgressTransaction(connection: Queryable) {
  return {
    lockPosition: (chainId: number) => lockPosition(connection, chainId),
    savePosition: (position: ChainPosition) => savePosition(connection, position),
    gaps: (chainId: number) => readGaps(connection, chainId),
    saveGaps: (chainId: number, gaps: readonly ChainGap[]) => saveGaps(connection, chainId, gaps),
    headerHash: (chainId: number, blockNumber: bigint) => readHeaderHash(connection, chainId, blockNumber),

    /** Upserts headers and drops those more than `keep` blocks below the newest. */
    saveHeaders: async (chainId: number, headers: readonly BlockHeader[], keep: number): Promise<void> => {
      if (headers.length === 0) return;
      // One statement must not write a row twice.
      const byNumber = [...new Map(headers.map((header) => [header.number, header])).values()];
      await run(connection, upsertHeaders, [
        chainId,
        byNumber.map(({ number }) => number),
        byNumber.map(({ hash }) => hash),
        byNumber.map(({ parentHash }) => parentHash),
        byNumber.map(({ timestamp }) => timestamp),
      ]);
      await run(connection, dropHeaders, [chainId, null, keep]);
    },
  };
}

/** A reorg took the blocks above. */
export async function dropHeadersAbove(
  connection: Queryable,
  chainId: number,
  ancestor: bigint,
): Promise<void> {
  await run(connection, dropHeaders, [chainId, ancestor, null]);
}

// SQL: gaps and headers commit with what the scan records, in its transaction on `pg`.

/** Of one chain, or of all. */
const selectGaps: Statement = {
  name: "chain_gaps_read",
  text: `
    SELECT chain_id, from_block, to_block, read_through FROM chain_gaps
    WHERE $1::int IS NULL OR chain_id = $1::int ORDER BY chain_id, from_block`,
};

const deleteGaps: Statement = {
  name: "chain_gaps_delete",
  text: "DELETE FROM chain_gaps WHERE chain_id = $1",
};

const insertGaps: Statement = {
  name: "chain_gaps_save",
  text: `
    INSERT INTO chain_gaps (chain_id, from_block, to_block, read_through)
    SELECT $1::int, from_block, to_block, read_through
    FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) AS gap (from_block, to_block, read_through)`,
};

const deleteHeaders: Statement = {
  name: "block_headers_forget",
  text: "DELETE FROM block_headers WHERE chain_id = $1",
};

const selectHeaderHash: Statement = {
  name: "block_header_hash",
  text: "SELECT hash FROM block_headers WHERE chain_id = $1 AND number = $2",
};

/** Above a block, or further below the newest than we keep. */
const dropHeaders: Statement = {
  name: "block_headers_drop",
  text: `
    DELETE FROM block_headers WHERE chain_id = $1
      AND (number > $2::bigint OR number < (SELECT max(number) FROM block_headers WHERE chain_id = $1) - $3::bigint)`,
};

const upsertHeaders: Statement = {
  name: "block_headers_save",
  text: `
    INSERT INTO block_headers (chain_id, number, hash, parent_hash, timestamp)
    SELECT $1::int, number, hash, parent_hash, timestamp
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
      AS header (number, hash, parent_hash, timestamp)
    ORDER BY number
    ON CONFLICT (chain_id, number) DO UPDATE SET
      hash = excluded.hash, parent_hash = excluded.parent_hash, timestamp = excluded.timestamp`,
};

/** @param chainId null for those of all chains */
function readGaps(connection: Queryable, chainId: number | null): Promise<ChainGap[]> {
  return read(connection, selectGaps, [chainId]);
}

/** Gaps are few, so we replace them all. */
async function saveGaps(connection: Queryable, chainId: number, gaps: readonly ChainGap[]): Promise<void> {
  await run(connection, deleteGaps, [chainId]);
  if (gaps.length === 0) return;
  await run(connection, insertGaps, [
    chainId,
    gaps.map(({ fromBlock }) => fromBlock),
    gaps.map(({ toBlock }) => toBlock),
    gaps.map(({ readThrough }) => readThrough),
  ]);
}

/** The hash under which we scanned a block; null when its header is not stored. */
async function readHeaderHash(
  connection: Queryable,
  chainId: number,
  blockNumber: bigint,
): Promise<Hex | null> {
  const [row] = await run<{ hash: Hex }>(connection, selectHeaderHash, [chainId, blockNumber]);
  return row?.hash ?? null;
}
