import { wake } from "@/inngest/worker/wake";
import { wakeDue } from "@/inngest/worker/wake-due";
import { getWork } from "@/lib/api/wiring/work";
import { pruneHistory, pruneIdempotencyKeys, pruneRateLimits } from "@/lib/books/prune";
import { countHours } from "@/lib/insights/count-hours";
import { writeLetters } from "@/lib/letters/write-letters";
import { acceptLateByRule } from "@/lib/payments/accept-by-rule";
import { recordUnseenRefunds, reviewBalances } from "@/lib/payments/balances/sweep-balances";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { applyWalletChanges } from "@/lib/projects/settings/change-settlement-wallet";
import { checkCoinPrices } from "@/lib/rates/coin-prices";
import { refundLatePayments } from "@/lib/refunds/request-refund";
import { endpointPlaces } from "@/lib/webhooks/deliver/attempt-delivery";
import { refund, relay, settle, soonMs } from "./due-work";
import { expiryDue, leaseNames, mailDue, upkeepDue } from "./events";
import { noted, notedOf, type Work } from "./work";

const expireEveryMs = 5_000;

/** Expires checkouts every few seconds. */
export const expire: Work = {
  id: "expire-checkouts",
  name: "Expire checkouts",
  trigger: expiryDue,
  lease: () => leaseNames.expire,
  async run(turn) {
    while (!turn.hasEnded()) {
      await attempt("expire-checkouts", () => noted("expire-checkouts", () => expireCheckouts(getWork())));
      await turn.pause(expireEveryMs);
    }
  },
};

/**
 * Once per turn, does the small jobs and finds work whose wake-up was lost. It keeps its lease meanwhile: an instance
 * that takes over from a dead one finds at once what that one left.
 */
export const upkeep: Work = {
  id: "upkeep",
  name: "Find missed work",
  trigger: upkeepDue,
  lease: () => leaseNames.upkeep,
  async run(turn) {
    await doEachTurn();
    while (!turn.hasEnded()) await turn.pause(minuteMs);
  },
};

async function doEachTurn(): Promise<void> {
  const deps = getWork();
  await Promise.all(deps.chains.map(({ chainId }) => findMissedWork(chainId)));
  await attempt("deliver-webhooks", deliverMissed);
  await attempt("refresh-rates", () =>
    noted("refresh-rates", async () => {
      await deps.rates.refresh();
      await checkCoinPrices(deps);
    }),
  );
  await attempt("accept-late", () => acceptLateByRule(deps));
  await attempt("apply-wallet-changes", () => noted("apply-wallet-changes", () => applyWalletChanges(deps)));
  await attempt("send-mail", writeMail);
  await attempt("count-hours", () => noted("count-hours", () => countHours(deps)));
  await attempt("prune", prune);
}

/** Work that a dead run or a lost wake-up left on one chain. */
async function findMissedWork(chainId: number): Promise<void> {
  const deps = getWork();
  await attempt("review-balances", () =>
    notedOf(chainId, "review-balances", () => reviewBalances(deps, chainId)),
  );
  await attempt("record-unseen-refunds", () => recordUnseenRefunds(deps, chainId));
  await attempt("relay-payments", async () => {
    if ((await relay.runPass(chainId)) > 0) wakeDue({ work: "relay", chainId });
  });
  await attempt("settle-checkouts", async () => {
    if ((await settle.runPass(chainId)) > 0) wakeDue({ work: "settle", chainId });
  });
  await attempt("send-refunds", async () => {
    await refundLatePayments(deps);
    if ((await refund.runPass(chainId)) > 0) wakeDue({ work: "refund", chainId });
  });
}

async function deliverMissed(): Promise<void> {
  const { clock, webhooks } = getWork();
  const now = clock.now();
  const { endpointIds, nextDueAt } = await webhooks.findDue(now, endpointPlaces);
  const isSoon = nextDueAt !== null && nextDueAt.getTime() - now.getTime() <= soonMs;
  if (endpointIds.length > 0 || isSoon) wakeDue("deliver");
  // Deliveries run only while some are due; `jobs:status` would call a quiet service late.
  else await noted("deliver-webhooks", async () => undefined);
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
async function attempt(name: string, job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    // An expected refusal, such as an outage of every rate provider, needs no stack each minute.
    const cause = error instanceof CheckoutError ? error.message : error;
    getWork().log.error({ job: name, error: cause }, "a background job failed; the next turn retries it");
  }
}
