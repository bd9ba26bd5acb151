import { enabledChain } from "@/lib/chain/chains.rules";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { readWithFailover } from "./node-in-use";
import { ContradictoryBlocks, readBlocks } from "./read-blocks";
import { ownFacts, recordBlocks } from "./record-blocks";
import { countBlocks, narrowLowest, planGap } from "./scan-plan.rules";

type CaughtUp = {
  /** Unread blocks in gaps. */
  remaining: bigint;
  /** Whether this pass read some. */
  progressed: boolean;
};

/**
 * Reads the next blocks of the chain's lowest gap, besides the head. The gap narrows in the same transaction as the
 * facts. We look for addresses that were watched when these blocks were made, so that no watch ends during an outage.
 *
 * @throws ChainUnavailable
 * @throws ContradictoryBlocks also when the gap's end no longer fits the blocks above
 */
export async function catchUp(deps: ScanParts, chainId: number): Promise<CaughtUp> {
  const chain = enabledChain(deps.chains, chainId);
  const position = await deps.positions.find(chainId);
  if (position === null || position.gapReadThrough === null) return caughtUp;
  const plan = planGap(position, await deps.scanProgress.gaps(chainId));
  if (plan === null) return caughtUp;
  const reader = deps.reader(chainId);
  const read = await readWithFailover(deps, reader, "gap", () =>
    readBlocks(deps, { chain, reader, ...plan }),
  );
  const { number: toBlock, hash, timestamp } = read.last;
  const own = await ownFacts(deps, read);

  return deps.payments.transaction(async (tx): Promise<CaughtUp> => {
    await tx.lockPosition(chainId);
    const gaps = await tx.gaps(chainId);
    const [current] = gaps;
    // Another watcher was faster, or a reorg took some of these blocks.
    if (current?.fromBlock !== plan.fromBlock || current.toBlock < toBlock)
      return { remaining: countBlocks(gaps), progressed: true };
    const kept = await tx.headerHash(chainId, toBlock);
    if (kept !== null && kept !== hash)
      throw new ContradictoryBlocks(
        `block ${toBlock} is another than the one above the gap: the chain moved`,
      );
    const left = narrowLowest(gaps, toBlock, timestamp);
    await tx.saveGaps(chainId, left);
    await recordBlocks(deps, tx, own);
    return { remaining: countBlocks(left), progressed: true };
  });
}

const caughtUp: CaughtUp = { remaining: 0n, progressed: false };
