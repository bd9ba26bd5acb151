import type { Chain } from "@/lib/core/chains";
import { stalledChainMs } from "@/lib/core/expiry";
import { advanceCheckouts } from "./advance-checkouts";
import type { RecordDeps } from "./record-transfers";

const batchSize = 200;
const maxBatches = 50;

/**
 * Expires PENDING checkouts whose time is over and whose chains were scanned past it: a payment that was on
 * time cannot still be unseen then. Bounded; what is left is found by the next run.
 */
export async function expireCheckouts(
  deps: RecordDeps & { chains: readonly Chain[] },
): Promise<{ events: number }> {
  let events = 0;
  for (let batch = 0; batch < maxBatches; batch++) {
    const now = deps.clock.now();
    const positions = await deps.payments.positions();
    const scannedThrough = new Map(
      deps.chains.map(({ chainId }) => {
        const position = positions.get(chainId);
        if (position === undefined) return [chainId, new Date(0)];
        // A chain that was seen to stand still is as good as scanned up to ten minutes before that look.
        const { blockTimestamp, advancedAt, checkedAt } = position;
        const stalled = checkedAt.getTime() - advancedAt.getTime() >= stalledChainMs;
        return [chainId, stalled ? new Date(checkedAt.getTime() - stalledChainMs) : blockTimestamp];
      }),
    );
    const ids = await deps.payments.expirable(now, scannedThrough, batchSize);
    const result = await deps.payments.transaction((tx) => advanceCheckouts(deps, tx, ids));
    events += result.events;
    // Without progress the same rows would come again: the exact judgement lies with core.
    if (ids.length < batchSize || result.events === 0) break;
  }
  return { events };
}
