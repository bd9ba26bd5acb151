import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { ContradictoryBlocks } from "./read-blocks";

/**
 * Whether a look failed by what nodes answer, or do not: the next one asks again, and no one has to act. A chain that
 * moves while it is read is no more than that.
 */
export function isNodesFault(error: unknown): boolean {
  return error instanceof ChainUnavailable || error instanceof ContradictoryBlocks;
}
