import type { ChainGap } from "@/lib/checkouts/state/payment-store.port";

/** A block range, both ends inclusive. */
export type BlockSpan = { fromBlock: bigint; toBlock: bigint };

/**
 * The blocks to skip for now when the head is more than one range away: all but the newest `tail`. Null when reading
 * continues without a gap.
 *
 * @param base the newest block that was read
 */
export function gapBelowHead(
  base: bigint,
  head: bigint,
  maxBlockRange: number,
  tail: number,
): BlockSpan | null {
  if (head - base <= BigInt(maxBlockRange)) return null;
  const toBlock = head - BigInt(Math.min(tail, maxBlockRange));
  return toBlock > base ? { fromBlock: base + 1n, toBlock } : null;
}

/**
 * The gaps after the lowest one was read up to `toBlock`.
 *
 * @param readThrough time of `toBlock`
 */
export function narrowLowest(gaps: readonly ChainGap[], toBlock: bigint, readThrough: Date): ChainGap[] {
  const [lowest, ...higher] = gaps;
  if (lowest === undefined) return [];
  if (toBlock < lowest.fromBlock || toBlock > lowest.toBlock)
    throw new Error(`block ${toBlock} is not in the gap ${lowest.fromBlock} to ${lowest.toBlock}`);
  return toBlock === lowest.toBlock
    ? higher
    : [{ ...lowest, fromBlock: toBlock + 1n, readThrough }, ...higher];
}

/** The gaps after a reorg removed every block above `ancestor`: the head scan reads those again. */
export function trimAbove(gaps: readonly ChainGap[], ancestor: bigint): ChainGap[] {
  return gaps
    .filter(({ fromBlock }) => fromBlock <= ancestor)
    .map((gap) => (gap.toBlock > ancestor ? { ...gap, toBlock: ancestor } : gap));
}

export function countBlocks(gaps: readonly BlockSpan[]): bigint {
  return gaps.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1n, 0n);
}
