import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import type { BlockHeader, ChainReader } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { samePosition } from "@/lib/payments/record-transfers";
import { earliest } from "@/lib/platform/values/time.rules";
import { findBase, findBlockBefore, keptHeaders } from "./find-base";
import {
  behindSince,
  currentTags,
  type Head,
  leaveNodeBehind,
  noteIdleHead,
  readWithFailover,
} from "./node-in-use";
import { type BlocksRead, ContradictoryBlocks, readBlocks, readHeaders } from "./read-blocks";
import { ownFacts, recordBlocks } from "./record-blocks";
import { clearTimer, isDue } from "./scan-memory";
import {
  type Block,
  type HeadRead,
  headerWindow,
  lastBlocks,
  min,
  planHead,
  trimAbove,
} from "./scan-plan.rules";

/** How often we ask the node for its safe and finalized blocks, where the chain's policy uses them. */
const tagsEveryMs = 4_000;

export type ScanResult = {
  kind: "scanned" | "idle" | "behind" | "raced";
  /** Blocks between the scanned position and the newest. */
  remaining: bigint;
};

/**
 * The head scan: reads the next blocks of a chain and records transfers to deposit addresses and sweeps from them. The
 * position moves in the same transaction as the facts, so after a crash the range is repeated without any double
 * effect. When the head is more than one range away, the scan jumps to it and leaves a gap for `catchUp`.
 *
 * A contradictory range (a missing header, a parent or a log's block that does not match) throws and is read again
 * later: a lying node can delay a payment but not lose one.
 *
 * @throws ChainUnavailable
 */
export async function scanChain(deps: ScanParts, chainId: number): Promise<ScanResult> {
  const chain = enabledChain(deps.chains, chainId);
  const reader = deps.reader(chainId);
  const position = await deps.positions.find(chainId);
  const head = await readHead(deps, chain, reader);
  if (position === null) return begin(deps, reader, head);

  const base = await findBase(deps, reader, position, head.latest);
  const plan = planHead(position, base, head.latest.number, {
    maxBlockRange: chain.maxBlockRange,
    now: deps.clock.now(),
  });
  if (plan.kind === "behind") {
    await leaveNodeBehind(deps, reader, head.latest);
    return { kind: "behind", remaining: 0n };
  }
  clearTimer(deps, behindSince(chainId));
  if (plan.kind === "idle") {
    await noteIdleHead(deps, reader, position, head);
    return { kind: "idle", remaining: 0n };
  }
  const steps = await readWithFailover(deps, reader, "head", () =>
    readHeadPlan(deps, chain, plan, head.latest),
  );
  return record(deps, { plan, position, head, ...steps });
}

async function readHead(deps: ScanParts, chain: Chain, reader: ChainReader): Promise<Head> {
  if (!usesTags(chain.confirmations) || !isDue(deps, `tags ${chain.chainId}`, tagsEveryMs))
    return { latest: await reader.latest(), tags: null };
  const { latest, ...tags } = await reader.heads();
  return { latest, tags };
}

/** First scan of a chain: starts before the oldest checkout that could have been paid on it. */
async function begin(deps: ScanParts, reader: ChainReader, head: Head): Promise<ScanResult> {
  const { chainId } = reader;
  const oldest = await deps.deposits.oldestWatched(deps.clock.now());
  const start = oldest === null ? head.latest : await findBlockBefore(reader, oldest, head.latest);
  const headers = await headersUpTo(reader, start);
  await deps.payments.transaction(async (tx) => {
    if ((await tx.lockPosition(chainId)) !== null) return;
    await tx.saveHeaders(chainId, headers, keptHeaders);
    await tx.savePosition(toPosition(deps, chainId, start, head, null));
  });
  return { kind: "scanned", remaining: head.latest.number - start.number };
}

/** With the headers below, so that a reorg of the first block still finds an ancestor. */
async function headersUpTo(reader: ChainReader, start: BlockHeader): Promise<BlockHeader[]> {
  const below =
    start.number === 0n ? [] : await readHeaders(reader, lastBlocks(0n, start.number - 1n, headerWindow));
  return [...below, start];
}

type Steps = {
  read: readonly BlocksRead[];
  /** When the read continues after a gap: the headers up to the gap's last block. */
  beyond: readonly BlockHeader[];
};

async function readHeadPlan(
  deps: ScanParts,
  chain: Chain,
  plan: HeadRead,
  latest: BlockHeader,
): Promise<Steps> {
  const reader = deps.reader(chain.chainId);
  const { kind, base, gap, limit, watchedAt, everything } = plan;
  const beyond = gap === null ? [] : await headersBeyond(reader, base, gap.toBlock);
  const read: BlocksRead[] = [];
  let last: Block = beyond.at(-1) ?? base;
  while (last.number < limit) {
    const part = await readBlocks(deps, {
      chain,
      reader,
      fromBlock: last.number + 1n,
      limit,
      // The newest block was already read with the head.
      known: [latest],
      follows: last,
      watchedAt,
      everything,
    });
    read.push(part);
    last = part.last;
    if (kind !== "rewind") break;
  }
  return { read, beyond };
}

/** @throws ContradictoryBlocks when the gap does not begin at `base`: the node just changed its chain */
async function headersBeyond(reader: ChainReader, base: Block, gapEnd: bigint): Promise<BlockHeader[]> {
  const [edge, below] = await readHeaders(reader, [gapEnd, base.number]);
  if (edge === undefined || below?.hash !== base.hash)
    throw new ContradictoryBlocks(`the gap to block ${gapEnd} does not begin at ${base.hash}`);
  return headersUpTo(reader, edge);
}

async function record(
  deps: ScanParts,
  { plan, position, head, read, beyond }: Steps & { plan: HeadRead; position: ChainPosition; head: Head },
): Promise<ScanResult> {
  const { chainId } = position;
  const { base, gap } = plan;
  const isRewind = plan.kind === "rewind";
  const last = read.at(-1)?.last ?? base;
  const facts = {
    chainId,
    headers: read.flatMap(({ headers }) => headers),
    transfers: read.flatMap(({ transfers }) => transfers),
    sweeps: read.flatMap(({ sweeps }) => sweeps),
    refunds: read.flatMap(({ refunds }) => refunds),
  };
  const own = await ownFacts(deps, facts, isRewind ? base.number : null);
  return deps.payments.transaction(async (tx): Promise<ScanResult> => {
    if (!samePosition(await tx.lockPosition(chainId), position)) return { kind: "raced", remaining: 0n };
    if (isRewind) {
      deps.log.warn({ chainId, from: position.blockNumber, to: base.number }, "reorg: going back");
      await tx.saveGaps(chainId, trimAbove(await tx.gaps(chainId), base.number));
    }
    if (gap !== null) {
      deps.log.warn({ chainId, from: gap.fromBlock, to: gap.toBlock }, "going to the head, leaving a gap");
      await tx.saveGaps(chainId, [...(await tx.gaps(chainId)), { chainId, ...gap }]);
      await tx.saveHeaders(chainId, beyond, keptHeaders);
    }
    const orphaned = isRewind ? await tx.orphanAbove(chainId, base.number) : [];
    // First, because the scanned position decides when a checkout's time is over.
    const previous = isRewind ? limitTo(base.number, position) : position;
    await tx.savePosition(toPosition(deps, chainId, last, head, previous));
    await recordBlocks(deps, tx, own, orphaned);
    return { kind: "scanned", remaining: head.latest.number - last.number };
  });
}

function toPosition(
  { clock }: ScanParts,
  chainId: number,
  { number, hash, timestamp }: Block,
  head: Head,
  previous: ChainPosition | null,
): ChainPosition {
  const now = clock.now();
  return {
    chainId,
    blockNumber: number,
    blockHash: hash,
    // By our clock no block is later than its reading, also where the chain's clock is ahead.
    blockTimestamp: earliest(timestamp, now),
    advancedAt: now,
    checkedAt: now,
    recheckedNumber: previous === null ? number : previous.recheckedNumber,
    recheckedAt: previous?.recheckedAt ?? now,
    gapReadThrough: null,
    ...currentTags(head, previous, now),
  };
}

/** Blocks above the common ancestor are gone: nothing there is safe, or read twice, until we ask again. */
function limitTo(ancestor: bigint, position: ChainPosition): ChainPosition {
  const upTo = (number: bigint | null) => (number === null ? null : min(number, ancestor));
  return {
    ...position,
    safeNumber: upTo(position.safeNumber),
    finalizedNumber: upTo(position.finalizedNumber),
    recheckedNumber: upTo(position.recheckedNumber),
  };
}
