import type { ChainHead } from "@/lib/chain/confirmation-policy.rules";
import type { ChainPosition, PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** A healthy node may be a few blocks behind another. */
const lagBlocks = 3;

/**
 * The block at which we ask nodes for balances: slightly below the scanned position, so that a node that lags by a
 * block or two can answer, and never below `atLeast`.
 */
export async function settledBlock(
  payments: PaymentStore,
  position: ChainPosition,
  atLeast: bigint,
): Promise<{ number: bigint; hash: Hex }> {
  const headers = await payments.recentHeaders(position.chainId, lagBlocks + 1);
  const usable = headers.filter(({ number }) => number >= atLeast && number < position.blockNumber);
  const lowest = usable.at(-1);
  return lowest === undefined
    ? { number: position.blockNumber, hash: position.blockHash }
    : { number: lowest.number, hash: lowest.hash };
}

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
