import type { BlockHeader, ChainReader } from "@/lib/chain/chain-reader.port";

/**
 * The newest block that was made before `at`: about log₂(height) look-ups. Blocks carry seconds, so one
 * that could have been made in the same second counts as after.
 *
 * @returns the first block where the chain is younger than that
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
  if (header === null) throw new Error(`the node of chain ${reader.chainId} has no block ${number}`);
  return header;
}
