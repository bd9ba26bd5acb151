import { expect, test } from "vitest";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { later } from "@/lib/testing/builders";
import { testSeeds } from "@/lib/testing/full-size";
import { createRandom } from "@/lib/testing/simulator/random";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "@/lib/webhooks/endpoints/manage-endpoints";
import { replayDelivery, replayFailed } from "./replay-deliveries";
import type { DeliveryResult, FinishedAttempt } from "./webhook-store.port";

const leaseMs = 30_000;
const events = 40;
const workers = 5;
const owners = 3;
const actsOfAnOwner = 40;

const world = testWorld([], { stillClock: "what an owner sends again is due at once" });
const desk = endpointDesk(world);

const claim = async (atMost = 10) => {
  const { webhooks } = world.stores;
  const places = { firstAttempts: 10, retries: 10, retriesWhileFailing: 10 };
  const { endpointIds } = await webhooks.findDue(world.now, places);
  const endpoints = endpointIds.map((id) => ({ id, firstAttempts: atMost, retries: atMost }));
  const claimed = await webhooks.claim({ endpoints, now: world.now, leaseMs, places });
  return claimed.deliveries;
};
type Claimed = Awaited<ReturnType<typeof claim>>[number];

const finish = (delivery: Claimed, result: DeliveryResult): FinishedAttempt => ({
  delivery,
  attempt: {
    number: delivery.attemptsMade + 1,
    startedAt: world.now,
    durationMs: 1,
    statusCode: result.kind === "delivered" ? 200 : 500,
    error: null,
    responseBody: null,
  },
  result,
});
const wait = () => new Promise((resolve) => setImmediate(resolve));

/** What a transition or a lock refuses is an answer; anything else, a deadlock above all, is a fault. */
async function unlessRefused(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof CheckoutError)) throw error;
  });
}

/** Sends all that is due; every receiver takes it. */
async function deliverAll(): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const claimed = await claim();
    if (claimed.length === 0) return;
    await world.stores.webhooks.record(claimed.map((delivery) => finish(delivery, { kind: "delivered" })));
  }
  throw new Error("deliveries never end");
}

test.each(testSeeds(1, 3))(
  "workers and owners never block each other, and lose no delivery (seed %i)",
  async (seed) => {
    const random = createRandom(seed).next;
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const endpoints = [await desk.create(), await desk.create(), await desk.create()];
    const doomed = await desk.create();
    for (let count = 0; count < events; count++) await desk.tell({ at: world.now });
    world.now = later(1, world.now);
    const [from, to] = [later(-60_000, world.now), later(60_000, world.now)];
    const ids = (await Promise.all(endpoints.map((endpoint) => desk.deliveries(endpoint)))).flat();

    const resultOf = (): DeliveryResult => {
      const draw = random();
      if (draw < 0.03) return { kind: "gone" };
      if (draw < 0.3) return { kind: "exhausted" };
      return draw < 0.6 ? { kind: "retry", at: world.now } : { kind: "delivered" };
    };
    let ownersAtIt = owners;
    const work = async () => {
      while (ownersAtIt > 0) {
        const claimed = await claim(1 + Math.floor(random() * 10));
        await world.stores.webhooks.record(claimed.map((delivery) => finish(delivery, resultOf())));
        await wait();
      }
    };
    const acts: ((id: string) => Promise<unknown>)[] = [
      (id) => disableEndpoint(world.deps, desk.owner, id),
      (id) => enableEndpoint(world.deps, desk.owner, id),
      (id) => enableEndpoint(world.deps, desk.owner, id),
      (id) => replayFailed(world.deps, desk.owner, id, { from, to }),
      () => replayDelivery(world.deps, desk.owner, pick(ids).id),
      (id) => rotateSecret(world.deps, desk.owner, id, { overlap: random() < 0.5 }),
      (id) => updateEndpoint(world.deps, desk.owner, id, { url: `https://shop.example/${random()}` }),
    ];
    const own = async () => {
      for (let act = 0; act < actsOfAnOwner; act++) await unlessRefused(pick(acts)(pick(endpoints).id));
      ownersAtIt -= 1;
    };
    await Promise.all([
      ...Array.from({ length: workers }, work),
      ...Array.from({ length: owners }, own),
      deleteEndpoint(world.deps, desk.owner, doomed.id),
    ]);

    for (const { id } of endpoints) {
      await enableEndpoint(world.deps, desk.owner, id);
      await replayFailed(world.deps, desk.owner, id, { from, to });
    }
    await deliverAll();
    for (const endpoint of endpoints) {
      const rows = await desk.deliveries(endpoint);
      expect(rows).toHaveLength(events);
      expect(rows.filter(({ status }) => status !== "DELIVERED")).toEqual([]);
    }
    expect((await desk.deliveries(doomed)).filter(({ status }) => status === "PENDING")).toEqual([]);
    // Each attempt that counted is on record once, under the next number.
    expect(
      await world.query(
        `SELECT delivery.id FROM webhook_deliveries AS delivery
         LEFT JOIN delivery_attempts AS attempt ON attempt.delivery_id = delivery.id
         GROUP BY delivery.id HAVING count(attempt.number) <> delivery.attempt_count
           OR coalesce(max(attempt.number), 0) <> delivery.attempt_count OR bool_or(delivery.leased_until IS NOT NULL)`,
      ),
    ).toEqual([]);
  },
);

test("two workers that each disable the other's endpoint lock in one order", async () => {
  for (let round = 0; round < 25; round++) {
    const [one, two] = [await desk.create(), await desk.create()];
    await desk.tell();
    await desk.tell();
    await world.query("UPDATE webhook_endpoints SET failing_since = $3 WHERE id IN ($1, $2)", [
      one.id,
      two.id,
      later(-1, world.now),
    ]);
    const claimed = (await claim()).filter(({ endpointId }) => [one.id, two.id].includes(endpointId));
    const of = (endpointId: string) => claimed.filter((delivery) => delivery.endpointId === endpointId);
    const [[first, second], [third, fourth]] = [of(one.id), of(two.id)];
    if (!first || !second || !third || !fourth) throw new Error("four were due");
    const { record } = world.stores.webhooks;
    await Promise.all([
      record([finish(first, { kind: "delivered" }), finish(third, { kind: "gone" })]),
      record([finish(fourth, { kind: "delivered" }), finish(second, { kind: "gone" })]),
    ]);
    for (const { id } of [one, two]) await unlessRefused(deleteEndpoint(world.deps, desk.owner, id));
  }
});
