import type { Clock } from "@/lib/platform/clock";
import type { PruneStore } from "@/lib/platform/jobs/prune.store";
import type { IdempotencyStore } from "@/lib/platform/limits/idempotency.port";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { dayMs } from "@/lib/platform/values/time.rules";

const keysPerBatch = 5_000;
/** What is left is found by the next run. */
const maxBatches = 20;
const rowsPerBatch = 2_000;
const attemptsKeptMs = 30 * dayMs;
const lettersKeptMs = 90 * dayMs;
/** Without a mail server nothing takes them. */
const noticesKeptMs = dayMs;
const tokensKeptMs = dayMs;
const sessionsKeptMs = 30 * dayMs;
const clientsKeptMs = dayMs;
const leasesKeptMs = 7 * dayMs;
const requestsKeptMs = 30 * dayMs;
/** Of each project; a list that looks for rare ones among them stays fast. */
const mostRequests = 100_000;
/** Small rows, of which a busy minute has many. */
const requestsPerBatch = 10_000;

/** Forgets answers that were kept for idempotency keys for long enough. */
export function pruneIdempotencyKeys({
  clock,
  idempotency,
}: {
  clock: Clock;
  idempotency: Pick<IdempotencyStore, "prune">;
}): Promise<void> {
  return untilNone(() => idempotency.prune(clock.now(), keysPerBatch));
}

/** Forgets buckets of the request limits in which nothing counts any more. */
export function pruneRateLimits({ rateLimiter }: { rateLimiter: Pick<RateLimiter, "prune"> }): Promise<void> {
  return untilNone(() => rateLimiter.prune());
}

/**
 * Forgets old attempts at deliveries with what receivers answered, old letters, logged requests, sessions and one-time
 * secrets that ended, and leases of work that no one does any more. Headers of blocks are kept by the scanner itself, as many as a reorganisation may need.
 */
export async function pruneHistory({ clock, pruning }: { clock: Clock; pruning: PruneStore }): Promise<void> {
  const before = (keptMs: number) => new Date(clock.now().getTime() - keptMs);
  await untilFew(() => pruning.deliveryAttempts(before(attemptsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.letters(before(lettersKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.ownerNotices(before(noticesKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.requests(before(requestsKeptMs), requestsPerBatch), requestsPerBatch);
  await untilFew(() => pruning.surplusRequests(mostRequests, requestsPerBatch), requestsPerBatch);
  await untilFew(() => pruning.accountTokens(before(tokensKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.sessions(before(sessionsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.authorizationClients(before(clientsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.workLeases(before(leasesKeptMs), rowsPerBatch), rowsPerBatch);
}

/** A batch that is not full was the last: nothing to do costs one question. */
async function untilFew(pruneBatch: () => Promise<number>, full: number): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) < full) return;
}

async function untilNone(pruneBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) === 0) return;
}
