import type { Clock } from "@/lib/platform/clock";
import type { PruneBatch } from "@/lib/platform/database";
import type { IdempotencyStore } from "@/lib/platform/limits/idempotency.port";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { dayMs } from "@/lib/platform/values/time.rules";

const keysPerBatch = 5_000;
/** The next run takes the rest. */
const maxBatches = 20;
const rowsPerBatch = 2_000;
const attemptsKeptMs = 30 * dayMs;
const lettersKeptMs = 90 * dayMs;
/** Without a mail server nothing consumes them. */
const noticesKeptMs = dayMs;
const tokensKeptMs = dayMs;
const sessionsKeptMs = 30 * dayMs;
const clientsKeptMs = dayMs;
/** Far beyond the time for which we ask for them. */
const hintsKeptMs = dayMs;
const leasesKeptMs = 7 * dayMs;
const requestsKeptMs = 30 * dayMs;
/** Per project; a filter for rare requests among them stays fast. */
const mostRequests = 100_000;
/** Small rows, and many in a busy minute. */
const requestsPerBatch = 10_000;

/** Each deletes a batch of one room's old rows. */
export type Pruning = Record<
  | "deliveryAttempts"
  | "letters"
  | "ownerNotices"
  | "requests"
  | "accountTokens"
  | "sessions"
  | "authorizationClients"
  | "paymentHints"
  | "workLeases",
  PruneBatch
> & {
  /** Deletes the oldest requests of each project that has more than `most`. */
  surplusRequests(most: number, limit: number): Promise<number>;
};

/** Deletes expired idempotency keys with their answers. */
export function pruneIdempotencyKeys({
  clock,
  idempotency,
}: {
  clock: Clock;
  idempotency: IdempotencyStore;
}): Promise<void> {
  return untilNone(() => idempotency.prune(clock.now(), keysPerBatch));
}

/** Deletes rate limit buckets that are empty. */
export function pruneRateLimits({ rateLimiter }: { rateLimiter: RateLimiter }): Promise<void> {
  return untilNone(() => rateLimiter.prune());
}

/**
 * Deletes old delivery attempts with the receivers' answers, old e-mails, logged requests, ended sessions and one-time
 * secrets, submitted hashes, and leases without holders. The scanner itself keeps block headers, as many as a reorg may need.
 */
export async function pruneHistory({ clock, pruning }: { clock: Clock; pruning: Pruning }): Promise<void> {
  const before = (keptMs: number) => new Date(clock.now().getTime() - keptMs);
  await untilFew(() => pruning.deliveryAttempts(before(attemptsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.letters(before(lettersKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.ownerNotices(before(noticesKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.requests(before(requestsKeptMs), requestsPerBatch), requestsPerBatch);
  await untilFew(() => pruning.surplusRequests(mostRequests, requestsPerBatch), requestsPerBatch);
  await untilFew(() => pruning.accountTokens(before(tokensKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.sessions(before(sessionsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.authorizationClients(before(clientsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.paymentHints(before(hintsKeptMs), rowsPerBatch), rowsPerBatch);
  await untilFew(() => pruning.workLeases(before(leasesKeptMs), rowsPerBatch), rowsPerBatch);
}

/** A batch that is not full is the last one, so an idle run costs one query. */
async function untilFew(pruneBatch: () => Promise<number>, full: number): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) < full) return;
}

async function untilNone(pruneBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) === 0) return;
}
