import { inngest } from "@/inngest/worker/client";
import { leaseNames } from "@/inngest/worker/leases";
import { noted } from "@/inngest/worker/noted";
import { getDeps } from "@/lib/api/deps";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { outboxCreated } from "./events";
import { runInTurns, type Turn } from "./turn";

/** Retries due sooner than this are waited for; upkeep finds later ones. */
export const soonMs = minuteMs;
/** The next events of a payment come within this: they need no run of their own. */
const lingerMs = 15_000;
/** Stays with posts that hang no longer than this before it looks whether the turn has ended. */
const stayMs = 2_000;

/**
 * Sends what is due, at once after an event was written.
 *
 * A step does not stand for an endpoint or a batch: one that waited for a receiver that never answers would keep its
 * place from others' events. Each process has one loop that delivers to all endpoints (`create-webhook-delivery.ts`),
 * shares its places out and holds each endpoint's limit in Postgres. A turn stays with that loop.
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
