import { type BlockHeader, type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainFacts, RecordDeps } from "@/lib/payments/record-transfers";
import type { Clock } from "@/lib/platform/clock";
import { type BlockRef, type ReadRequest, type RequestedLogs, readChainLogs } from "./read-logs";

/** Up to this size we read every header of a range and check its parents. */
export const headerWindow = 64;

/** A node's answers contradict each other: it is faulty, or the chain moved during the read. */
export class ContradictoryBlocks extends Error {
  override readonly name = "ContradictoryBlocks";
}

export type BlocksRead = ChainFacts & { last: BlockHeader; requested: RequestedLogs };

/**
 * Reads our logs in a range of blocks and checks them against the headers: each log must be in the block that the node
 * shows under its number.
 *
 * @throws ChainUnavailable
 * @throws ContradictoryBlocks when a header is missing, or a parent or a log's block does not match
 */
export async function readBlocks(
  deps: Pick<RecordDeps, "payments" | "log">,
  request: ReadRequest,
): Promise<BlocksRead> {
  const { chain, reader, fromBlock, toBlock, known, follows, anchor } = request;
  const recorded = await deps.payments.recordedBlocks(chain.chainId, fromBlock, toBlock);
  const window = lastBlocks(fromBlock, toBlock, follows === null ? 1 : headerWindow);
  // When we do not read every parent, we also request the block that the range must follow.
  const isShort = follows !== null && toBlock - follows.number <= BigInt(headerWindow);
  const anchors = [anchor, isShort ? null : follows].filter((block) => block !== null);
  const found = await headersOf(
    reader,
    [...recorded, ...window, ...anchors.map(({ number }) => number)],
    known,
  );
  for (const { number, hash } of anchors) {
    if (found.get(number)?.hash === hash) continue;
    throw new ContradictoryBlocks(
      `the node of chain ${chain.chainId} has another block ${number} than was read`,
    );
  }
  const headers = [...found.values()]
    .filter(({ number }) => fromBlock <= number && number <= toBlock)
    .sort(byNumber);
  if (isShort) assertFollows(follows, headers);
  const last = headers.at(-1);
  if (last?.number !== toBlock) throw new ContradictoryBlocks(`block ${toBlock} was not read`);

  const { logs, requested } = await readChainLogs(deps, request, last);
  const all = [...logs.transfers, ...logs.sweeps, ...logs.refunds];
  const blocks = await headersOf(
    reader,
    all.map(({ blockNumber }) => blockNumber),
    headers,
  );
  for (const { blockNumber, blockHash } of all) {
    if (blocks.get(blockNumber)?.hash !== blockHash)
      throw new ContradictoryBlocks(`a log names block ${blockHash}, which is not canonical`);
  }
  return {
    chainId: chain.chainId,
    headers: [...blocks.values()].sort(byNumber),
    transfers: logs.transfers,
    sweeps: logs.sweeps,
    refunds: logs.refunds,
    last,
    requested,
  };
}

/** Headers by number: known ones, and the others in one round trip. */
async function headersOf(
  reader: ChainReader,
  numbers: readonly bigint[],
  known: readonly BlockHeader[],
): Promise<Map<bigint, BlockHeader>> {
  const all = new Map(known.map((header) => [header.number, header]));
  const missing = [...new Set(numbers)].filter((number) => !all.has(number));
  for (const header of await readHeaders(reader, missing)) all.set(header.number, header);
  return all;
}

/** @throws ContradictoryBlocks when the node lacks one of them */
export async function readHeaders(reader: ChainReader, numbers: readonly bigint[]): Promise<BlockHeader[]> {
  if (numbers.length === 0) return [];
  const headers = await reader.headers(numbers);
  return headers.map((header, index) => {
    if (header === null)
      throw new ContradictoryBlocks(`the node of chain ${reader.chainId} has no block ${numbers[index]}`);
    return header;
  });
}

function assertFollows(base: BlockRef, headers: readonly BlockHeader[]): void {
  let parent = base;
  for (const header of headers) {
    if (header.number !== parent.number + 1n || header.parentHash !== parent.hash) {
      throw new ContradictoryBlocks(
        `block ${header.number} does not follow ${parent.number} ${parent.hash}: the chain moved while it was read`,
      );
    }
    parent = header;
  }
}

/** The last `count` blocks of the range, or all of it. */
export function lastBlocks(from: bigint, to: bigint, count: number): bigint[] {
  const start = to - from + 1n > BigInt(count) ? to - BigInt(count) + 1n : from;
  return Array.from({ length: Number(to - start + 1n) }, (_, index) => start + BigInt(index));
}

function byNumber(a: BlockHeader, b: BlockHeader): number {
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** What a process remembers between passes. Losing it costs an extra request, never a payment. */
export type ScanMemory = {
  /** When something was last requested or first seen, by name. */
  moments: Map<string, Date>;
};

export function createScanMemory(): ScanMemory {
  return { moments: new Map() };
}

export type MemoryDeps = { clock: Clock; memory: ScanMemory };

/** True at most once in `everyMs`; the first time at once. */
export function isDue({ clock, memory }: MemoryDeps, what: string, everyMs: number): boolean {
  const now = clock.now();
  const last = memory.moments.get(what);
  if (last !== undefined && now.getTime() - last.getTime() < everyMs) return false;
  memory.moments.set(what, now);
  return true;
}

/** How long this has lasted in milliseconds: 0 on the first call. `clearTimer` ends it. */
export function lastedMs({ clock, memory }: MemoryDeps, what: string): number {
  const now = clock.now();
  const since = memory.moments.get(what);
  if (since === undefined) memory.moments.set(what, now);
  return since === undefined ? 0 : now.getTime() - since.getTime();
}

/** Clears the timer. True when it was running. */
export function clearTimer({ memory }: Pick<MemoryDeps, "memory">, what: string): boolean {
  return memory.moments.delete(what);
}

/**
 * Whether a pass failed because of the nodes' answers or silence: the next pass asks again, and no one has to act. A
 * chain that moves during the read counts as such.
 */
export function isNodesFault(error: unknown): boolean {
  return error instanceof ChainUnavailable || error instanceof ContradictoryBlocks;
}
