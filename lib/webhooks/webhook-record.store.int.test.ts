import { beforeEach, describe, expect, test } from "vitest";
import { later, newId, noon } from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import type { TestStores } from "@/lib/testing/world/stores";
import type { DeliveryAttempt, DeliveryResult, FinishedAttempt } from "./webhook-store.port";

const world = testWorld();
const desk = endpointDesk(world);
let stores: TestStores;

beforeEach(async () => {
  world.now = noon;
  stores = world.stores;
});

const leaseMs = 30_000;

const createEndpoint = async () => (await desk.create()).id;
const tellEvent = (at = noon) => desk.tell({ at });

function claim(now = noon) {
  world.now = now;
  return desk.claim();
}

function claimOne(now = noon) {
  world.now = now;
  return desk.claimOne();
}

/** Whether it was kept. */
const record = async (
  ...[delivery, attempt, result]: [FinishedAttempt["delivery"], DeliveryAttempt, DeliveryResult]
) => (await stores.webhooks.record([{ delivery, attempt, result }])).has(delivery.id);

const attempt = (overrides: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  number: 1,
  startedAt: later(1_000),
  durationMs: 500,
  statusCode: 200,
  error: null,
  responseBody: "ok",
  ...overrides,
});

const rowOf = (id: string) =>
  stores.database.prisma.webhookDelivery.findUniqueOrThrow({ where: { id }, include: { attempts: true } });
const endpointOf = (id: string) =>
  stores.database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });

describe("record", () => {
  test.each<[DeliveryResult, object]>([
    [{ kind: "delivered" }, { status: "DELIVERED", completedAt: later(1_500), nextAttemptAt: noon }],
    [
      { kind: "retry", at: later(9_000) },
      { status: "PENDING", completedAt: null, nextAttemptAt: later(9_000) },
    ],
    [{ kind: "exhausted" }, { status: "FAILED", completedAt: later(1_500), nextAttemptAt: noon }],
    [{ kind: "gone" }, { status: "FAILED", completedAt: later(1_500), nextAttemptAt: noon }],
  ])("stores the attempt and its consequence: %o", async (result, expected) => {
    await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    expect(await record(delivery, attempt(), result)).toBe(true);
    const { attempts, ...row } = await rowOf(delivery.id);
    expect(row).toMatchObject({ attemptCount: 1, leasedUntil: null, ...expected });
    expect(attempts).toEqual([{ deliveryId: delivery.id, ...attempt() }]);
  });

  test("answers false and writes nothing when the lease was lost to another worker", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const lost = await claimOne();
    const holder = await claimOne(later(leaseMs));
    expect(await record(lost, attempt(), { kind: "gone" })).toBe(false);
    expect((await rowOf(lost.id)).attempts).toEqual([]);
    expect((await endpointOf(endpointId)).disabledAt).toBeNull();
    expect(await record(holder, attempt(), { kind: "delivered" })).toBe(true);
    expect(await record(holder, attempt(), { kind: "delivered" })).toBe(false);
    expect((await rowOf(lost.id)).attempts).toHaveLength(1);
  });

  test("a retry is claimed at its time with the attempts made", async () => {
    await createEndpoint();
    await tellEvent();
    await record(await claimOne(), attempt({ statusCode: 500 }), {
      kind: "retry",
      at: later(9_000),
    });
    expect(await claim(later(8_999))).toEqual([]);
    expect(await claimOne(later(9_000))).toMatchObject({ attemptsMade: 1, fencingToken: 2 });
  });

  test("notes since when an endpoint fails, until it works again", async () => {
    const endpointId = await createEndpoint();
    for (let count = 0; count < 3; count++) await tellEvent();
    const [first, second, third] = await claim();
    if (first === undefined || second === undefined || third === undefined) throw new Error("three are due");
    await record(first, attempt(), { kind: "retry", at: later(9e6) });
    await record(second, attempt({ startedAt: later(9_000) }), { kind: "exhausted" });
    expect((await endpointOf(endpointId)).failingSince).toEqual(later(1_000));
    await record(third, attempt(), { kind: "delivered" });
    expect((await endpointOf(endpointId)).failingSince).toBeNull();
  });

  test("410 disables the endpoint, fails its pending deliveries, and leaves other endpoints alone", async () => {
    const endpointId = await createEndpoint();
    const other = await createEndpoint();
    await tellEvent();
    await tellEvent(later(5_000));
    const gone = (await claim()).find((delivery) => delivery.endpointId === endpointId);
    if (gone === undefined) throw new Error("it is due");
    await record(gone, attempt({ statusCode: 410 }), { kind: "gone" });
    expect(await endpointOf(endpointId)).toMatchObject({
      disabledAt: later(1_500),
      disabledReason: "Your server answered 410 Gone.",
    });
    const statuses = async (id: string) =>
      (await stores.database.prisma.webhookDelivery.findMany({ where: { endpointId: id } })).map(
        ({ status }) => status,
      );
    expect(await statuses(endpointId)).toEqual(["FAILED", "FAILED"]);
    expect(await statuses(other)).toEqual(["PENDING", "PENDING"]);
    await tellEvent();
    expect(await statuses(endpointId)).toHaveLength(2);
  });

  test("410 with a long backlog delays no other records: claims fail the rest, part by part", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const gone = await claimOne();
    const waiting = 2_500;
    await stores.database.pool.query(
      `WITH event AS (
        INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
        SELECT 'evt_' || number, project_id, checkout_id, kind, number + 1, body, created_at
        FROM outbox_events, generate_series(1, $1::int) AS number WHERE own(id) RETURNING id, created_at
      )
      INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
      SELECT 'whd_' || id, id, $2, created_at, created_at FROM event`,
      [waiting, endpointId],
    );
    const left = () =>
      stores.database.prisma.webhookDelivery.count({ where: { endpointId, status: "PENDING" } });
    await record(gone, attempt({ statusCode: 410 }), { kind: "gone" });
    expect(await left()).toBe(waiting - 1_000);
    const passedOver: boolean[] = [];
    while ((await left()) > 0 && passedOver.length < 5) {
      const claimed = await stores.webhooks.claim({
        endpoints: [{ id: endpointId, firstAttempts: 10, retries: 10 }],
        now: later(2_000),
        leaseMs,
        places: { firstAttempts: 10, retries: 10, retriesWhileFailing: 2 },
      });
      expect(claimed.deliveries).toEqual([]);
      passedOver.push(claimed.passedOver.includes(endpointId));
    }
    expect(passedOver).toEqual([true, false]);
  });

  test("stores the attempt with any response bytes", async () => {
    await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    const odd = attempt({ responseBody: "a\0b\u{d800}c", error: "\0" });
    expect(await record(delivery, odd, { kind: "delivered" })).toBe(true);
    expect((await rowOf(delivery.id)).attempts[0]).toMatchObject({
      responseBody: "a\ufffdb\ufffdc",
      error: "\ufffd",
    });
  });
});

describe("several at once", () => {
  test("are recorded together, and one with a lost lease doesn't block the others", async () => {
    await createEndpoint();
    for (let count = 0; count < 3; count++) await tellEvent(later(-count));
    const before = await claim();
    const lost = before.at(-1);
    await claim(later(leaseMs));
    const now = await claim(later(2 * leaseMs));
    if (lost === undefined) throw new Error("three are due");
    const finished = [...now.slice(0, 2), lost].map((delivery) => ({
      delivery,
      attempt: attempt(),
      result: { kind: "delivered" } as const,
    }));
    const kept = await stores.webhooks.record(finished);
    expect(kept).toEqual(new Set(now.slice(0, 2).map(({ id }) => id)));
    expect((await rowOf(lost.id)).attempts).toEqual([]);
    for (const id of kept) expect(await rowOf(id)).toMatchObject({ status: "DELIVERED", attemptCount: 1 });
  });

  test("update their endpoint in the order in which they ended", async () => {
    const endpointId = await createEndpoint();
    for (let count = 0; count < 3; count++) await tellEvent();
    const results: [number, DeliveryResult][] = [
      [9_000, { kind: "exhausted" }],
      [1_000, { kind: "exhausted" }],
      [5_000, { kind: "delivered" }],
    ];
    const claimed = await claim();
    await stores.webhooks.record(
      results.flatMap(([startedAt, result], index) => {
        const delivery = claimed[index];
        return delivery === undefined
          ? []
          : [{ delivery, attempt: attempt({ startedAt: later(startedAt) }), result }];
      }),
    );
    expect((await endpointOf(endpointId)).failingSince).toEqual(later(9_000));
  });
});

describe("an endpoint that fails for days", () => {
  const day = 86_400_000;
  const fail = async (at: number, overrides: Partial<DeliveryAttempt> = {}) => {
    await tellEvent(later(at));
    const delivery = await claimOne(later(at));
    const failed = attempt({ startedAt: later(at), durationMs: 0, statusCode: 500, ...overrides });
    await record(delivery, failed, { kind: "exhausted" });
  };

  test("is disabled by the first failure after the fifth day, with its pending deliveries and a reason", async () => {
    const endpointId = await createEndpoint();
    await fail(0);
    await fail(5 * day - 1);
    expect((await endpointOf(endpointId)).disabledAt).toBeNull();
    await tellEvent(later(9 * day));
    await fail(5 * day);
    expect(await endpointOf(endpointId)).toMatchObject({
      disabledAt: later(5 * day),
      disabledReason: "Every attempt in the last 5 days failed. Last failure: it answered 500.",
    });
    const left = await stores.database.prisma.webhookDelivery.findMany();
    expect(left.map(({ status }) => status)).toEqual(["FAILED", "FAILED", "FAILED", "FAILED"]);
  });

  test("has the error when there was no answer", async () => {
    const endpointId = await createEndpoint();
    await fail(0);
    await fail(6 * day, { statusCode: null, error: "connection refused" });
    expect((await endpointOf(endpointId)).disabledReason).toBe(
      "Every attempt in the last 5 days failed. Last failure: no answer (connection refused).",
    );
  });

  test.each([
    ["stays when it took something", false],
    ["is disabled although it took a test", true],
  ])("%s that another worker recorded at the same time", async (_, isDisabled) => {
    const endpointId = await createEndpoint();
    await tellEvent(later(-1));
    const delivery = await claimOne();
    await record(delivery, attempt({ startedAt: later(day) }), { kind: "delivered" });
    if (isDisabled)
      await stores.database.pool.query(
        "UPDATE outbox_events SET kind = 'endpoint.test', checkout_id = NULL, endpoint_id = $2 WHERE id = $1",
        [(await rowOf(delivery.id)).eventId, endpointId],
      );
    await stores.database.prisma.webhookEndpoint.update({
      where: { id: endpointId },
      data: { failingSince: noon },
    });
    await fail(5 * day);
    expect((await endpointOf(endpointId)).disabledAt !== null).toBe(isDisabled);
  });

  test.each([
    ["a test that fails", { kind: "exhausted" } as const],
    ["a test that is answered 410", { kind: "gone" } as const],
    ["a test that is delivered", { kind: "delivered" } as const],
  ])("isn't judged by a test: %s", async (_, result) => {
    const endpointId = await createEndpoint();
    await fail(0);
    await tellEvent(later(5 * day));
    const delivery = await claimOne(later(5 * day));
    const test = { ...delivery, kind: "endpoint.test" as const };
    expect(await record(test, attempt({ startedAt: later(5 * day) }), result)).toBe(true);
    expect(await endpointOf(endpointId)).toMatchObject({ failingSince: noon, disabledAt: null });
  });

  test("isn't judged by attempts that the service couldn't send", async () => {
    const endpointId = await createEndpoint();
    await fail(0);
    await tellEvent(later(6 * day));
    const delivery = await claimOne(later(6 * day));
    const unsent = attempt({ startedAt: later(6 * day), statusCode: null, error: "unsigned" });
    const retry = { kind: "retry", at: later(7 * day) } as const;
    await stores.webhooks.record([{ delivery, attempt: unsent, result: retry, isOwnFault: true }]);
    expect(await endpointOf(endpointId)).toMatchObject({ failingSince: noon, disabledAt: null });
    expect(await rowOf(delivery.id)).toMatchObject({ status: "PENDING", attemptCount: 1 });
  });
});

test("a pending retry fails when its endpoint was disabled", async () => {
  const endpointId = await createEndpoint();
  await tellEvent();
  const delivery = await claimOne();
  await stores.database.prisma.webhookEndpoint.update({
    where: { id: endpointId },
    data: { disabledAt: noon },
  });
  await record(delivery, attempt({ statusCode: 500 }), { kind: "retry", at: later(9_000) });
  expect(await rowOf(delivery.id)).toMatchObject({ status: "FAILED", completedAt: later(1_500) });
});

test("ignores a delivery of an unknown id", async () => {
  const stranger = {
    id: newId("whd"),
    endpointId: newId("whe"),
    kind: "checkout.paid" as const,
    url: "https://shop.example/hook",
    fencingToken: 0,
  };
  expect(await record(stranger, attempt(), { kind: "delivered" })).toBe(false);
});

describe("an attempt at a URL that was replaced meanwhile", () => {
  const moveTo = (id: string, url: string) =>
    stores.database.prisma.webhookEndpoint.update({ where: { id }, data: { url } });

  test.each<[string, DeliveryAttempt, DeliveryResult]>([
    ["410 disables nothing", attempt({ statusCode: 410 }), { kind: "gone" }],
    [
      "a failure starts no period of failures",
      attempt({ statusCode: 500 }),
      { kind: "retry", at: later(9_000) },
    ],
  ])("%s", async (_, failed, result) => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    await moveTo(endpointId, "https://new.example/hook");
    expect(await record(delivery, failed, result)).toBe(true);
    expect(await endpointOf(endpointId)).toMatchObject({ disabledAt: null, failingSince: null });
  });

  test("noteHealth under the lock: the address was replaced", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    let recorded: Promise<boolean> | undefined;
    await stores.database.prisma.$transaction(async (tx) => {
      await tx.webhookEndpoint.update({
        where: { id: endpointId },
        data: { url: "https://new.example/hook" },
      });
      recorded = record(delivery, attempt({ statusCode: 410 }), { kind: "gone" });
      await someoneWaits(stores.database);
    });
    expect(await recorded).toBe(true);
    expect((await endpointOf(endpointId)).disabledAt).toBeNull();
  });
});
