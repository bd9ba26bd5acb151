import { type BlockHeader, type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { behindSince } from "./node-in-use";
import { clearTimer, isDue, lastedMs } from "./scan-memory";
import type { Block } from "./scan-plan.rules";

/** Headers kept per chain: the deepest reorg that we can follow. */
export const keptHeaders = 512;

/** Most reorgs are shallow, and few nodes return hundreds of blocks in one request. */
const firstBatch = 16;

const nextBatch = 64;

/** The node's chain has none of the recently scanned blocks: it is another chain, or had a deeper reorg. */
class ChainLost extends Error {
  override readonly name = "ChainLost";
}

/**
 * The highest scanned block that is still on the node's chain: the scanned position itself without a reorg. Null when
 * the node merely lags: we conclude nothing then.
 *
 * @throws ChainLost when not even the oldest kept header is on the node's chain
 */
export async function findCommonAncestor(
  positions: PositionStore,
  reader: ChainReader,
  position: ChainPosition,
  latest: BlockHeader,
): Promise<Block | null> {
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

  const kept = (await positions.recentHeaders(position.chainId, keptHeaders)).filter(
    ({ number }) => number <= latest.number,
  );
  for (let from = 0; from < kept.length; from += from === 0 ? firstBatch : nextBatch) {
    const part = kept.slice(from, from + (from === 0 ? firstBatch : nextBatch));
    const theirs = await reader.headers(part.map(({ number }) => number));
    const same = part.find((header, index) => theirs[index]?.hash === header.hash);
    // None of our headers contradicts the node: it lags and did not reorganise.
    if (same !== undefined) return same === kept[0] ? null : same;
  }
  throw new ChainLost(
    `chain ${position.chainId} has none of the last ${kept.length} blocks that were scanned: another chain, or a reorg deeper than that`,
  );
}

/** How often we note that a chain is found. */
const foundEveryMs = minuteMs;

/** How long the nodes may show a head older than the scanned position: we see no payments meanwhile. */
const behindMs = 5 * minuteMs;

/**
 * The block from which to continue, as in `findCommonAncestor`. A lost chain, or a head that stays below the scanned
 * position, raises an incident until it recovers.
 *
 * @throws ChainLost
 */
export async function findBase(
  deps: ScanParts,
  reader: ChainReader,
  position: ChainPosition,
  latest: BlockHeader,
): Promise<Block | null> {
  const { chainId } = position;
  const subject = chainId.toString();
  try {
    const base = await findCommonAncestor(deps.positions, reader, position, latest);
    if (base !== null && isDue(deps, foundAgain(chainId), foundEveryMs))
      await deps.incidents.resolve("CHAIN_LOST", subject, deps.clock.now());
    if (base === null && lastedMs(deps, behindSince(chainId)) >= behindMs)
      await noteLost(deps, position, latest, "the node shows an older head than was scanned");
    return base;
  } catch (error) {
    if (!(error instanceof ChainLost)) throw error;
    await noteLost(deps, position, latest, error.message);
    throw error;
  }
}

async function noteLost(
  deps: ScanParts,
  { chainId, blockNumber, blockHash }: ChainPosition,
  latest: BlockHeader,
  reason: string,
): Promise<void> {
  // So that the incident resolves at once when the chain is found again.
  clearTimer(deps, foundAgain(chainId));
  const details = {
    reason,
    scannedBlock: blockNumber.toString(),
    scannedHash: blockHash,
    newestBlock: latest.number.toString(),
    newestHash: latest.hash,
  };
  await deps.incidents.raise(
    { kind: "CHAIN_LOST", subject: chainId.toString(), chainId, checkoutId: null, details },
    deps.clock.now(),
  );
}

const foundAgain = (chainId: number) => `found ${chainId}`;

/**
 * The newest block made before `at`, in about log₂(height) lookups. Block times are whole seconds, so a block of the
 * same second counts as later.
 *
 * @returns the first block when the chain is younger than that
 */
export async function findBlockBefore(
  reader: ChainReader,
  at: Date,
  latest: BlockHeader,
): Promise<BlockHeader> {
  const before = (header: BlockHeader) => header.timestamp.getTime() + 1_000 <= at.getTime();
  if (before(latest)) return latest;
  let low = await block(reader, 0n);
  let high = latest.number;
  while (high - low.number > 1n) {
    const middle = await block(reader, (low.number + high) / 2n);
    if (before(middle)) low = middle;
    else high = middle.number;
  }
  return low;
}

async function block(reader: ChainReader, number: bigint): Promise<BlockHeader> {
  const header = await reader.header(number);
  if (header === null)
    throw new ChainUnavailable(`the node of chain ${reader.chainId} has no block ${number}`);
  return header;
}
