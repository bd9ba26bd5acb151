import type { Hex } from "@/lib/platform/values/hex.rules";

/** Identifies a log on one branch of a chain; a reorg may move it to another block. */
export function logKey({ txHash, logIndex }: { txHash: Hex; logIndex: number }): string {
  return `${txHash} ${logIndex}`;
}
