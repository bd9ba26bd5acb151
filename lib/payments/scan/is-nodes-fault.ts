import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { ContradictoryBlocks } from "./read-blocks";

/**
 * Whether a pass failed because of the nodes' answers or silence: the next pass asks again, and no one has to act. A
 * chain that moves during the read counts as such.
 */
export function isNodesFault(error: unknown): boolean {
  return error instanceof ChainUnavailable || error instanceof ContradictoryBlocks;
}
