import { getDeps } from "@/lib/server/deps";
import { pruneHistory, pruneIdempotencyKeys, pruneRateLimits } from "@/lib/services/prune";
import { inngest } from "./client";
import { noted } from "./noted";

/** Forgets what is of no more use: answers kept under idempotency keys, buckets of the limits, old attempts and letters. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    await step.run("idempotency-keys", () => pruneIdempotencyKeys(getDeps()));
    await step.run("rate-limits", () => pruneRateLimits(getDeps()));
    await step.run("history", () => noted("prune", () => pruneHistory(getDeps())));
  },
);
