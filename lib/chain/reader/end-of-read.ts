import type { Chain } from "@/lib/chain/chains.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ChainReader } from "./chain-reader.port";

type Range = { fromBlock: bigint; toBlock: bigint; toBlockHash?: Hex };

/** The last block of the next read: as many as the settings allow and the node returns in a few requests. */
export function endOfRead(
  reader: ChainReader,
  { maxBlockRange }: Chain,
  { fromBlock, limit }: { fromBlock: bigint; limit: bigint },
): bigint {
  const end = fromBlock + BigInt(Math.min(maxBlockRange, reader.blocksAtOnce())) - 1n;
  return end < limit ? end : limit;
}

/** Reads a range in parts of a few requests each, so that a node which fails costs one part. */
export async function readInParts<Part>(
  reader: ChainReader,
  chain: Chain,
  { fromBlock, toBlock: limit, ...proof }: Range,
  read: (range: Range) => Promise<Part>,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let next = fromBlock; next <= limit; ) {
    const toBlock = endOfRead(reader, chain, { fromBlock: next, limit });
    parts.push(await read({ fromBlock: next, toBlock, ...(toBlock === limit ? proof : {}) }));
    next = toBlock + 1n;
  }
  return parts;
}
