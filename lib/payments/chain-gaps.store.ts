import type { ChainGap } from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** SQL: on the connection of a transaction of facts that commit together. */
const selectGaps: Statement = {
  name: "chain_gaps_read",
  text: "SELECT from_block, to_block, read_through FROM chain_gaps WHERE chain_id = $1 ORDER BY from_block",
};
/** SQL: hot path, on every look at a chain. */
const countUnread: Statement = {
  name: "chain_gaps_count_blocks",
  text: "SELECT chain_id, sum(to_block - from_block + 1)::bigint AS blocks FROM chain_gaps GROUP BY chain_id",
};
/** SQL: on the connection of a transaction of facts that commit together. */
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

type GapRow = { from_block: bigint; to_block: bigint; read_through: Date };

export async function readGaps(connection: Queryable, chainId: number): Promise<ChainGap[]> {
  const rows = await run<GapRow>(connection, selectGaps, [chainId]);
  return rows.map((row) => ({
    chainId,
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
  const rows = await run<{ chain_id: number; blocks: bigint }>(connection, countUnread, []);
  return new Map(rows.map(({ chain_id, blocks }) => [chain_id, blocks]));
}
