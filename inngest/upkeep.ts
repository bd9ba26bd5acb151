import { inngest, noted, notedOf } from "@/inngest/worker/client";
import { tell, tellRefunds, tellRelay, tellSettlement } from "@/inngest/worker/tell";
import { wake } from "@/inngest/worker/wake";
import { getWork } from "@/lib/api/wiring/work";
import { pruneHistory, pruneIdempotencyKeys, pruneRateLimits } from "@/lib/books/prune";
import { reviewBalances } from "@/lib/books/sweep-balances";
import { countHours } from "@/lib/insights/count-hours";
import { writeLetters } from "@/lib/letters/write-letters";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { applyWalletChanges } from "@/lib/projects/settings/change-settlement-wallet";
import { refundLatePayments } from "@/lib/refunds/request-refund";
import { endpointPlaces } from "@/lib/webhooks/deliver/attempt-delivery";
import { refund, relay, settle, soonMs } from "./due-work";
import { leaseNames, mailDue, upkeepDue } from "./events";
import { runInTurns, type Turn } from "./turn";

const expireEveryMs = 5_000;

/**
 * All scheduled work: expires checkouts every few seconds and, once per turn, does the small jobs and finds work whose
 * wake-up was lost. The cron starts it where no supervisor does.
 */
export const keepUp = inngest.createFunction(
  {
    id: "upkeep",
    name: "Expire checkouts and find missed work",
    triggers: [upkeepDue, { cron: "*/10 * * * *" }],
    retries: 3,
  },
  async ({ step }) => {
    await runInTurns(step, leaseNames.upkeep, async (turn) => {
      await Promise.all([expire(turn), doEachTurn()]);
    });
  },
);

async function expire(turn: Turn): Promise<void> {
  while (!turn.hasEnded()) {
    await attempt("expire-checkouts", async () => {
      const { events } = await noted("expire-checkouts", () => expireCheckouts(getWork()));
      tell(events);
    });
    await turn.pause(expireEveryMs);
  }
}

async function doEachTurn(): Promise<void> {
  const deps = getWork();
  await Promise.all(deps.chains.map(({ chainId }) => findMissedWork(chainId)));
  await attempt("deliver-webhooks", deliverMissed);
  await attempt("refresh-rates", () => noted("refresh-rates", () => deps.rates.refresh()));
  await attempt("apply-wallet-changes", () => noted("apply-wallet-changes", () => applyWalletChanges(deps)));
  await attempt("send-mail", writeMail);
  await attempt("count-hours", () => noted("count-hours", () => countHours(deps)));
  await attempt("prune", prune);
}

/** Work that a dead run or a lost wake-up left on one chain. */
async function findMissedWork(chainId: number): Promise<void> {
  const deps = getWork();
  await attempt("review-balances", async () => {
    const { events } = await notedOf(chainId, "review-balances", () => reviewBalances(deps, chainId));
    tell(events);
  });
  await attempt("relay-payments", async () => {
    if ((await relay.look(chainId)) > 0) tellRelay(chainId);
  });
  await attempt("settle-checkouts", async () => {
    if ((await settle.look(chainId)) > 0) tellSettlement(chainId);
  });
  await attempt("send-refunds", async () => {
    await refundLatePayments(deps);
    if ((await refund.look(chainId)) > 0) tellRefunds(chainId);
  });
}

async function deliverMissed(): Promise<void> {
  const { clock, webhooks } = getWork();
  const now = clock.now();
  const { endpointIds, nextDueAt } = await webhooks.findDue(now, endpointPlaces);
  const isSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= soonMs;
  if (endpointIds.length > 0 || isSoon) tell(1);
}

/** E-mails are sent in their own run: a mail server may be slow. */
async function writeMail(): Promise<void> {
  const deps = getWork();
  if (deps.mail === null) return;
  await writeLetters(deps);
  if (await deps.mail.letters.hasDue(deps.clock.now())) await wake(mailDue.create({}));
}

async function prune(): Promise<void> {
  const deps = getWork();
  await pruneIdempotencyKeys(deps);
  await pruneRateLimits(deps);
  await noted("prune", () => pruneHistory(deps));
}

/** A failing job must not stop the others; the next turn retries it. */
async function attempt(job: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // An expected refusal, such as an outage of every rate provider, needs no stack each minute.
    const told = error instanceof CheckoutError ? error.message : error;
    getWork().log.error({ job, error: told }, "a background job failed; the next turn retries it");
  }
}
