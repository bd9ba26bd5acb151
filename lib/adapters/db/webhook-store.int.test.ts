import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DeliveryAttempt, DeliveryResult } from "@/lib/services/ports/webhook-store";
import { buildCheckout, buildEvent, later, newId, noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;
let projectId: string;

beforeEach(async () => {
  stores = await openTestStores();
  projectId = await stores.createProject();
});
afterEach(() => stores.close());

const leaseMs = 30_000;

async function createEndpoint(url = "https://shop.example/hook"): Promise<string> {
  const { endpointId } = await stores.createWebhookEndpoint({
    projectId,
    url,
    kinds: ["checkout.created"],
    secret: "whsec_c2VjcmV0",
    at: noon,
  });
  return endpointId;
}

/** One event, with a delivery for every endpoint there is. */
async function tellEvent(createdAt = noon): Promise<string> {
  const checkout = buildCheckout({ projectId });
  const event = buildEvent(checkout, { createdAt, body: `{"for":"${checkout.id}"}` });
  await stores.checkouts.insert(checkout, null, [], event, null);
  return event.id;
}

const claim = (now = noon, limit = 99) => stores.webhooks.claimDue(now, leaseMs, limit);

async function claimOne(now = noon) {
  const [delivery] = await claim(now, 1);
  if (delivery === undefined) throw new Error("nothing is due");
  return delivery;
}

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

describe("claimDue", () => {
  test("hands out what is due with everything that sending needs, oldest first", async () => {
    const endpointId = await createEndpoint();
    const young = await tellEvent(later(-1));
    const old = await tellEvent(later(-2));
    await tellEvent(later(1));
    const claimed = await claim();
    expect(claimed.map(({ eventId }) => eventId)).toEqual([old, young]);
    const event = await stores.database.prisma.outboxEvent.findUniqueOrThrow({ where: { id: old } });
    expect(claimed[0]).toMatchObject({
      endpointId,
      kind: "checkout.created",
      url: "https://shop.example/hook",
      secrets: ["whsec_c2VjcmV0"],
      body: event.body,
      attemptsMade: 0,
      fencingToken: 1,
    });
  });

  test("keeps secrets sealed in the database, and hands out those in force, newest first", async () => {
    const endpointId = await createEndpoint();
    const { ciphertext } = await stores.database.prisma.webhookSecret.findFirstOrThrow({
      where: { endpointId },
    });
    expect(Buffer.from(ciphertext, "base64").toString("latin1")).not.toContain("whsec_");
    await stores.database.prisma.webhookSecret.updateMany({ data: { expiresAt: later(1) } });
    await stores.database.prisma.webhookSecret.create({ data: { endpointId, ciphertext } });
    await tellEvent();
    expect((await claimOne()).secrets).toHaveLength(2);
    expect((await claimOne(later(leaseMs))).secrets).toHaveLength(1);
  });

  test("gives each delivery to one of eight workers", async () => {
    await createEndpoint();
    await createEndpoint();
    for (let count = 0; count < 50; count++) await tellEvent();
    const workers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mine: string[] = [];
        for (;;) {
          const claimed = await claim(noon, 5);
          mine.push(...claimed.map(({ id }) => id));
          if (claimed.length === 0) return mine;
        }
      }),
    );
    const all = workers.flat();
    expect(all).toHaveLength(100);
    expect(new Set(all).size).toBe(100);
  });

  test("passes by a delivery that another transaction holds, without waiting for it", async () => {
    await createEndpoint();
    await tellEvent(later(-1));
    const eventId = await tellEvent();
    const client = await stores.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM webhook_deliveries WHERE event_id <> $1 FOR UPDATE", [eventId]);
      expect((await claim()).map((delivery) => delivery.eventId)).toEqual([eventId]);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });

  test("hands a delivery out again only when its lease has ended", async () => {
    await createEndpoint();
    await tellEvent();
    const first = await claimOne();
    expect(await claim(later(leaseMs - 1))).toEqual([]);
    const second = await claimOne(later(leaseMs));
    expect(second).toEqual({ ...first, fencingToken: 2 });
  });

  test("fails the deliveries of disabled endpoints, and finds what is due behind them", async () => {
    const disabled = await createEndpoint();
    for (let count = 0; count < 5; count++) await tellEvent(later(-9));
    await stores.database.prisma.webhookEndpoint.update({
      where: { id: disabled },
      data: { disabledAt: noon },
    });
    const enabled = await createEndpoint();
    await tellEvent();
    const claimed = await claim(noon, 2);
    expect(claimed.map(({ endpointId }) => endpointId)).toEqual([enabled]);
    const failed = await stores.database.prisma.webhookDelivery.findMany({ where: { endpointId: disabled } });
    expect(failed.map(({ status, completedAt }) => [status, completedAt])).toEqual(
      Array.from({ length: 5 }, () => ["FAILED", noon]),
    );
  });

  test("hands out no secret that was moved to another endpoint's row, and holds up nobody for it", async () => {
    const endpointId = await createEndpoint();
    const other = await createEndpoint();
    const stolen = await stores.database.prisma.webhookSecret.findFirstOrThrow({
      where: { endpointId: other },
    });
    await stores.database.prisma.webhookSecret.updateMany({
      where: { endpointId },
      data: { ciphertext: stolen.ciphertext },
    });
    await tellEvent();
    const claimed = await claim();
    expect(claimed.find((delivery) => delivery.endpointId === endpointId)?.secrets).toEqual([]);
    expect(claimed.find((delivery) => delivery.endpointId === other)?.secrets).toHaveLength(1);
  });
});

describe("record", () => {
  test.each<[DeliveryResult, object]>([
    [{ kind: "delivered" }, { status: "DELIVERED", completedAt: later(1_500), nextAttemptAt: noon }],
    [
      { kind: "retry", at: later(9_000) },
      { status: "PENDING", completedAt: null, nextAttemptAt: later(9_000) },
    ],
    [{ kind: "exhausted" }, { status: "FAILED", completedAt: later(1_500), nextAttemptAt: noon }],
    [{ kind: "gone" }, { status: "FAILED", completedAt: later(1_500), nextAttemptAt: noon }],
  ])("stores the attempt and what follows: %o", async (result, expected) => {
    await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    expect(await stores.webhooks.record(delivery, attempt(), result)).toBe(true);
    const { attempts, ...row } = await rowOf(delivery.id);
    expect(row).toMatchObject({ attemptCount: 1, leasedUntil: null, ...expected });
    expect(attempts).toEqual([{ deliveryId: delivery.id, ...attempt() }]);
  });

  test("answers false and writes nothing when the lease was lost to another worker", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const lost = await claimOne();
    const holder = await claimOne(later(leaseMs));
    expect(await stores.webhooks.record(lost, attempt(), { kind: "gone" })).toBe(false);
    expect((await rowOf(lost.id)).attempts).toEqual([]);
    expect((await endpointOf(endpointId)).disabledAt).toBeNull();
    expect(await stores.webhooks.record(holder, attempt(), { kind: "delivered" })).toBe(true);
    expect(await stores.webhooks.record(holder, attempt(), { kind: "delivered" })).toBe(false);
    expect((await rowOf(lost.id)).attempts).toHaveLength(1);
  });

  test("a retry is claimed at its time with the attempts made", async () => {
    await createEndpoint();
    await tellEvent();
    await stores.webhooks.record(await claimOne(), attempt({ statusCode: 500 }), {
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
    await stores.webhooks.record(first, attempt(), { kind: "retry", at: later(9e6) });
    await stores.webhooks.record(second, attempt({ startedAt: later(9_000) }), { kind: "exhausted" });
    expect((await endpointOf(endpointId)).failingSince).toEqual(later(1_000));
    await stores.webhooks.record(third, attempt(), { kind: "delivered" });
    expect((await endpointOf(endpointId)).failingSince).toBeNull();
  });

  test("410 disables the endpoint, fails what waits for it, and leaves other endpoints alone", async () => {
    const endpointId = await createEndpoint();
    const other = await createEndpoint();
    await tellEvent();
    await tellEvent(later(5_000));
    const gone = (await claim()).find((delivery) => delivery.endpointId === endpointId);
    if (gone === undefined) throw new Error("it is due");
    await stores.webhooks.record(gone, attempt({ statusCode: 410 }), { kind: "gone" });
    expect(await endpointOf(endpointId)).toMatchObject({
      disabledAt: later(1_500),
      disabledReason: "The receiver answered 410 Gone.",
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

  test("keeps the attempt whatever bytes the receiver answered with", async () => {
    await createEndpoint();
    await tellEvent();
    const delivery = await claimOne();
    const odd = attempt({ responseBody: "a\0b\u{d800}c", error: "\0" });
    expect(await stores.webhooks.record(delivery, odd, { kind: "delivered" })).toBe(true);
    expect((await rowOf(delivery.id)).attempts[0]).toMatchObject({
      responseBody: "a\ufffdb\ufffdc",
      error: "\ufffd",
    });
  });
});

describe("nextDueAt", () => {
  test("is the earliest of what waits and of leases that may end", async () => {
    expect(await stores.webhooks.nextDueAt()).toBeNull();
    await createEndpoint();
    await tellEvent(later(50_000));
    await tellEvent();
    expect(await stores.webhooks.nextDueAt()).toEqual(noon);
    const delivery = await claimOne();
    expect(await stores.webhooks.nextDueAt()).toEqual(later(leaseMs));
    await stores.webhooks.record(delivery, attempt(), { kind: "delivered" });
    expect(await stores.webhooks.nextDueAt()).toEqual(later(50_000));
    await claimOne(later(50_000));
    expect(await stores.webhooks.nextDueAt()).toEqual(later(50_000 + leaseMs));
  });

  test("is null when nothing is waiting", async () => {
    await createEndpoint();
    await tellEvent();
    await stores.webhooks.record(await claimOne(), attempt(), { kind: "exhausted" });
    expect(await stores.webhooks.nextDueAt()).toBeNull();
  });
});

test("a delivery of an unknown id is nobody's", async () => {
  const stranger = { id: newId("whd"), endpointId: newId("whe"), fencingToken: 0 };
  expect(await stores.webhooks.record(stranger, attempt(), { kind: "delivered" })).toBe(false);
});
