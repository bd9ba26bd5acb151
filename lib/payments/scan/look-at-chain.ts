import { enabledChain } from "@/lib/chain/chains.rules";
import { askHints } from "./ask-hints";
import { countBlocks, narrowLowest } from "./catch-up-gaps";
import { isNodesFault } from "./is-nodes-fault";
import { leaveContradiction } from "./node-in-use";
import { ContradictoryBlocks, readAsFar, readBlocks } from "./read-blocks";
import { recheckBlocks } from "./recheck-blocks";
import { ownFacts, recordBlocks } from "./record-blocks";
import { type ScanDeps, type ScanResult, scanChain } from "./scan-chain";

export type CaughtUp = {
  /** Blocks in gaps that are still unread. */
  remaining: bigint;
  /** Whether some were read just now. */
  progressed: boolean;
  events: number;
};

/**
 * Reads the next blocks of the chain's lowest gap, beside the look at the head. The gap narrows in the same
 * transaction as the facts. Addresses that were watched when the chunk's blocks were made are looked for, so that
 * no one's watch ran out during the outage.
 *
 * @throws ChainUnavailable
 * @throws ContradictoryBlocks also when the gap's end is no longer what lies above it
 */
async function catchUp(deps: ScanDeps, chainId: number): Promise<CaughtUp> {
  const chain = enabledChain(deps.chains, chainId);
  const position = await deps.payments.position(chainId);
  if (position === null || position.gapReadThrough === null) return caughtUp;
  const [gap] = await deps.payments.transaction((tx) => tx.gaps(chainId));
  if (gap === undefined) return caughtUp;
  const { fromBlock, toBlock: limit, readThrough: watchedAt } = gap;
  const reader = deps.reader(chainId);
  const read = await leaveContradiction(deps, reader, "gap", () =>
    readAsFar(deps, chain, { fromBlock, limit }, (toBlock) =>
      readBlocks(deps, {
        chain,
        reader,
        fromBlock,
        toBlock,
        known: [],
        follows: null,
        // A node that has the block scanned last has what lies below it as well.
        anchor: { number: position.blockNumber, hash: position.blockHash },
        watchedAt,
        everything: false,
      }),
    ),
  );
  const { number: toBlock, hash, timestamp } = read.last;
  const own = await ownFacts(deps, read);

  const result = await deps.payments.transaction(async (tx): Promise<CaughtUp> => {
    await tx.lockPosition(chainId);
    const gaps = await tx.gaps(chainId);
    const [current] = gaps;
    // Another watcher was here, or a reorg that took some of these blocks.
    if (current?.fromBlock !== fromBlock || current.toBlock < toBlock)
      return { remaining: countBlocks(gaps), progressed: true, events: 0 };
    const kept = await tx.headerHash(chainId, toBlock);
    if (kept !== null && kept !== hash)
      throw new ContradictoryBlocks(
        `block ${toBlock} is another than the one above the gap: the chain moved`,
      );
    const left = narrowLowest(gaps, toBlock, timestamp);
    await tx.saveGaps(chainId, left);
    const { events } = await recordBlocks(deps, tx, own);
    return { remaining: countBlocks(left), progressed: true, events };
  });
  if (result.events > 0) deps.killPoint("payment.recorded");
  return result;
}

const caughtUp: CaughtUp = { remaining: 0n, progressed: false, events: 0 };

export type Look = ScanResult & {
  /** Blocks left unread, below the head and in gaps. */
  remaining: bigint;
  /** There is more to read, and this look came nearer to its end: the next need not wait. */
  more: boolean;
  /** Something beside the head did not succeed and is tried again. */
  failed: boolean;
};

/**
 * One look at a chain: the head first, then beside it a part of what was left behind, the second reading, and the
 * hashes that customers handed in. Only the head's failure is the look's; each of the others is tried again.
 *
 * @throws ChainUnavailable
 */
export async function lookAtChain(deps: ScanDeps, chainId: number): Promise<Look> {
  const scanned = await scanChain(deps, chainId);
  const gap = await beside("catch-up", () => catchUp(deps, chainId));
  const rechecked = await beside("second reading", () => recheckBlocks(deps, chainId));
  const hinted = await beside("hints", () => askHints(deps, chainId));
  const progressed = (scanned.kind === "scanned" && scanned.remaining > 0n) || gap?.progressed === true;
  const remaining = scanned.remaining + (gap?.remaining ?? 0n);
  return {
    kind: scanned.kind,
    remaining,
    more: scanned.kind === "raced" || (progressed && remaining > 0n),
    failed: gap === null || rechecked === null || hinted === null,
    events: [scanned, gap, rechecked, hinted].reduce((sum, part) => sum + (part?.events ?? 0), 0),
  };

  async function beside<T>(part: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const level = isNodesFault(error) ? "warn" : "error";
      deps.log[level]({ chainId, part, error }, "a part of a look at the chain failed");
      return null;
    }
  }
}
