import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainReader } from "./chain-reader.port";

/** The last block of the next read: as many as the settings allow and the node returns in a few requests. */
export function endOfRead(
  reader: Pick<ChainReader, "blocksAtOnce">,
  { maxBlockRange }: Pick<Chain, "maxBlockRange">,
  { fromBlock, limit }: { fromBlock: bigint; limit: bigint },
): bigint {
  const end = fromBlock + BigInt(Math.min(maxBlockRange, reader.blocksAtOnce())) - 1n;
  return end < limit ? end : limit;
}
