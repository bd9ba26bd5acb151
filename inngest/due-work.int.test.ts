import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setDriver } from "@/inngest/worker/wake";
import { wakeDue } from "@/inngest/worker/wake-due";
import { onDueWork } from "@/lib/platform/due-work";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { buildCheckout, buildEvent } from "@/lib/testing/builders";
import { type Receivers, startReceivers } from "@/lib/testing/receivers";
import { testWorld } from "@/lib/testing/world";
import { createWebhookDelivery, type WebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";
import { createWebhookSender } from "@/lib/webhooks/sender/webhook-sender";
import { deliver } from "./due-work";
import { createInProcessDriver, type InProcessDriver } from "./in-process";
import { allowTurns, stopTurns } from "./turn";

/** Where `getWork` keeps what it made. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => new Date() };

const world = testWorld();
let sender: ReturnType<typeof createWebhookSender>;
let delivery: WebhookDelivery;
let driver: InProcessDriver;
let receivers: Receivers | undefined;

beforeEach(async () => {
  sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [] });
  delivery = createWebhookDelivery({
    clock,
    log,
    random: () => 0.5,
    webhooks: world.stores.webhooks,
    webhookSender: sender,
  });
  Reflect.set(globalThis, workSlot, {
    clock,
    log,
    webhookDelivery: delivery,
    instanceId: "this one",
    workLeases: createWorkLeases(world.stores.database),
    jobRuns: { ended: async () => undefined },
    metrics: { jobEnded: () => undefined },
  });
  allowTurns();
  driver = createInProcessDriver({ works: [deliver], log });
  setDriver(driver);
  onDueWork(wakeDue);
});
afterEach(async () => {
  onDueWork(() => undefined);
  stopTurns();
  const stopped = delivery.stop(10_000);
  // Those who never answer are waited for no longer.
  await sender.close();
  await stopped;
  await driver.stop(10_000);
  await receivers?.close();
  setDriver(undefined);
  Reflect.deleteProperty(globalThis, workSlot);
});

/** A project of its own that listens to the events of its checkouts. @returns what tells one, which wakes the work */
async function listen(url: string) {
  const projectId = await world.stores.createProject();
  await world.stores.createWebhookEndpoint({
    projectId,
    url,
    kinds: ["checkout.created"],
    secret: "whsec_c2VjcmV0",
    at: new Date(),
  });
  return async () => {
    const checkout = buildCheckout({ projectId });
    const event = buildEvent(checkout, { createdAt: new Date() });
    await world.stores.checkouts.insert(checkout, null, [], event, null);
    return event.id;
  };
}

/** When each attempt at an event was begun, as far as it is noted that it ended; milliseconds since 1970. */
async function sentAt(eventId: string): Promise<number[]> {
  const { rows } = await world.stores.database.pool.query<{ started_at: Date }>(
    `SELECT started_at FROM delivery_attempts JOIN webhook_deliveries AS delivery ON delivery.id = delivery_id
     WHERE event_id = $1 ORDER BY number`,
    [eventId],
  );
  return rows.map(({ started_at }) => started_at.getTime());
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; !isSo(); await sleep(5))
    if (Date.now() > deadline) throw new Error(`${what} within 30 s: no`);
}

it("delivers to a live endpoint beside fifty silent ones with long queues", async () => {
  receivers = await startReceivers(51, (index) =>
    index === 0 ? { kind: "answer", status: 204 } : { kind: "silence" },
  );
  const [live, ...dead] = receivers.all;
  if (live === undefined) throw new Error("one was started");
  for (const [count, { url }] of dead.entries()) {
    const tellDead = await listen(url);
    // The first has more to get than one endpoint may have under way.
    await Promise.all(Array.from({ length: count === 0 ? 60 : 12 }, tellDead));
  }
  const tellLive = await listen(live.url);
  await until(() => dead.every(({ mostAtOnce }) => mostAtOnce > 0), "all dead ones are tried");

  for (let count = 0; count < 20; count++) {
    const eventId = await tellLive();
    await until(() => live.arrivals.has(eventId), "it arrives");
  }
  // The limit of each was reached and held.
  expect(Math.max(...dead.map(({ mostAtOnce }) => mostAtOnce))).toBe(50);
}, 180_000);

it("retries on time without a wake-up, and lets other events of the endpoint pass", async () => {
  let isFirst = true;
  receivers = await startReceivers(1, () => {
    const status = isFirst ? 500 : 204;
    isFirst = false;
    return { kind: "answer", status };
  });
  const [receiver] = receivers.all;
  if (receiver === undefined) throw new Error("one was started");
  const tellOne = await listen(receiver.url);
  const refused = await tellOne();
  await until(() => receiver.arrivals.has(refused), "the first is refused");
  const passing = await tellOne();
  await until(() => receiver.arrivals.get(passing)?.accepted === 1, "the second is taken");
  await until(() => receiver.arrivals.get(refused)?.accepted === 1, "the first is taken");
  // By when each was sent, however late this test hears of it.
  await expect.poll(() => sentAt(refused), { timeout: 20_000 }).toHaveLength(2);
  await expect.poll(() => sentAt(passing), { timeout: 20_000 }).toHaveLength(1);
  const [first = 0, again = 0] = await sentAt(refused);
  expect(again - first).toBeGreaterThanOrEqual(5_000);
  expect((await sentAt(passing))[0]).toBeLessThan(again);
});
