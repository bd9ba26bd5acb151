import { getDeps } from "@/lib/server/deps";
import { watchNodes } from "@/lib/services/chains/watch-nodes";
import { confirmPayments } from "@/lib/services/confirm-payments";
import { isNodesFault } from "@/lib/services/scan/is-nodes-fault";
import { lookAtChain } from "@/lib/services/scan/look-at-chain";
import { isSettlementDue } from "@/lib/services/settlement/is-settlement-due";
import { inngest } from "./client";
import { chainWatch } from "./events";
import { isOurs } from "./is-ours";
import { tell, tellSettlement } from "./tell";

/** Looks in one run; then it sends its own event, so that no run's history grows long. */
const looksPerRun = 20;

/** How much longer than two pauses a watcher may take for a look before another instance takes its place. */
const slowLookMs = 4_000;

/**
 * Follows one chain: look, confirm, tell, and sleep, unless an outage left more to read. A run that starts ends
 * the one before it, so the minute's sweep can never be skipped for a run that is about to end; should two looks
 * overlap, of one process or of two instances, the position's compare-and-set lets one of them count.
 */
export const watchChain = inngest.createFunction(
  {
    id: "watch-chain",
    triggers: [chainWatch],
    retries: 1,
    singleton: { key: "event.data.chainId", mode: "cancel" },
  },
  async ({ event, step }) => {
    const { chainId } = event.data;
    for (let look = 0; look < looksPerRun; look++) {
      const { more, pollSeconds } = await step.run(`look-${look}`, () => lookAndTell(chainId));
      if (!more) await step.sleep(`wait-${look}`, `${pollSeconds}s`);
    }
    await step.sendEvent("again", chainWatch.create({ chainId }));
  },
);

/** Starts the watchers, and starts again whichever has stopped. */
export const keepWatching = inngest.createFunction(
  { id: "keep-watching", triggers: [{ cron: "* * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.sendEvent(
      "watch",
      getDeps().chains.map(({ chainId }) => chainWatch.create({ chainId })),
    );
  },
);

/**
 * One look. A node that gives no usable answer, or contradicts itself, is no fault of the run: nothing is
 * concluded from it and the next look asks again. Whom it concerns is told in the same step, so that a run
 * ended here leaves nobody waiting.
 */
async function lookAndTell(chainId: number) {
  const deps = getDeps();
  const pollIntervalMs = deps.chains.find((chain) => chain.chainId === chainId)?.pollIntervalMs ?? 1_000;
  const pollSeconds = Math.max(1, Math.round(pollIntervalMs / 1_000));
  try {
    const isWatcher = await isOurs(`watch-chain ${chainId}`, 2_000 * pollSeconds + slowLookMs);
    if (!isWatcher || !(await deps.chainGuard.mayWatch(chainId))) return { more: false, pollSeconds };
    await watchNodes(deps, chainId);
    const look = await lookAtChain(deps, chainId);
    tell(look.events);
    const confirmed = await confirmPayments(deps, chainId);
    tell(confirmed.events);
    const isDue = await isSettlementDue(deps, chainId);
    if (isDue || look.events + confirmed.events > 0) tellSettlement(chainId);
    return { more: look.more, pollSeconds };
  } catch (error) {
    const level = isNodesFault(error) ? "warn" : "error";
    deps.log[level]({ chainId, error }, "a look at the chain failed; the next one asks again");
    return { more: false, pollSeconds };
  }
}
