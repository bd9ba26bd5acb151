import type { BlockHeader, ChainReader } from "@/lib/chain/chain-reader.port";
import type { ChainPosition, PaymentStore } from "@/lib/checkouts/payment-store.port";

/** Headers kept per chain: the deepest reorg that can be followed. */
export const keptHeaders = 512;
/** Most reorgs are shallow, and few nodes answer for hundreds of blocks in one request. */
const firstLook = 16;
const furtherLook = 64;

export type Ancestor = Pick<BlockHeader, "number" | "hash" | "timestamp">;

/** None of the blocks that were scanned last is on the node's chain: it is another one, or was reorganised deeper. */
export class ChainLost extends Error {
  override readonly name = "ChainLost";
}

/**
 * The highest scanned block that is still part of the node's chain: the scanned position itself as long as
 * there was no reorg. Null when the node is merely behind: then nothing is concluded.
 *
 * @throws ChainLost when not even the oldest kept header is on the node's chain
 */
export async function findCommonAncestor(
  payments: PaymentStore,
  reader: ChainReader,
  position: ChainPosition,
  latest: BlockHeader,
): Promise<Ancestor | null> {
  const current = {
    number: position.blockNumber,
    hash: position.blockHash,
    timestamp: position.blockTimestamp,
  };
  if (latest.number === current.number + 1n && latest.parentHash === current.hash) return current;
  if (latest.number === current.number && latest.hash === current.hash) return current;
  if (latest.number > current.number) {
    const there = await reader.header(current.number);
    if (there?.hash === current.hash) return current;
    if (there === null) return null;
  }

  const kept = (await payments.recentHeaders(position.chainId, keptHeaders)).filter(
    ({ number }) => number <= latest.number,
  );
  for (let from = 0; from < kept.length; from += from === 0 ? firstLook : furtherLook) {
    const part = kept.slice(from, from + (from === 0 ? firstLook : furtherLook));
    const theirs = await reader.headers(part.map(({ number }) => number));
    const same = part.find((header, index) => theirs[index]?.hash === header.hash);
    // Nothing that we kept contradicts the node: it lags, it did not reorganise.
    if (same !== undefined) return same === kept[0] ? null : same;
  }
  throw new ChainLost(
    `chain ${position.chainId} has none of the last ${kept.length} blocks that were scanned: another chain, or a reorg deeper than that`,
  );
}
