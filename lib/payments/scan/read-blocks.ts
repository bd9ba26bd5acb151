import { type BlockHeader, type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { endOfRead } from "@/lib/chain/reader/end-of-read";
import type { ScanParts } from "@/lib/payments/payments.parts";
import type { ChainFacts } from "@/lib/payments/record-transfers";
import { type LogsRequest, type RequestedLogs, readChainLogs } from "./read-logs";
import { type BlockRef, headerWindow, lastBlocks } from "./scan-plan.rules";

/** A node's answers contradict each other: it is faulty, or the chain moved during the read. */
export class ContradictoryBlocks extends Error {
  override readonly name = "ContradictoryBlocks";
}

/** One read: from `fromBlock` as far towards `limit` as the node returns at once. */
export type ReadRequest = Omit<LogsRequest, "toBlock"> & {
  limit: bigint;
  /** Headers that were already read. */
  known?: readonly BlockHeader[];
  /** The block that the range must follow, if any; its headers are then read and kept. */
  follows?: BlockRef | null;
  /** A block at or above the range that the node must have. */
  anchor?: BlockRef | null;
};

export type BlocksRead = ChainFacts & { last: BlockHeader; requested: RequestedLogs };

/**
 * Reads our logs in a range of blocks and checks them against the headers: each log must be in the block that the node
 * shows under its number.
 *
 * @throws ChainUnavailable
 * @throws ContradictoryBlocks when a header is missing, or a parent or a log's block does not match
 */
export async function readBlocks(deps: ScanParts, request: ReadRequest): Promise<BlocksRead> {
  const { chain, reader, fromBlock, known = [], follows = null, anchor = null } = request;
  const toBlock = endOfRead(reader, chain, request);
  const recorded = await deps.recordedLogs.blocks(chain.chainId, fromBlock, toBlock);
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

  const { logs, requested } = await readChainLogs(deps, { ...request, toBlock }, last);
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

function byNumber(a: BlockHeader, b: BlockHeader): number {
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

/**
 * Whether a pass failed because of the nodes' answers or silence: the next pass asks again, and no one has to act. A
 * chain that moves during the read counts as such.
 */
export function isNodesFault(error: unknown): boolean {
  return error instanceof ChainUnavailable || error instanceof ContradictoryBlocks;
}
