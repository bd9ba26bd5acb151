import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";

const keysPerBatch = 5_000;
/** What is left is found by the next run. */
const maxBatches = 20;

/** Forgets what is of no more use: answers kept under idempotency keys, and buckets of the limits. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    await step.run("idempotency-keys", () =>
      untilNone(() => {
        const { clock, idempotency } = getDeps();
        return idempotency.prune(clock.now(), keysPerBatch);
      }),
    );
    await step.run("rate-limits", () => untilNone(() => getDeps().rateLimiter.prune()));
  },
);

async function untilNone(pruneBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await pruneBatch()) === 0) return;
}
