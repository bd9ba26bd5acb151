import { inngest, noted } from "@/inngest/worker/client";
import { getDeps } from "@/lib/api/deps";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { leaseNames, outboxCreated } from "./events";
import { runInTurns, type Turn } from "./turn";

/** The turn waits for retries due sooner than this; upkeep finds later ones. */
export const soonMs = minuteMs;
/** A payment's next events arrive within this time and need no run of their own. */
const lingerMs = 15_000;
/** Waits this long for posts before it checks whether the turn has ended. */
const stayMs = 2_000;

/**
 * Sends due deliveries, at once after an event was written.
 *
 * There is no step per endpoint or batch: one that waits for a silent receiver would keep its place from others. Each
 * process has one loop that delivers to all endpoints (`create-webhook-delivery.ts`), divides its places and enforces
 * each endpoint's limit in Postgres. A turn waits for that loop.
 */
export const deliver = inngest.createFunction(
  { id: "deliver-webhooks", name: "Deliver webhooks", triggers: [outboxCreated], retries: 3 },
  async ({ step }) => {
    await runInTurns(step, leaseNames.deliver(getDeps().instanceId), deliverDue);
  },
);

async function deliverDue(turn: Turn): Promise<void> {
  while (!turn.hasEnded()) {
    const { clock, webhookDelivery } = getDeps();
    const done = await noted("deliver-webhooks", () => webhookDelivery.deliver(stayMs));
    if (done.kind === "joined") await turn.pause(stayMs);
    if (done.kind !== "idle") continue;
    const nextInMs = done.nextDueAt === null ? null : done.nextDueAt.getTime() - clock.now().getTime();
    if (nextInMs !== null && nextInMs <= soonMs) await turn.pause(Math.max(1, nextInMs));
    else if (await turn.pause(lingerMs)) return;
  }
}
