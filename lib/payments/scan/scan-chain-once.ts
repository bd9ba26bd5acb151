import { enabledChain } from "@/lib/chain/chains.rules";
import { endOfRead } from "@/lib/chain/reader/end-of-read";
import { askHints } from "@/lib/payments/verify-payment";
import { countBlocks, narrowLowest } from "./find-base";
import { readWithFailover } from "./node-in-use";
import { ContradictoryBlocks, isNodesFault, readBlocks } from "./read-blocks";
import { recheckBlocks } from "./recheck-blocks";
import { ownFacts, recordBlocks } from "./record-blocks";
import { type ScanDeps, type ScanResult, scanChain } from "./scan-chain";

export type CaughtUp = {
  /** Unread blocks in gaps. */
  remaining: bigint;
  /** Whether this pass read some. */
  progressed: boolean;
  events: number;
};

/**
 * Reads the next blocks of the chain's lowest gap, besides the head. The gap narrows in the same transaction as the
 * facts. We look for addresses that were watched when these blocks were made, so that no watch ends during an outage.
 *
 * @throws ChainUnavailable
 * @throws ContradictoryBlocks also when the gap's end no longer fits the blocks above
 */
async function catchUp(deps: ScanDeps, chainId: number): Promise<CaughtUp> {
  const chain = enabledChain(deps.chains, chainId);
  const position = await deps.payments.position(chainId);
  if (position === null || position.gapReadThrough === null) return caughtUp;
  const [gap] = await deps.payments.transaction((tx) => tx.gaps(chainId));
  if (gap === undefined) return caughtUp;
  const { fromBlock, toBlock: limit, readThrough: watchedAt } = gap;
  const reader = deps.reader(chainId);
  const read = await readWithFailover(deps, reader, "gap", () =>
    readBlocks(deps, {
      chain,
      reader,
      fromBlock,
      toBlock: endOfRead(reader, chain, { fromBlock, limit }),
      known: [],
      follows: null,
      // A node with the last scanned block has the blocks below it, too.
      anchor: { number: position.blockNumber, hash: position.blockHash },
      watchedAt,
      everything: false,
    }),
  );
  const { number: toBlock, hash, timestamp } = read.last;
  const own = await ownFacts(deps, read);

  const result = await deps.payments.transaction(async (tx): Promise<CaughtUp> => {
    await tx.lockPosition(chainId);
    const gaps = await tx.gaps(chainId);
    const [current] = gaps;
    // Another watcher was faster, or a reorg took some of these blocks.
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

export type ChainPass = ScanResult & {
  /** Unread blocks, below the head and in gaps. */
  remaining: bigint;
  /** There is more to read and this pass made progress: the next one need not wait. */
  more: boolean;
  /** A part other than the head failed and will be retried. */
  failed: boolean;
};

/**
 * One pass over a chain: the head first, then part of a gap, the second reading, and the customers' hashes. Only a failure of the head fails the pass; each other part is retried.
 *
 * @throws ChainUnavailable
 */
export async function scanChainOnce(deps: ScanDeps, chainId: number): Promise<ChainPass> {
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
