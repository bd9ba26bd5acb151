import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import type { BlockHeader, ChainNodes, ChainReader } from "@/lib/chain/reader/chain-reader.port";
import { endOfRead } from "@/lib/chain/reader/end-of-read";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { type RecordDeps, samePosition } from "@/lib/payments/record-transfers";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { earliest } from "@/lib/platform/values/time.rules";
import { type Ancestor, findBase, findBlockBefore, gapBelowHead, keptHeaders, trimAbove } from "./find-base";
import {
  behindSince,
  currentTags,
  type Head,
  leaveNodeBehind,
  noteIdleHead,
  readWithFailover,
} from "./node-in-use";
import {
  type BlocksRead,
  ContradictoryBlocks,
  clearTimer,
  headerWindow,
  isDue,
  lastBlocks,
  min,
  readBlocks,
  readHeaders,
  type ScanMemory,
} from "./read-blocks";
import { ownFacts, recordBlocks } from "./record-blocks";

/** How often we ask the node for its safe and finalized blocks, where the chain's policy uses them. */
const tagsEveryMs = 4_000;

export type ScanDeps = RecordDeps & {
  /** Named points at which tests kill the process; does nothing in production. */
  killPoint: (name: string) => void;
  reader: (chainId: number) => ChainNodes;
  incidents: IncidentStore;
  memory: ScanMemory;
};

export type ScanResult = {
  kind: "scanned" | "idle" | "behind" | "raced";
  /** Blocks between the scanned position and the newest. */
  remaining: bigint;
  events: number;
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
export async function scanChain(deps: ScanDeps, chainId: number): Promise<ScanResult> {
  const chain = enabledChain(deps.chains, chainId);
  const reader = deps.reader(chainId);
  const position = await deps.payments.position(chainId);
  const head = await readHead(deps, chain, reader);
  if (position === null) return begin(deps, reader, head);

  const base = await findBase(deps, reader, position, head.latest);
  if (base === null) {
    await leaveNodeBehind(deps, reader, head.latest);
    return { kind: "behind", remaining: 0n, events: 0 };
  }
  clearTimer(deps, behindSince(chainId));
  const rewound = base.number < position.blockNumber;
  if (!rewound && head.latest.number === position.blockNumber) {
    await noteIdleHead(deps, reader, position, head);
    return { kind: "idle", remaining: 0n, events: 0 };
  }
  const ahead = { deps, chain, reader, base, latest: head.latest, position };
  const steps = await readWithFailover(deps, reader, "head", () =>
    rewound ? readAgainAbove(ahead) : readNext(ahead),
  );
  const result = await record(deps, { chainId, base, rewound, position, head, ...steps });
  if (result.events > 0) deps.killPoint("payment.recorded");
  return result;
}

async function readHead(deps: ScanDeps, chain: Chain, reader: ChainReader): Promise<Head> {
  if (!usesTags(chain.confirmations) || !isDue(deps, `tags ${chain.chainId}`, tagsEveryMs))
    return { latest: await reader.latest(), tags: null };
  const { latest, ...tags } = await reader.heads();
  return { latest, tags };
}

/** First scan of a chain: starts before the oldest checkout that could have been paid on it. */
async function begin(deps: ScanDeps, reader: ChainReader, head: Head): Promise<ScanResult> {
  const { chainId } = reader;
  const oldest = await deps.payments.oldestWatched(deps.clock.now());
  const start = oldest === null ? head.latest : await findBlockBefore(reader, oldest, head.latest);
  const headers = await headersUpTo(reader, start);
  await deps.payments.transaction(async (tx) => {
    if ((await tx.lockPosition(chainId)) !== null) return;
    await tx.saveHeaders(chainId, headers, keptHeaders);
    await tx.savePosition(toPosition(deps, chainId, start, head, null));
  });
  return { kind: "scanned", remaining: head.latest.number - start.number, events: 0 };
}

/** With the headers below, so that a reorg of the first block still finds an ancestor. */
async function headersUpTo(reader: ChainReader, start: BlockHeader): Promise<BlockHeader[]> {
  const below =
    start.number === 0n ? [] : await readHeaders(reader, lastBlocks(0n, start.number - 1n, headerWindow));
  return [...below, start];
}

/** What to read: the blocks after `base`, up to `latest`. */
type Ahead = {
  deps: ScanDeps;
  chain: Chain;
  reader: ChainReader;
  base: Ancestor;
  latest: BlockHeader;
  position: ChainPosition;
};

type Steps = {
  read: readonly BlocksRead[];
  /** Set when reading continues after a gap: the headers up to the gap's last block. */
  beyond: readonly BlockHeader[];
  gapTo: bigint | null;
};

/** The next range; after a gap, when the head is more than one range away. */
async function readNext(ahead: Ahead): Promise<Steps> {
  const { chain, reader, base, latest } = ahead;
  const gap = gapBelowHead(base.number, latest.number, chain.maxBlockRange, headerWindow);
  if (gap === null) return { read: [await readFrom(ahead, base, latest.number)], beyond: [], gapTo: null };
  const [edge, below] = await readHeaders(reader, [gap.toBlock, base.number]);
  if (edge === undefined || below?.hash !== base.hash)
    throw new ContradictoryBlocks(`the gap to block ${gap.toBlock} does not begin at ${base.hash}`);
  const beyond = await headersUpTo(reader, edge);
  return { read: [await readFrom(ahead, edge, latest.number)], beyond, gapTo: gap.toBlock };
}

/**
 * After a reorg: everything read before and all new blocks at once, so that a payment moved to a later block is
 * orphaned and recorded in one transaction, without an event that it was gone.
 */
async function readAgainAbove(ahead: Ahead): Promise<Steps> {
  const { base, latest, position } = ahead;
  const target = min(latest.number, position.blockNumber + BigInt(headerWindow));
  const read: BlocksRead[] = [];
  let last: Ancestor = base;
  while (last.number < target) {
    const part = await readFrom(ahead, last, target);
    read.push(part);
    last = part.last;
  }
  return { read, beyond: [], gapTo: null };
}

/** From after `follows`, as far towards `limit` as one read goes. */
function readFrom(
  { deps, chain, reader, base, latest, position }: Ahead,
  follows: Ancestor,
  limit: bigint,
): Promise<BlocksRead> {
  const fromBlock = follows.number + 1n;
  const toBlock = endOfRead(reader, chain, { fromBlock, limit });
  return readBlocks(deps, {
    chain,
    reader,
    fromBlock,
    toBlock,
    // The newest block was already read with the head.
    known: toBlock === latest.number ? [latest] : [],
    follows,
    anchor: null,
    // By the chain's time: no watch ends during an outage.
    watchedAt: earliest(base.timestamp, position.blockTimestamp, deps.clock.now()),
    // We must also find again what a reorg takes from a checkout that is no longer watched.
    everything: base.number < position.blockNumber,
  });
}

async function record(
  deps: ScanDeps,
  scan: Steps & {
    chainId: number;
    base: Ancestor;
    rewound: boolean;
    position: ChainPosition;
    head: Head;
  },
): Promise<ScanResult> {
  const { chainId, base, rewound, position, head, read, beyond, gapTo } = scan;
  const last = read.at(-1)?.last ?? base;
  const facts = {
    chainId,
    headers: read.flatMap(({ headers }) => headers),
    transfers: read.flatMap(({ transfers }) => transfers),
    sweeps: read.flatMap(({ sweeps }) => sweeps),
    refunds: read.flatMap(({ refunds }) => refunds),
  };
  const own = await ownFacts(deps, facts, rewound ? base.number : null);
  return deps.payments.transaction(async (tx): Promise<ScanResult> => {
    if (!samePosition(await tx.lockPosition(chainId), position))
      return { kind: "raced", remaining: 0n, events: 0 };
    if (rewound) {
      deps.log.warn({ chainId, from: position.blockNumber, to: base.number }, "reorg: going back");
      await tx.saveGaps(chainId, trimAbove(await tx.gaps(chainId), base.number));
    }
    if (gapTo !== null) {
      deps.log.warn({ chainId, from: base.number + 1n, to: gapTo }, "going to the head, leaving a gap");
      const gap = { chainId, fromBlock: base.number + 1n, toBlock: gapTo, readThrough: base.timestamp };
      await tx.saveGaps(chainId, [...(await tx.gaps(chainId)), gap]);
      await tx.saveHeaders(chainId, beyond, keptHeaders);
    }
    const orphaned = rewound ? await tx.orphanAbove(chainId, base.number) : [];
    // First, because the scanned position decides when a checkout's time is over.
    await tx.savePosition({
      ...toPosition(deps, chainId, last, head, rewound ? withTagsUpTo(base.number, position) : position),
      ...(rewound ? { recheckedNumber: lowest(position.recheckedNumber, base.number) } : {}),
    });
    const recorded = await recordBlocks(deps, tx, own, orphaned);
    return { kind: "scanned", remaining: head.latest.number - last.number, events: recorded.events };
  });
}

function toPosition(
  { clock }: Pick<ScanDeps, "clock">,
  chainId: number,
  { number, hash, timestamp }: Ancestor,
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

/** Safe blocks above the common ancestor are gone: nothing there is safe until we ask again. */
function withTagsUpTo(ancestor: bigint, position: ChainPosition): ChainPosition {
  const upTo = (number: bigint | null) => (number === null ? null : min(number, ancestor));
  return {
    ...position,
    safeNumber: upTo(position.safeNumber),
    finalizedNumber: upTo(position.finalizedNumber),
  };
}

function lowest(a: bigint | null, b: bigint): bigint | null {
  return a === null ? null : min(a, b);
}
