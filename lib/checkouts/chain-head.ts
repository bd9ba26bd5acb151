import type { ChainHead } from "@/lib/chain/confirmation-policy.rules";
import { minuteMs } from "@/lib/platform/durations.rules";
import type { ChainPosition } from "./payment-store.port";

const stalledTagsMs = 10 * minuteMs;

/** The chain's head as far as it was scanned. */
export function chainHead(position: ChainPosition, now: Date): ChainHead {
  return {
    headNumber: position.blockNumber,
    safeNumber: position.safeNumber,
    finalizedNumber: position.finalizedNumber,
    tagsStalled: now.getTime() - position.tagsAdvancedAt.getTime() > stalledTagsMs,
  };
}
