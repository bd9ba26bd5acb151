import { getDeps } from "@/lib/server/deps";
import { pruneIdempotencyKeys, pruneRateLimits } from "@/lib/services/prune";
import { inngest } from "./client";

/** Forgets what is of no more use: answers kept under idempotency keys, and buckets of the limits. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    await step.run("idempotency-keys", () => pruneIdempotencyKeys(getDeps()));
    await step.run("rate-limits", () => pruneRateLimits(getDeps()));
  },
);
