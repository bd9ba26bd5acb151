import { expect, test } from "vitest";
import type { IdempotencyStore } from "@/lib/platform/limits/idempotency.port";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { pruneIdempotencyKeys, pruneRateLimits } from "./prune";

/** A store with so many things to forget; it notes the batches asked for. */
function heap(size: number, perBatch: number) {
  const asked: unknown[][] = [];
  return {
    asked,
    prune: async (...given: unknown[]) => {
      asked.push(given);
      const gone = Math.min(size, perBatch);
      size -= gone;
      return gone;
    },
  };
}

test("goes on batch by batch until nothing is left", async () => {
  const idempotency = heap(11_000, 5_000);
  await pruneIdempotencyKeys({
    clock: { now: () => noon },
    idempotency: partsOf<IdempotencyStore>(idempotency),
  });
  expect(idempotency.asked).toEqual(Array.from({ length: 4 }, () => [noon, 5_000]));

  const rateLimiter = heap(0, 1);
  await pruneRateLimits({ rateLimiter: partsOf<RateLimiter>(rateLimiter) });
  expect(rateLimiter.asked).toHaveLength(1);
});

test("leaves the rest of a large heap to the next run", async () => {
  const rateLimiter = heap(1_000, 10);
  await pruneRateLimits({ rateLimiter: partsOf<RateLimiter>(rateLimiter) });
  expect(rateLimiter.asked).toHaveLength(20);
});
