import type { Chain } from "@/lib/core/chains";
import { findBlockBefore } from "./find-block-before";
import { findCommonAncestor, keptHeaders } from "./find-common-ancestor";
import { type BlockHeader, type ChainReader, ChainUnavailable, type Heads } from "./ports/chain-reader";
import type { ChainPosition } from "./ports/payment-store";
import {
  type ChainFacts,
  ownersOf,
  type RecordDeps,
  recordTransfers,
  samePosition,
} from "./record-transfers";

/** Up to here every header of the range is read and its parents are checked; no further. */
const headerWindow = 64;
/** With more addresses than this under watch, all transfers of the tokens are read and matched here. */
const filteredAddresses = 256;
/** How often it is written down that a chain stands still. */
const standingNoteMs = 5_000;

export type ScanDeps = RecordDeps & {
  /** Named points at which tests end the process; nothing in production. */
  killPoint: (name: string) => void;
  chains: readonly Chain[];
  reader: (chainId: number) => ChainReader;
};

export type ScanResult = {
  kind: "scanned" | "idle" | "behind" | "raced";
  /** Blocks between the scanned position and the newest. */
  remaining: bigint;
  events: number;
};

/**
 * Reads the next blocks of a chain and records what they hold for us: transfers to deposit addresses and
 * sweeps from them. The position moves in the same transaction as the facts, so a crash anywhere repeats
 * the range and changes nothing twice.
 *
 * A range that contradicts itself (a header missing, a parent or a log's block that does not match) throws
 * and is read again later: a node that lies can delay a payment, not lose one.
 *
 * @throws ChainUnavailable
 */
export async function scanChain(deps: ScanDeps, chainId: number): Promise<ScanResult> {
  const chain = deps.chains.find((candidate) => candidate.chainId === chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} is not enabled`);
  const reader = deps.reader(chainId);
  const heads = await reader.heads();
  const position = await deps.payments.position(chainId);
  if (position === null) return begin(deps, reader, heads);

  const base = await findCommonAncestor(deps.payments, reader, position, heads.latest);
  if (base === null) return { kind: "behind", remaining: 0n, events: 0 };
  const rewound = base.number < position.blockNumber;
  if (!rewound && heads.latest.number === position.blockNumber) {
    await noteStanding(deps, position, heads);
    return { kind: "idle", remaining: 0n, events: 0 };
  }
  const watchedAt = earlier(position.blockTimestamp, deps.clock.now());
  const { facts, toBlock } = await readAhead(deps, {
    chain,
    reader,
    base,
    latest: heads.latest,
    rewound,
    watchedAt,
  });
  const ours = await ownersOf(deps.payments, facts);
  const target = facts.headers.find(({ number }) => number === toBlock);
  if (target === undefined) throw new Error(`block ${toBlock} was not read`);

  const result = await deps.payments.transaction(async (tx): Promise<ScanResult> => {
    if (!samePosition(await tx.lockPosition(chainId), position))
      return { kind: "raced", remaining: 0n, events: 0 };
    if (rewound) deps.log.warn({ chainId, from: position.blockNumber, to: base.number }, "reorg: going back");
    const orphaned = [
      ...(rewound ? await tx.orphanAbove(chainId, base.number) : []),
      // Rows that a customer's hint brought in ahead of the scan, under a block that did not stay.
      ...(await tx.orphanMismatched(chainId, facts.headers)),
      ...(await tx.orphanMoved(chainId, [...facts.transfers, ...facts.sweeps])),
    ];
    await tx.saveHeaders(chainId, facts.headers, keptHeaders);
    await tx.savePosition(toPosition(deps, chainId, target, heads, position));
    const recorded = await recordTransfers(deps, tx, facts, ours, orphaned);
    return { kind: "scanned", remaining: heads.latest.number - toBlock, events: recorded.events };
  });
  if (result.events > 0) deps.killPoint("payment.recorded");
  return result;
}

/** First sight of a chain: it is scanned from before the oldest checkout that could have been paid on it. */
async function begin(deps: ScanDeps, reader: ChainReader, heads: Heads): Promise<ScanResult> {
  const { chainId } = reader;
  const oldest = await deps.payments.oldestWatched(deps.clock.now());
  const start = oldest === null ? heads.latest : await findBlockBefore(reader, oldest, heads.latest);
  // Headers below it, so that a reorg of the very first block finds an ancestor.
  const headers = await readHeaders(reader, lastOf(0n, start.number, headerWindow));
  await deps.payments.transaction(async (tx) => {
    if ((await tx.lockPosition(chainId)) !== null) return;
    await tx.saveHeaders(chainId, [...headers, start], keptHeaders);
    await tx.savePosition(toPosition(deps, chainId, start, heads, null));
  });
  return { kind: "scanned", remaining: heads.latest.number - start.number, events: 0 };
}

/** What is to be read: the blocks after `base`, up to `latest` and not too many at once. */
type Ahead = {
  chain: Chain;
  reader: ChainReader;
  base: BlockRef;
  latest: BlockHeader;
  /** `base` lies below the scanned position: a reorg took what was above it. */
  rewound: boolean;
  /** By the chain's time: during an outage nobody's watch runs out. */
  watchedAt: Date;
};

/** As far ahead as the node will answer for at once. */
async function readAhead(deps: ScanDeps, ahead: Ahead): Promise<{ facts: ChainFacts; toBlock: bigint }> {
  const { chain, base, latest } = ahead;
  for (let span = min(BigInt(chain.maxBlockRange), latest.number - base.number); ; span /= 2n) {
    const toBlock = base.number + span;
    try {
      return { facts: await readRange(deps, ahead, toBlock), toBlock };
    } catch (error) {
      if (!(error instanceof ChainUnavailable && error.rangeTooWide) || span <= 1n) throw error;
    }
  }
}

async function readRange(
  deps: ScanDeps,
  { chain, reader, base, latest, rewound, watchedAt }: Ahead,
  toBlock: bigint,
): Promise<ChainFacts> {
  const fromBlock = base.number + 1n;
  // A block that is already the newest was read with the head; the rest in one round trip.
  const known = toBlock === latest.number ? [latest] : [];
  const wanted = await deps.payments.recordedBlocks(chain.chainId, fromBlock, toBlock);
  const numbers = new Set([...wanted, ...lastOf(fromBlock, toBlock, headerWindow)]);
  for (const { number } of known) numbers.delete(number);
  const headers = [...(await readHeaders(reader, [...numbers])), ...known].sort(byNumber);
  if (toBlock - base.number <= BigInt(headerWindow)) assertChained(base, headers);

  // Read after the head: whoever was paid in these blocks had an address before they were made.
  // What a reorg takes from a checkout that nobody watches any more must be found again too.
  const watched = rewound ? null : await deps.payments.watchedAddresses(watchedAt, filteredAddresses);
  const last = headers.find(({ number }) => number === toBlock);
  if (last === undefined) throw new Error(`block ${toBlock} was not read`);
  const range =
    fromBlock === toBlock ? { blockHash: last.hash } : { fromBlock, toBlock, toBlockHash: last.hash };
  const tokens = chain.tokens.map(({ address }) => address);
  const nothingToFind = tokens.length === 0 || watched?.length === 0;
  const transfers = nothingToFind ? [] : await reader.transferLogs(range, tokens, watched);
  const sweeps = await reader.sweepLogs(range);

  const seen = new Set(headers.map(({ number }) => number));
  const missing = new Set(
    [...transfers, ...sweeps].map(({ blockNumber }) => blockNumber).filter((number) => !seen.has(number)),
  );
  const all = [...headers, ...(await readHeaders(reader, [...missing]))].sort(byNumber);
  const hashes = new Map(all.map(({ number, hash }) => [number, hash]));
  for (const log of [...transfers, ...sweeps]) {
    if (hashes.get(log.blockNumber) !== log.blockHash)
      throw new Error(`a log names block ${log.blockHash}, which is not canonical`);
  }
  return { chainId: chain.chainId, headers: all, transfers, sweeps };
}

async function readHeaders(reader: ChainReader, numbers: readonly bigint[]): Promise<BlockHeader[]> {
  if (numbers.length === 0) return [];
  const headers = await reader.headers(numbers);
  return headers.map((header, index) => {
    if (header === null)
      throw new Error(`the node of chain ${reader.chainId} has no block ${numbers[index]}`);
    return header;
  });
}

type BlockRef = { number: bigint; hash: string };

function assertChained(base: BlockRef, headers: readonly BlockHeader[]): void {
  let parent = base;
  for (const header of headers) {
    if (header.number !== parent.number + 1n || header.parentHash !== parent.hash) {
      throw new Error(
        `block ${header.number} does not follow ${parent.number} ${parent.hash}: the chain moved while it was read`,
      );
    }
    parent = header;
  }
}

/** The head did not move: notes that it was looked at, and what the node now calls safe and final. */
async function noteStanding(deps: ScanDeps, position: ChainPosition, heads: Heads): Promise<void> {
  const moved =
    heads.safeNumber !== position.safeNumber || heads.finalizedNumber !== position.finalizedNumber;
  const now = deps.clock.now();
  if (!moved && now.getTime() - position.checkedAt.getTime() < standingNoteMs) return;
  await deps.payments.transaction(async (tx) => {
    if (!samePosition(await tx.lockPosition(position.chainId), position)) return;
    await tx.savePosition({ ...position, checkedAt: now, ...tags(deps, heads, position) });
  });
}

function toPosition(
  deps: ScanDeps,
  chainId: number,
  header: BlockHeader,
  heads: Heads,
  previous: ChainPosition | null,
): ChainPosition {
  return {
    chainId,
    blockNumber: header.number,
    blockHash: header.hash,
    blockTimestamp: header.timestamp,
    advancedAt: deps.clock.now(),
    checkedAt: deps.clock.now(),
    ...tags(deps, heads, previous),
  };
}

function tags(deps: ScanDeps, { safeNumber, finalizedNumber }: Heads, previous: ChainPosition | null) {
  const moved =
    previous === null || previous.safeNumber !== safeNumber || previous.finalizedNumber !== finalizedNumber;
  return { safeNumber, finalizedNumber, tagsAdvancedAt: moved ? deps.clock.now() : previous.tagsAdvancedAt };
}

function lastOf(from: bigint, to: bigint, count: number): bigint[] {
  const start = to - from + 1n > BigInt(count) ? to - BigInt(count) + 1n : from;
  return Array.from({ length: Number(to - start + 1n) }, (_, index) => start + BigInt(index));
}

function byNumber(a: BlockHeader, b: BlockHeader): number {
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

function earlier(a: Date, b: Date): Date {
  return a.getTime() < b.getTime() ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
