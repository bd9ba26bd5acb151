import type { ChainGap } from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** Of one chain, or of all. SQL: hot path. */
const selectGaps: Statement = {
  name: "chain_gaps_read",
  text: `
    SELECT chain_id, from_block, to_block, read_through FROM chain_gaps
    WHERE $1::int IS NULL OR chain_id = $1::int ORDER BY chain_id, from_block`,
};
/** SQL: in a transaction of several facts. */
const deleteGaps: Statement = {
  name: "chain_gaps_delete",
  text: "DELETE FROM chain_gaps WHERE chain_id = $1",
};
/** SQL: many rows in one statement. */
const insertGaps: Statement = {
  name: "chain_gaps_save",
  text: `
    INSERT INTO chain_gaps (chain_id, from_block, to_block, read_through)
    SELECT $1::int, from_block, to_block, read_through
    FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) AS gap (from_block, to_block, read_through)`,
};

type GapRow = { chain_id: number; from_block: bigint; to_block: bigint; read_through: Date };

/** @param chainId null for those of all chains */
export async function readGaps(connection: Queryable, chainId: number | null): Promise<ChainGap[]> {
  const rows = await run<GapRow>(connection, selectGaps, [chainId]);
  return rows.map((row) => ({
    chainId: row.chain_id,
    fromBlock: row.from_block,
    toBlock: row.to_block,
    readThrough: row.read_through,
  }));
}

/** Gaps are few, so we replace them all. */
export async function saveGaps(
  connection: Queryable,
  chainId: number,
  gaps: readonly ChainGap[],
): Promise<void> {
  await run(connection, deleteGaps, [chainId]);
  if (gaps.length === 0) return;
  await run(connection, insertGaps, [
    chainId,
    gaps.map(({ fromBlock }) => fromBlock),
    gaps.map(({ toBlock }) => toBlock),
    gaps.map(({ readThrough }) => readThrough),
  ]);
}

/** Number of blocks in gaps, by chain. */
export async function countUnreadBlocks(connection: Queryable): Promise<ReadonlyMap<number, bigint>> {
  const unread = new Map<number, bigint>();
  for (const { chainId, fromBlock, toBlock } of await readGaps(connection, null))
    unread.set(chainId, (unread.get(chainId) ?? 0n) + toBlock - fromBlock + 1n);
  return unread;
}
