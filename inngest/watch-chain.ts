import { getDeps } from "@/lib/api/deps";
import { watchNodes } from "@/lib/chain/check/watch-nodes";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { isNodesFault } from "@/lib/payments/scan/is-nodes-fault";
import { lookAtChain } from "@/lib/payments/scan/look-at-chain";
import { isSettlementDue } from "@/lib/settlement/is-settlement-due";
import { inngest } from "./client";
import { chainWatch } from "./events";
import { leaseNames } from "./leases";
import { tell, tellSettlement } from "./tell";
import { runInTurns, type Turn } from "./turn";

/**
 * Follows one chain: look, confirm, tell, and wait, unless an outage left more to read. Should two look at once, the
 * position's compare-and-set lets one of them count.
 */
export const watchChain = inngest.createFunction(
  { id: "watch-chain", name: "Watch a chain", triggers: [chainWatch], retries: 3 },
  async ({ event, step }) => {
    const { chainId } = event.data;
    await runInTurns(step, leaseNames.watch(chainId), (turn) => watch(chainId, turn));
  },
);

async function watch(chainId: number, turn: Turn): Promise<void> {
  const pollIntervalMs = getDeps().chains.find((chain) => chain.chainId === chainId)?.pollIntervalMs ?? 1_000;
  while (!turn.hasEnded()) {
    const { more } = await lookAndTell(chainId);
    if (!more) await turn.pause(pollIntervalMs);
  }
}

/**
 * One look. A node that gives no usable answer, or contradicts itself, is no fault of the run: nothing is
 * concluded from it and the next look asks again.
 */
async function lookAndTell(chainId: number): Promise<{ more: boolean }> {
  const deps = getDeps();
  try {
    if (!(await deps.chainGuard.mayWatch(chainId))) return { more: false };
    await watchNodes(deps, chainId);
    const look = await lookAtChain(deps, chainId);
    tell(look.events);
    const confirmed = await confirmPayments(deps, chainId);
    tell(confirmed.events);
    const isDue = await isSettlementDue(deps, chainId);
    if (isDue || confirmed.events > 0) tellSettlement(chainId);
    return { more: look.more };
  } catch (error) {
    const level = isNodesFault(error) ? "warn" : "error";
    deps.log[level]({ chainId, error }, "a look at the chain failed; the next one asks again");
    return { more: false };
  }
}
