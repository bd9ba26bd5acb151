import { z } from "zod";
import { inngest, noted, notedOf } from "@/inngest/worker/client";
import { APP_ID } from "@/inngest/worker/create-client";
import { tell, tellSettlement } from "@/inngest/worker/tell";
import { getWork } from "@/lib/api/wiring/work";
import { checkAllBalances } from "@/lib/books/sweep-balances";
import { watchNodes } from "@/lib/chain/check/chain-guard";
import { writeDigests } from "@/lib/letters/write-letters";
import { sendLetters } from "@/lib/mail/send-letters";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { lookAtChain } from "@/lib/payments/scan/look-at-chain";
import { isNodesFault } from "@/lib/payments/scan/read-blocks";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { isSettlementDue } from "@/lib/settlement/settlement-terms";
import { chainFunction, deliver, refund, relay, settle } from "./due-work";
import { chainWatch, leaseNames, mailDue } from "./events";
import { runInTurns } from "./turn";
import { keepUp } from "./upkeep";

/** Sends due e-mails. */
const sendMail = inngest.createFunction(
  { id: "send-mail", name: "Send e-mails", triggers: [mailDue], retries: 3 },
  async ({ step }) => {
    await runInTurns(step, leaseNames.mail, async (turn) => {
      while (!turn.hasEnded()) if ((await noted("send-mail", () => sendLetters(getWork()))) === 0) return;
    });
  },
);

/** Writes the digests of the previous day; hourly, so that a failed run is repeated an hour later. */
const writeDailyDigests = inngest.createFunction(
  {
    id: "write-digests",
    name: "Write daily digests",
    triggers: [{ cron: "7 * * * *" }],
    retries: 1,
    concurrency: 1,
  },
  async ({ step }) => {
    if (getWork().mail === null) return;
    await step.run("write", () => noted("write-digests", () => writeDigests(getWork())));
  },
);

/** A pass queries every address. Each instance's engine starts one; only the first runs it. */
const passLeaseMs = 30 * minuteMs;

/** Part of the daily balance pass over all addresses, each hour, chain by chain. */
const sweepAllBalances = inngest.createFunction(
  {
    id: "sweep-balances",
    name: "Check balances",
    triggers: [{ cron: "17 * * * *" }],
    retries: 1,
    concurrency: 1,
  },
  async ({ step }) => {
    for (const { chainId } of getWork().chains) await step.run(`sweep-${chainId}`, () => sweepChain(chainId));
  },
);

async function sweepChain(chainId: number): Promise<{ checked: number; finished: boolean }> {
  const { workLeases, instanceId } = getWork();
  const isAcquired = await workLeases.acquire(`sweep-balances ${chainId}`, instanceId, passLeaseMs);
  if (isAcquired === null) return { checked: 0, finished: false };
  const { events, checked, finished } = await notedOf(chainId, "sweep-balances", () =>
    checkAllBalances(getWork(), chainId),
  );
  tell(events);
  if (events > 0) tellSettlement(chainId);
  return { checked, finished };
}

const failure = z.object({
  function_id: z.string(),
  run_id: z.string(),
  error: z.object({ name: z.string().optional(), message: z.string().optional() }).catch({}),
});

/** Logs runs that failed after all attempts, which our log would miss otherwise. Upkeep finds their work. */
const tellFailures = inngest.createFunction(
  {
    id: "tell-failures",
    name: "Log failed runs",
    triggers: [{ event: "inngest/function.failed" }],
    // For hours: after an outage of all instances, failed runs are still reported.
    retries: 20,
  },
  async ({ event }) => {
    const { function_id, run_id, error } = failure.parse(event.data);
    // An Inngest server may be shared with other services.
    if (!function_id.startsWith(`${APP_ID}-`)) return;
    getWork().log.error(
      { function: function_id, runId: run_id, error: { name: error.name, message: error.message } },
      "a background run failed; upkeep will find its work",
    );
  },
);

/**
 * Follows one chain: scan, confirm, notify, and wait, unless an outage left more to read. If two instances overlap, the
 * position's compare-and-set lets only one count.
 */
export const watchChain = chainFunction(
  "watch-chain",
  "Watch a chain",
  chainWatch,
  leaseNames.watch,
  async (turn, chainId) => {
    const chain = getWork().chains.find((each) => each.chainId === chainId);
    while (!turn.hasEnded()) {
      const { more } = await lookAndTell(chainId);
      if (!more) await turn.pause(chain?.pollIntervalMs ?? 1_000);
    }
  },
);

/**
 * One pass. An unusable or contradictory node is not an error of the run: we conclude nothing, and the next pass asks
 * again.
 */
async function lookAndTell(chainId: number): Promise<{ more: boolean }> {
  const deps = getWork();
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

/** All background work. */
export const functions = [
  watchChain,
  keepUp,
  deliver,
  settle.run,
  refund.run,
  relay.run,
  sweepAllBalances,
  sendMail,
  writeDailyDigests,
  tellFailures,
];
