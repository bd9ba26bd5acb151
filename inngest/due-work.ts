import { wakeDue } from "@/inngest/worker/wake-due";
import { getWork, type WorkDeps } from "@/lib/api/wiring/work";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { JobName } from "@/lib/platform/jobs/job-runs";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { sendRefunds } from "@/lib/refunds/send-refunds";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { leaseNames, outboxCreated, refundsDue, relayDue, settlementDue } from "./events";
import type { Turn } from "./turn";
import { noteUnusable, noteUsable } from "./unusable-answers";
import { chainWork, noted, notedOf, type Work } from "./work";

const pollIntervalMs = 2_000;

/** Work on a chain that repeats its passes while something is in progress, a node that does not answer included. */
function openWork(row: {
  id: JobName;
  name: string;
  trigger: Work["trigger"];
  lease: (chainId: number) => string;
  minPasses: number;
  /** Logged when no node of the chain gives a usable answer. */
  waiting: string;
  /** @returns how many are in progress */
  pass(deps: WorkDeps, chainId: number): Promise<number>;
}) {
  const runPass = async (chainId: number): Promise<number> => {
    const deps = getWork();
    try {
      const open = await notedOf(chainId, row.id, () => row.pass(deps, chainId));
      await noteUsable(deps, chainId, row.id);
      return open;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      await noteUnusable(deps, chainId, row, error);
      return 1;
    }
  };
  const work = chainWork({
    ...row,
    async run(turn, chainId) {
      for (let passes = 1; ; passes++) {
        const open = await runPass(chainId);
        if ((open === 0 && passes >= row.minPasses) || turn.hasEnded()) return;
        await turn.pause(pollIntervalMs);
      }
    },
  });
  return { work, runPass };
}

/** Submits customers' signed payments; keeps running while one waits for gas money or a node. */
export const relay = openWork({
  id: "relay-payments",
  name: "Submit signed payments",
  trigger: relayDue,
  lease: leaseNames.relay,
  minPasses: 1,
  waiting: "signed payments wait",
  async pass(deps, chainId) {
    const { sent, waiting } = await relayAuthorizations(deps, chainId);
    // Settlement tracks all transactions of the operator.
    if (sent > 0) wakeDue({ work: "settle", chainId });
    return waiting;
  },
});

/** Sends refunds, and tracks those being sent. */
export const refund = openWork({
  id: "send-refunds",
  name: "Send refunds",
  trigger: refundsDue,
  lease: leaseNames.refund,
  minPasses: 1,
  waiting: "refunds wait",
  async pass(deps, chainId) {
    return (await sendRefunds(deps, chainId)).open;
  },
});

/** Settles payments: runs while transactions are open, otherwise ends soon. */
export const settle = openWork({
  id: "settle-checkouts",
  name: "Settle payments",
  trigger: settlementDue,
  lease: leaseNames.settle,
  // Deposits postponed just before the wake-up are due again by the last of these.
  minPasses: 3,
  waiting: "settlement waits",
  async pass(deps, chainId) {
    const { open, sentByRefundKey } = await settleCheckouts(deps, chainId);
    // The sending of refunds tracks all transactions of the refund wallet.
    if (sentByRefundKey) wakeDue({ work: "refund", chainId });
    return open;
  },
});

/** The turn waits for retries due sooner than this; upkeep finds later ones. */
export const soonMs = minuteMs;
/** A payment's next events arrive within this time and need no run of their own. */
const lingerMs = 15_000;
/** Waits this long for posts before it checks whether the turn has ended. */
const stayMs = 2_000;

/**
 * Sends due deliveries, at once after an event was written.
 *
 * There is no run per endpoint or batch: one that waits for a silent receiver would keep its place from others. Each
 * process has one loop that delivers to all endpoints (`create-webhook-delivery.ts`), divides its places and enforces
 * each endpoint's limit in Postgres. A turn waits for that loop.
 */
export const deliver: Work = {
  id: "deliver-webhooks",
  name: "Deliver webhooks",
  trigger: outboxCreated,
  lease: () => leaseNames.deliver(getWork().instanceId),
  run: deliverDue,
};

async function deliverDue(turn: Turn): Promise<void> {
  while (!turn.hasEnded()) {
    const { clock, webhookDelivery } = getWork();
    const done = await noted("deliver-webhooks", () => webhookDelivery.deliver(stayMs));
    if (done.kind === "joined") await turn.pause(stayMs);
    if (done.kind !== "idle") continue;
    const nextInMs = done.nextDueAt === null ? null : done.nextDueAt.getTime() - clock.now().getTime();
    if (nextInMs !== null && nextInMs <= soonMs) await turn.pause(Math.max(1, nextInMs));
    else if (await turn.pause(lingerMs)) return;
  }
}
