import { getDeps } from "@/lib/server/deps";
import { deliverWebhooks } from "@/lib/services/deliver-webhooks";
import { inngest } from "./client";
import { outboxCreated, webhookRetryDue } from "./events";

const batchesPerRun = 20;
/** Retries due sooner than this are waited for; later ones are found by the minute's sweep. */
const soonMs = 60_000;

/** Sends what is due: at once after an event was written, and every minute whatever was missed. */
export const deliver = inngest.createFunction(
  { id: "deliver-webhooks", triggers: [outboxCreated, { cron: "* * * * *" }], retries: 1, concurrency: 3 },
  async ({ step }) => {
    let waitMs: number | null = null;
    for (let batch = 0; batch < batchesPerRun; batch++) {
      const result = await step.run(`deliver-${batch}`, deliverBatch);
      waitMs = result.nextInMs;
      if (waitMs === null || waitMs > 0) break;
    }
    if (waitMs !== null && waitMs <= soonMs) await step.sendEvent("retry-soon", webhookRetryDue.create({}));
  },
);

/** Waits for the retries that are due within the minute, one waiting run for all of them. */
export const retryWebhooks = inngest.createFunction(
  { id: "retry-webhooks", triggers: [webhookRetryDue], retries: 1, singleton: { mode: "cancel" } },
  async ({ step }) => {
    for (let round = 0; round < batchesPerRun; round++) {
      const { nextInMs } = await step.run(`deliver-${round}`, deliverBatch);
      if (nextInMs === null || nextInMs > soonMs) return;
      if (nextInMs > 0) await step.sleep(`wait-${round}`, `${Math.max(1, Math.ceil(nextInMs / 1_000))}s`);
    }
  },
);

async function deliverBatch(): Promise<{ nextInMs: number | null }> {
  const deps = getDeps();
  const { nextDueAt } = await deliverWebhooks(deps);
  return {
    nextInMs: nextDueAt === null ? null : Math.max(0, nextDueAt.getTime() - deps.clock.now().getTime()),
  };
}
