import type { Clock } from "./ports/clock";
import type { IdempotencyStore } from "./ports/idempotency";
import type { RateLimiter } from "./ports/rate-limiter";

const keysPerBatch = 5_000;
/** What is left is found by the next run. */
const maxBatches = 20;

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

async function untilNone(pruneBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) === 0) return;
}
