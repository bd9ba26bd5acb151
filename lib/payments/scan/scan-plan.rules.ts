import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { earliest } from "@/lib/platform/values/time.rules";

/**
 * Decides which blocks a pass reads. The executors (`scan-chain.ts`, `catch-up.ts`, `recheck-blocks.ts`) read and
 * record them, and commit each part on its own, so that the next part is planned from what is stored.
 */

/** Up to this size we read every header of a range and check its parents. */
export const headerWindow = 64;

export type BlockRef = { number: bigint; hash: Hex };

export type Block = BlockRef & { timestamp: Date };

/** A block range, both ends inclusive. */
export type BlockSpan = { fromBlock: bigint; toBlock: bigint };

/** @property readThrough time of the block before `fromBlock` */
type Gap = BlockSpan & { readThrough: Date };

type Position = Pick<ChainPosition, "blockNumber" | "blockHash" | "blockTimestamp">;

type Limits = { maxBlockRange: number; now: Date };

export type HeadRead = {
  kind: "forward" | "jump" | "rewind";
  base: Block;
  /** Blocks after `base` to leave unread for now: the read begins above them. */
  gap: Gap | null;
  /** The newest block to read. A rewind reads up to here at once, the others as far as one read goes. */
  limit: bigint;
  /** By the chain's time, so that no watch ends during an outage. */
  watchedAt: Date;
  /** Also asks for transfers to addresses that are no longer watched. */
  everything: boolean;
};

type HeadPlan = HeadRead | { kind: "behind" } | { kind: "idle" };

/**
 * - `behind`: the node lags, and we conclude nothing;
 * - `idle`: nothing is new;
 * - `forward`: the next blocks;
 * - `jump`: the newest blocks, because the head is more than one range away; `catchUp` reads the gap;
 * - `rewind`: after a reorg, everything that was read above `base` and all new blocks. A payment that moved to a later
 *   block is then orphaned and recorded in one transaction, without an event that it was gone.
 *
 * @param base the newest scanned block that the node still has; null while the node lags
 */
export function planHead(
  position: Position,
  base: Block | null,
  head: bigint,
  { maxBlockRange, now }: Limits,
): HeadPlan {
  if (base === null) return { kind: "behind" };
  const watchedAt = earliest(base.timestamp, position.blockTimestamp, now);
  if (base.number < position.blockNumber) {
    const limit = min(head, position.blockNumber + BigInt(headerWindow));
    return { kind: "rewind", base, gap: null, limit, watchedAt, everything: true };
  }
  if (head === position.blockNumber) return { kind: "idle" };
  const span = gapBelowHead(base.number, head, maxBlockRange);
  const gap = span && { ...span, readThrough: base.timestamp };
  const kind = gap === null ? "forward" : "jump";
  return { kind, base, gap, limit: head, watchedAt, everything: false };
}

/** All but the newest blocks when the head is more than one range away from `base`. */
function gapBelowHead(base: bigint, head: bigint, maxBlockRange: number): BlockSpan | null {
  if (head - base <= BigInt(maxBlockRange)) return null;
  const toBlock = head - BigInt(Math.min(headerWindow, maxBlockRange));
  return toBlock > base ? { fromBlock: base + 1n, toBlock } : null;
}

export type GapRead = { fromBlock: bigint; limit: bigint; anchor: BlockRef; watchedAt: Date };

/** The read of the lowest gap, with the addresses that were watched when these blocks were made. */
export function planGap(position: Position, gaps: readonly Gap[]): GapRead | null {
  const [lowest] = gaps;
  if (lowest === undefined) return null;
  // A node with the last scanned block has the blocks below it, too.
  const anchor = { number: position.blockNumber, hash: position.blockHash };
  return { fromBlock: lowest.fromBlock, limit: lowest.toBlock, anchor, watchedAt: lowest.readThrough };
}

/** How far below the scanned position we read blocks again: a lagging index has caught up by then. */
const recheckDepth = 2n;

export const recheckEveryMs = 15_000;

/** Without a recorded position, the second reading starts this far below the newest block that it may cover. */
const firstRecheck = 64n;

export type SecondRead = {
  fromBlock: bigint;
  limit: bigint;
  /** The newest block that both nodes may be required to have. */
  anchorLimit: bigint;
  /** Far behind, we do not wait until the next one. */
  overdue: boolean;
};

/** The blocks from the last second reading to the newest one it may cover; null when it is too early. */
export function planSecondReading(
  position: Pick<ChainPosition, "blockNumber" | "recheckedNumber" | "recheckedAt">,
  gaps: readonly Gap[],
  { maxBlockRange, now }: Limits,
): SecondRead | null {
  const anchorLimit = position.blockNumber - recheckDepth;
  // A gap is read twice as well, after its first reading.
  const limit = gaps.reduce((below, { fromBlock }) => min(below, fromBlock - 1n), anchorLimit);
  const readBefore = position.recheckedNumber ?? (limit > firstRecheck ? limit - firstRecheck : -1n);
  const fromBlock = readBefore + 1n;
  const overdue = limit - fromBlock >= BigInt(maxBlockRange);
  const isRested = now.getTime() - position.recheckedAt.getTime() >= recheckEveryMs;
  return limit < fromBlock || !(overdue || isRested) ? null : { fromBlock, limit, anchorLimit, overdue };
}

/**
 * The gaps after the lowest one was read up to `toBlock`.
 *
 * @param readThrough time of `toBlock`
 */
export function narrowLowest<G extends Gap>(gaps: readonly G[], toBlock: bigint, readThrough: Date): G[] {
  const [lowest, ...higher] = gaps;
  if (lowest === undefined) return [];
  if (toBlock < lowest.fromBlock || toBlock > lowest.toBlock)
    throw new Error(`block ${toBlock} is not in the gap ${lowest.fromBlock} to ${lowest.toBlock}`);
  return toBlock === lowest.toBlock
    ? higher
    : [{ ...lowest, fromBlock: toBlock + 1n, readThrough }, ...higher];
}

/** The gaps after a reorg removed every block above `ancestor`: the head scan reads those again. */
export function trimAbove<G extends Gap>(gaps: readonly G[], ancestor: bigint): G[] {
  return gaps
    .filter(({ fromBlock }) => fromBlock <= ancestor)
    .map((gap) => (gap.toBlock > ancestor ? { ...gap, toBlock: ancestor } : gap));
}

export function countBlocks(gaps: readonly BlockSpan[]): bigint {
  return gaps.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1n, 0n);
}

/** The last `count` blocks of the range, or all of it. */
export function lastBlocks(from: bigint, to: bigint, count: number): bigint[] {
  const start = to - from + 1n > BigInt(count) ? to - BigInt(count) + 1n : from;
  return Array.from({ length: Number(to - start + 1n) }, (_, index) => start + BigInt(index));
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
