import { beforeEach, describe, expect, test } from "vitest";
import { createDatabase, transact } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { later, noon } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import type { TestStores } from "@/lib/testing/world/stores";
import { createWebhookStore } from "./webhook-claim.store";

const world = testWorld();
const desk = endpointDesk(world);
let stores: TestStores;

beforeEach(async () => {
  world.now = noon;
  stores = world.stores;
});

const leaseMs = 30_000;
const places = { firstAttempts: 12, retries: 10, retriesWhileFailing: 2 };

const createEndpoint = async () => (await desk.create()).id;
const tellEvent = async (at = noon) => (await desk.tell({ at })).eventId;

async function tellEvents(count: number, createdAt = noon): Promise<void> {
  for (let event = 0; event < count; event++) await tellEvent(createdAt);
}

const findDue = (now = noon) => stores.webhooks.findDue(now, places);
const claim = (endpointIds: string[], now = noon, atMost = 99) => {
  const endpoints = endpointIds.map((id) => ({ id, firstAttempts: atMost, retries: atMost }));
  return stores.webhooks.claim({ endpoints, now, leaseMs, places });
};
const haveBeenTried = () => stores.database.prisma.webhookDelivery.updateMany({ data: { attemptCount: 1 } });

async function claimOne(endpointId: string, now = noon) {
  const [delivery] = (await claim([endpointId], now)).deliveries;
  if (delivery === undefined) throw new Error("nothing is due");
  return delivery;
}

const update = (endpointId: string, data: { failingSince?: Date; disabledAt?: Date }) =>
  stores.database.prisma.webhookEndpoint.update({ where: { id: endpointId }, data });

/** Does `work` while another transaction holds these rows. */
async function whileLocked(rows: string, id: string, work: () => Promise<void>): Promise<void> {
  await transact(stores.database.pool, async (connection) => {
    await connection.query(`SELECT FROM ${rows}`, [id]);
    await work();
  });
}

describe("claim", () => {
  test("returns due deliveries with everything needed to send, oldest first", async () => {
    const endpointId = await createEndpoint();
    const strangers = await desk.create({}, await desk.stranger());
    const young = await tellEvent(later(-1));
    const old = await tellEvent(later(-2));
    await tellEvent(later(1));
    const { deliveries } = await claim([endpointId]);
    expect(deliveries.map(({ eventId }) => eventId)).toEqual([old, young]);
    expect(await desk.deliveries(strangers)).toEqual([]);
    const event = await stores.database.prisma.outboxEvent.findUniqueOrThrow({ where: { id: old } });
    expect(deliveries[0]).toMatchObject({
      endpointId,
      kind: "checkout.created",
      url: "https://shop.example/hook",
      secrets: [expect.stringMatching(/^whsec_.{44}$/)],
      body: event.body,
      attemptsMade: 0,
      scheduleStart: 0,
      fencingToken: 1,
      leasedUntil: later(leaseMs),
    });
  });

  test("stores secrets sealed, and returns the active ones, newest first", async () => {
    const endpointId = await createEndpoint();
    const { ciphertext } = await stores.database.prisma.webhookSecret.findFirstOrThrow({
      where: { endpointId },
    });
    expect(Buffer.from(ciphertext, "base64").toString("latin1")).not.toContain("whsec_");
    await stores.database.prisma.webhookSecret.updateMany({ data: { expiresAt: later(1) } });
    await stores.database.prisma.webhookSecret.create({ data: { endpointId, ciphertext } });
    await tellEvent();
    expect((await claimOne(endpointId)).secrets).toHaveLength(2);
    expect((await claimOne(endpointId, later(leaseMs))).secrets).toHaveLength(1);
  });

  test("returns a retry at its time with the attempts made", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    await desk.record(await claimOne(endpointId), { kind: "retry", at: later(9_000) });
    expect((await claim([endpointId], later(8_999))).deliveries).toEqual([]);
    expect(await claimOne(endpointId, later(9_000))).toMatchObject({ attemptsMade: 1, fencingToken: 2 });
  });

  test("returns a delivery again only when its lease has expired", async () => {
    const endpointId = await createEndpoint();
    await tellEvent();
    const first = await claimOne(endpointId);
    expect((await claim([endpointId], later(leaseMs - 1))).deliveries).toEqual([]);
    const second = await claimOne(endpointId, later(leaseMs));
    expect(second).toEqual({ ...first, fencingToken: 2, leasedUntil: later(2 * leaseMs) });
  });

  test("skips a delivery that another transaction holds, without waiting", async () => {
    const endpointId = await createEndpoint();
    await tellEvent(later(-1));
    const eventId = await tellEvent();
    await whileLocked("webhook_deliveries WHERE event_id <> $1 FOR UPDATE", eventId, async () => {
      const { deliveries } = await claim([endpointId]);
      expect(deliveries.map((delivery) => delivery.eventId)).toEqual([eventId]);
    });
  });

  test("returns the endpoints that another transaction holds, and serves the others", async () => {
    const held = await createEndpoint();
    const free = await createEndpoint();
    await tellEvent();
    await whileLocked("webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE", held, async () => {
      const { deliveries, passedOver } = await claim([held, free]);
      expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([free]);
      expect(passedOver).toEqual([held]);
    });
  });

  test("holdEndpoints under the lock: an endpoint was disabled", async () => {
    const disabled = await createEndpoint();
    const enabled = await createEndpoint();
    await tellEvents(3);
    await update(disabled, { disabledAt: noon });
    const { deliveries } = await claim([disabled, enabled]);
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([enabled, enabled, enabled]);
    const failed = await stores.database.prisma.webhookDelivery.findMany({ where: { endpointId: disabled } });
    expect(failed.map(({ status, completedAt }) => [status, completedAt])).toEqual(
      Array.from({ length: 3 }, () => ["FAILED", noon]),
    );
  });

  test("rejects a secret moved to another endpoint's row, without delaying the others", async () => {
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
    const { deliveries } = await claim([endpointId, other]);
    expect(deliveries.find((delivery) => delivery.endpointId === endpointId)?.secrets).toEqual([]);
    expect(deliveries.find((delivery) => delivery.endpointId === other)?.secrets).toHaveLength(1);
  });
});

describe("places of an endpoint", () => {
  test.each([
    ["working", 10, {}],
    ["failing", 2, { failingSince: noon }],
  ])("a %s one has %i retries in flight, and the next as soon as one is over", async (_, most, health) => {
    const endpointId = await createEndpoint();
    await update(endpointId, health);
    await tellEvents(12);
    await haveBeenTried();
    const first = await claim([endpointId]);
    expect(first.deliveries).toHaveLength(most);
    expect(first.full).toEqual([endpointId]);
    expect(await claim([endpointId])).toEqual({ deliveries: [], full: [endpointId], passedOver: [] });
    const [delivery] = first.deliveries;
    if (delivery === undefined) throw new Error("some were claimed");
    await desk.record(delivery, { kind: "exhausted" });
    // One that fails by now has fewer places than it had.
    const isFailing = most === 2;
    expect((await claim([endpointId])).deliveries).toHaveLength(isFailing ? 1 : 0);
  });

  test.each([
    ["working", 10, {}],
    ["failing", 2, { failingSince: noon }],
  ])("for first attempts are separate from the retries of a %s one", async (_, retries, health) => {
    const endpointId = await createEndpoint();
    await update(endpointId, health);
    await tellEvents(11, later(-1));
    await haveBeenTried();
    expect((await claim([endpointId])).deliveries).toHaveLength(retries);
    await tellEvents(13);
    const { deliveries } = await claim([endpointId]);
    expect(deliveries.map(({ attemptsMade }) => attemptsMade)).toEqual(Array.from({ length: 12 }, () => 0));
    expect(await claim([endpointId])).toEqual({ deliveries: [], full: [endpointId], passedOver: [] });
  });

  test("for retries aren't used by first attempts", async () => {
    const endpointId = await createEndpoint();
    await tellEvents(2);
    await haveBeenTried();
    await tellEvents(13, later(-1));
    const { deliveries } = await claim([endpointId]);
    expect(deliveries.filter(({ attemptsMade }) => attemptsMade > 0)).toHaveLength(2);
    expect(deliveries).toHaveLength(14);
  });

  test("are free again when leases expire", async () => {
    const endpointId = await createEndpoint();
    await tellEvents(15);
    await claim([endpointId]);
    expect((await claim([endpointId], later(leaseMs))).deliveries).toHaveLength(12);
  });

  test("an endpoint that has little to send is not full", async () => {
    const endpointId = await createEndpoint();
    await tellEvents(3);
    expect((await claim([endpointId])).full).toEqual([]);
    expect(await claim([endpointId])).toEqual({ deliveries: [], full: [], passedOver: [] });
  });

  test("one with few places left for this claim is full", async () => {
    const endpointId = await createEndpoint();
    await tellEvents(3);
    const claimed = await claim([endpointId], noon, 2);
    expect(claimed.deliveries).toHaveLength(2);
    expect(claimed.full).toEqual([endpointId]);
  });
});

describe("findDue", () => {
  test("names each endpoint with due deliveries once, with any backlog", async () => {
    const first = await createEndpoint();
    await tellEvents(20);
    const second = await createEndpoint();
    await tellEvent();
    expect(await findDue()).toEqual({ endpointIds: [first, second].sort(), nextDueAt: null });
    expect(await findDue(later(-1))).toEqual({ endpointIds: [], nextDueAt: noon });
  });

  test("sees the free one behind all places taken", async () => {
    const endpointId = await createEndpoint();
    await tellEvents(13);
    await claim([endpointId]);
    expect(await findDue()).toEqual({ endpointIds: [endpointId], nextDueAt: later(leaseMs) });
  });

  test.each([
    ["a first attempt behind a backlog of leased retries", 1, 0],
    ["a retry behind a backlog of leased first attempts", 0, 1],
  ])("sees %s", async (_, attemptsOfMany, attemptsOfOne) => {
    const endpointId = await createEndpoint();
    await tellEvents(30, later(-1));
    const leased = { attemptCount: attemptsOfMany, leasedUntil: later(leaseMs) };
    await stores.database.prisma.webhookDelivery.updateMany({ data: leased });
    const eventId = await tellEvent();
    const one = { attemptCount: attemptsOfOne };
    await stores.database.prisma.webhookDelivery.updateMany({ where: { eventId }, data: one });
    expect(await findDue()).toEqual({ endpointIds: [endpointId], nextDueAt: later(leaseMs) });
  });

  test("returns the earliest of pending retries and expiring leases", async () => {
    expect(await findDue()).toEqual({ endpointIds: [], nextDueAt: null });
    const endpointId = await createEndpoint();
    await tellEvent(later(50_000));
    await tellEvent();
    await claim([endpointId]);
    expect((await findDue()).nextDueAt).toEqual(later(leaseMs));
    expect(await findDue(later(leaseMs))).toEqual({
      endpointIds: [endpointId],
      nextDueAt: later(50_000),
    });
  });
});

type PlanNode = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

test("a burst isn't read once per endpoint, even with PostgreSQL's statistics from before it", async () => {
  await createEndpoint();
  const eventId = await tellEvent();
  await stores.database.pool.query(
    "VACUUM (FULL, ANALYZE) webhook_deliveries, webhook_endpoints, outbox_events",
  );
  const endpointIds: string[] = [];
  for (let count = 0; count < 12; count++) endpointIds.push(await createEndpoint());
  const { rowCount } = await stores.database.pool.query(
    `WITH event AS (
       INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
       SELECT id || place, project_id, checkout_id, kind, sequence + place, body, created_at
       FROM outbox_events CROSS JOIN generate_series(1, 500) AS place WHERE id = $1
       RETURNING id, created_at
     )
     INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
     SELECT 'whd_' || new_ulid(), event.id, endpoint_id, event.created_at, event.created_at
     FROM event CROSS JOIN unnest($2::text[]) AS endpoint_id`,
    [eventId, endpointIds],
  );
  const rowsRead = (node: PlanNode): number =>
    (node["Relation Name"] === "webhook_deliveries"
      ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);

  // Each row once among first attempts and once among retries, and a step to each endpoint.
  const most = 2 * ((rowCount ?? 0) + endpointIds.length + 2);

  // One connection, on which the statements are prepared.
  const database = createDatabase(stores.databaseUrl, { maxConnections: 1 });
  try {
    const { findDue, claim } = createWebhookStore(database, createSecretBox(Buffer.alloc(32)));
    const tooEarly = later(-1);
    await findDue(tooEarly, places);
    const endpoints = endpointIds.map((id) => ({ id, firstAttempts: 5, retries: 5 }));
    await claim({ endpoints, now: tooEarly, leaseMs, places });
    for (const execute of [
      `webhooks_find_due('${noon.toISOString()}', 13, 11)`,
      `webhooks_claim('{${endpointIds.join()}}', array_fill(true, '{12}'), array_fill(12, '{12}'),
        array_fill(5, '{12}'), '${noon.toISOString()}', '${later(leaseMs).toISOString()}')`,
    ]) {
      await database.pool.query("BEGIN");
      const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${execute}`);
      await database.pool.query("ROLLBACK");
      expect(rowsRead(rows[0]["QUERY PLAN"][0].Plan), execute).toBeLessThan(most);
    }
  } finally {
    await database.close();
  }
});
