import { askHints } from "@/lib/payments/ask-hints";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { catchUp } from "./catch-up";
import { isNodesFault } from "./read-blocks";
import { recheckBlocks } from "./recheck-blocks";
import { type ScanResult, scanChain } from "./scan-chain";

export type ChainPass = ScanResult & {
  /** Unread blocks, below the head and in gaps. */
  remaining: bigint;
  /** There is more to read and this pass made progress: the next one need not wait. */
  more: boolean;
  /** A part other than the head failed and will be retried. */
  failed: boolean;
};

/**
 * One pass over a chain: the head first, then part of a gap, the second reading, and the customers' hashes. Only a failure of the head fails the pass; each other part is retried.
 *
 * @throws ChainUnavailable
 */
export async function scanChainOnce(deps: ScanParts, chainId: number): Promise<ChainPass> {
  const scanned = await scanChain(deps, chainId);
  const gap = await beside("catch-up", () => catchUp(deps, chainId));
  const rechecked = await beside("second reading", () => recheckBlocks(deps, chainId));
  const hinted = await beside("hints", () => askHints(deps, chainId));
  const progressed = (scanned.kind === "scanned" && scanned.remaining > 0n) || gap?.progressed === true;
  const remaining = scanned.remaining + (gap?.remaining ?? 0n);
  return {
    kind: scanned.kind,
    remaining,
    more: scanned.kind === "raced" || (progressed && remaining > 0n),
    failed: [gap, rechecked, hinted].includes(null),
  };

  async function beside<T>(part: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const level = isNodesFault(error) ? "warn" : "error";
      deps.log[level]({ chainId, part, error }, "a part of a pass over the chain failed");
      return null;
    }
  }
}
