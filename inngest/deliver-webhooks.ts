import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { outboxCreated, webhookRetryDue } from "./events";
import { noted } from "./noted";

/** Steps of one run, and how long each stays with the work while it goes on. */
const stepsPerRun = 20;
const stayMs = 20_000;
/** Retries due sooner than this are waited for; later ones are found by the minute's sweep. */
const soonMs = 60_000;

/**
 * Sends what is due: at once after an event was written, and every minute whatever was missed.
 *
 * A step does not stand for an endpoint or a batch. Steps are few, eight in the local engine and as many as the
 * plan allows on a server, and one that waited for a receiver that never answers would keep its place from
 * others' events and from the watchers of chains. So each process has one loop that delivers to all endpoints
 * (`create-webhook-delivery.ts`), which shares its places out and holds each endpoint's limit in Postgres. A step
 * wakes the loop; the first one stays with it, so that the engine knows of the work, and the others end at once.
 *
 * There is no singleton here: under steady traffic each wake-up would end the run of the one before, perhaps
 * before its first step had begun, and nothing would be sent as long as that lasted.
 */
export const deliver = inngest.createFunction(
  { id: "deliver-webhooks", triggers: [outboxCreated, { cron: "* * * * *" }], retries: 1 },
  async ({ step }) => {
    for (let count = 0; count < stepsPerRun; count++) {
      const { state, nextInMs } = await step.run(`deliver-${count}`, deliverDue);
      if (state === "busy") continue;
      if (nextInMs !== null && nextInMs <= soonMs)
        await step.sendEvent("retry-soon", webhookRetryDue.create({}));
      return;
    }
    // The loop goes on by itself; the next event's step, or the minute's, stays with it again.
  },
);

/**
 * Waits for the retries that are due within the minute, one waiting run for all of them.
 *
 * A newer run ends an older one, which loses nothing. Ended while it slept, the older one's retry stands in
 * Postgres, where the newer finds it and sleeps for it or for something sooner. Ended between two steps, the newer
 * looks first thing. Ended in a step, the engine (the local one as a server) hears no more of it, but nothing stops
 * the loop that it stayed with: posts go on under their leases and are recorded, and whatever becomes due meanwhile
 * is the loop's, or that of the loop in the process which serves the newer run. Skipping the newer run instead
 * would lose a retry that is due before the one that the older run sleeps for.
 */
export const retryWebhooks = inngest.createFunction(
  { id: "retry-webhooks", triggers: [webhookRetryDue], retries: 1, singleton: { mode: "cancel" } },
  async ({ step }) => {
    for (let count = 0; count < stepsPerRun; count++) {
      const { state, nextInMs } = await step.run(`deliver-${count}`, deliverDue);
      if (state === "busy") continue;
      // Who stays with the work asks for the next one to be waited for, should there be one.
      if (nextInMs === null || nextInMs > soonMs) return;
      await step.sleep(`wait-${count}`, `${Math.max(1, Math.ceil(nextInMs / 1_000))}s`);
    }
    await step.sendEvent("again", webhookRetryDue.create({}));
  },
);

/** What a step tells; `nextInMs` is when the next retry is due, once there is nothing to do. */
async function deliverDue() {
  const { clock, webhookDelivery } = getDeps();
  const done = await noted("deliver-webhooks", () => webhookDelivery.deliver(stayMs));
  const at = done.kind === "idle" ? done.nextDueAt : null;
  return {
    state: done.kind,
    nextInMs: at === null ? null : Math.max(0, at.getTime() - clock.now().getTime()),
  };
}
