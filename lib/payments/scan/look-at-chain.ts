import { askHints } from "./ask-hints";
import { catchUp } from "./catch-up";
import { isNodesFault } from "./is-nodes-fault";
import { recheckBlocks } from "./recheck-blocks";
import { type ScanDeps, type ScanResult, scanChain } from "./scan-chain";

export type Look = ScanResult & {
  /** Blocks left unread, below the head and in gaps. */
  remaining: bigint;
  /** There is more to read, and this look came nearer to its end: the next need not wait. */
  more: boolean;
  /** Something beside the head did not succeed and is tried again. */
  failed: boolean;
};

/**
 * One look at a chain: the head first, then beside it a part of what was left behind, the second reading, and the
 * hashes that customers handed in. Only the head's failure is the look's; each of the others is tried again.
 *
 * @throws ChainUnavailable
 */
export async function lookAtChain(deps: ScanDeps, chainId: number): Promise<Look> {
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
    failed: gap === null || rechecked === null || hinted === null,
    events: [scanned, gap, rechecked, hinted].reduce((sum, part) => sum + (part?.events ?? 0), 0),
  };

  async function beside<T>(part: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const level = isNodesFault(error) ? "warn" : "error";
      deps.log[level]({ chainId, part, error }, "a part of a look at the chain failed");
      return null;
    }
  }
}
