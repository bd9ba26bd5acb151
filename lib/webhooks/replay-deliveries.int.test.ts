import { beforeEach, describe, expect, it } from "vitest";
import { later } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { wokenBy } from "@/lib/testing/woken";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { disableEndpoint, enableEndpoint, updateEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { getDelivery } from "@/lib/webhooks/endpoints/read-endpoints";
import type { WebhookEndpoint } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { replayDelivery, replayFailed, sendTestEvent } from "./replay-deliveries";

const minuteMs = 60_000;
const world = testWorld([], { stillClock: "times are compared to the millisecond" });
const desk = endpointDesk(world);
let endpoint: WebhookEndpoint;

beforeEach(async () => {
  endpoint = await desk.create();
});

const replay = (id: string) => replayDelivery(world.deps, desk.owner, id);
const pass = (ms: number) => {
  world.now = later(ms, world.now);
};

/** Claims what is due and lets it all end so. */
async function send(end: "delivered" | "exhausted" = "delivered") {
  const claimed = await desk.claim();
  for (const delivery of claimed) await desk.record(delivery, { kind: end });
  return claimed;
}

async function sent(end: "delivered" | "exhausted" = "delivered"): Promise<{ id: string; body: string }> {
  await desk.tell();
  const delivery = await desk.claimOne();
  await desk.record(delivery, { kind: end });
  return delivery;
}

describe("replayDelivery", () => {
  it.each(["delivered", "exhausted"] as const)(
    "sends a %s delivery again, with the same bytes and a whole schedule",
    async (end) => {
      const { id, body } = await sent(end);
      pass(minuteMs);
      expect(await wokenBy(async () => expect(await replay(id)).toEqual({ id, replayed: 1 }))).toEqual([
        "deliver",
      ]);
      expect(await desk.deliveries(endpoint)).toMatchObject([
        {
          status: "PENDING",
          attempt_count: 1,
          schedule_start: 1,
          next_attempt_at: world.now,
          completed_at: null,
        },
      ]);
      const [again] = await send();
      expect(again).toMatchObject({ id, body, attemptsMade: 1, scheduleStart: 1 });
      const { status, attempts } = await getDelivery(world.deps, desk.owner.projectId, id);
      expect(status).toBe("DELIVERED");
      expect(attempts.map(({ number }) => number)).toEqual([2, 1]);
      expect(await desk.audited(id)).toEqual(["webhook_delivery.replayed"]);
    },
  );

  it("doesn't wait for a pending retry", async () => {
    await desk.tell();
    const delivery = await desk.claimOne();
    await desk.record(delivery, { kind: "retry", at: later(3_600_000, world.now) });
    expect(await desk.claim()).toEqual([]);
    expect(await replay(delivery.id)).toEqual({ id: delivery.id, replayed: 1 });
    expect(await desk.claim()).toMatchObject([{ id: delivery.id, attemptsMade: 1, scheduleStart: 1 }]);
  });

  it("sends it once for two requests before it is claimed, and again for one after", async () => {
    const { id } = await sent();
    for (let round = 0; round < 2; round++) {
      for (let request = 0; request < 2; request++) expect(await replay(id)).toEqual({ id, replayed: 1 });
      expect(await send()).toHaveLength(1);
      expect(await desk.claim()).toEqual([]);
    }
    expect((await getDelivery(world.deps, desk.owner.projectId, id)).attempts).toHaveLength(3);
  });

  it("leaves a delivery in progress to its worker", async () => {
    await desk.tell();
    const delivery = await desk.claimOne();
    expect(await replay(delivery.id)).toEqual({ id: delivery.id, replayed: 0 });
    expect(await desk.audited(delivery.id)).toEqual([]);
    expect(await desk.record(delivery, { kind: "delivered" })).toBe(true);
    expect(await desk.claim()).toEqual([]);
  });

  it("replayOne under the lock: a worker claimed it", async () => {
    await desk.tell();
    const [{ id } = { id: "" }] = await desk.deliveries(endpoint);
    const late = changedWhileWaiting(
      world.stores.database,
      (holder) =>
        holder.query(
          "UPDATE webhook_deliveries SET leased_until = $2, fencing_token = fencing_token + 1 WHERE id = $1",
          [id, later(minuteMs, world.now)],
        ),
      () => replay(id),
    );
    expect(await late).toEqual({ id, replayed: 0 });
    expect(await desk.claim()).toEqual([]);
  });

  it("takes one from a worker that lost it", async () => {
    await desk.tell();
    const lost = await desk.claimOne();
    pass(minuteMs);
    expect(await replay(lost.id)).toEqual({ id: lost.id, replayed: 1 });
    expect(await desk.record(lost, { kind: "exhausted" })).toBe(false);
    expect(await send()).toHaveLength(1);
  });

  it("sends nothing to an endpoint that is disabled", async () => {
    const { id } = await sent();
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await outcome(replay(id))).toBe("WEBHOOK_ENDPOINT_DISABLED");
    expect((await desk.deliveries(endpoint))[0]?.status).toBe("DELIVERED");
  });
});

describe("replayFailed", () => {
  const replayAll = (from: Date, to: Date) => replayFailed(world.deps, desk.owner, endpoint.id, { from, to });

  it("sends failed deliveries of the range again, and nothing else", async () => {
    const early = await sent("exhausted");
    pass(minuteMs);
    const from = world.now;
    const failed = await sent("exhausted");
    await sent("delivered");
    pass(minuteMs);
    const to = world.now;
    await sent("exhausted");
    const first = async () =>
      expect(await replayAll(from, to)).toEqual({ replayed: 1, missed: 0, complete: true });
    expect(await wokenBy(first)).toEqual(["deliver"]);
    expect((await send()).map(({ id, body }) => [id, body])).toEqual([[failed.id, failed.body]]);
    expect(await replayAll(from, to)).toEqual({ replayed: 0, missed: 0, complete: true });
    expect(await replayAll(later(-minuteMs, from), to)).toEqual({ replayed: 1, missed: 0, complete: true });
    expect((await send()).map(({ id }) => id)).toEqual([early.id]);
    expect((await desk.audited(endpoint.id)).filter((act) => act.endsWith("failed_replayed"))).toHaveLength(
      3,
    );
  });

  it("sends deliveries missed while disabled once, without unsubscribed kinds", async () => {
    await updateEndpoint(world.deps, desk.owner, endpoint.id, { kinds: ["checkout.paid"] });
    const from = world.now;
    await desk.tell({ kind: "checkout.created" });
    pass(10 * minuteMs);
    await updateEndpoint(world.deps, desk.owner, endpoint.id, { kinds: ["checkout.created"] });
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    pass(5 * minuteMs);
    const { eventId } = await desk.tell();
    await desk.tell({ kind: "checkout.paid" });
    pass(5 * minuteMs);
    await enableEndpoint(world.deps, desk.owner, endpoint.id);
    pass(minuteMs);
    const to = world.now;
    const rounds = await Promise.all(Array.from({ length: 8 }, () => replayAll(from, to)));
    expect(rounds.reduce((sum, { missed }) => sum + missed, 0)).toBe(1);
    expect((await send()).map((delivery) => delivery.eventId)).toEqual([eventId]);
    expect(await replayAll(from, to)).toEqual({ replayed: 0, missed: 0, complete: true });
  });

  /** Replays everything, and right before that step the endpoint is disabled. */
  const replayDisabledBefore = (step: "replayFailed" | "deliverMissed") =>
    changedBefore(
      world.deps,
      step,
      () => disableEndpoint(world.deps, desk.owner, endpoint.id),
      (deps) => replayFailed(deps, desk.owner, endpoint.id, { from: later(-1), to: later(1e9) }),
    );

  it("replayFailed under the lock: the endpoint was disabled", async () => {
    await sent("exhausted");
    expect(await replayDisabledBefore("replayFailed")).toEqual({ replayed: 0, missed: 0, complete: true });
    expect(await desk.deliveries(endpoint)).toMatchObject([{ status: "FAILED" }]);
  });

  it("makes no missed delivery for an endpoint that was disabled again meanwhile", async () => {
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    pass(1);
    await desk.tell();
    pass(1);
    await enableEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await replayDisabledBefore("deliverMissed")).toMatchObject({ missed: 0 });
    expect(await desk.deliveries(endpoint)).toEqual([]);
  });

  it("goes on where it stopped when there is very much", async () => {
    const { eventId } = await desk.tell();
    await send("exhausted");
    await world.query(
      `WITH event AS (
         INSERT INTO outbox_events
         SELECT made.* FROM outbox_events AS event, generate_series(2, 10600) AS n,
           jsonb_populate_record(event, jsonb_build_object('id', 'evt_' || new_ulid(), 'sequence', n)) AS made
         WHERE event.id = $1 RETURNING id, created_at
       )
       INSERT INTO webhook_deliveries (id, event_id, endpoint_id, status, attempt_count, next_attempt_at, created_at, completed_at)
       SELECT 'whd_' || new_ulid(), id, $2, 'FAILED', 10, created_at, created_at, created_at FROM event`,
      [eventId, endpoint.id],
    );
    const range = [later(-1, world.now), later(1, world.now)] as const;
    expect(await replayAll(...range)).toEqual({ replayed: 10_000, missed: 0, complete: false });
    expect(await replayAll(...range)).toEqual({ replayed: 600, missed: 0, complete: true });
    const [counted] = await world.query(
      `SELECT count(*)::int AS count FROM webhook_deliveries
       WHERE status = 'PENDING' AND schedule_start = attempt_count`,
    );
    expect(counted).toEqual({ count: 10_600 });
  }, 60_000);

  it("sends nothing to an endpoint that is disabled", async () => {
    await sent("exhausted");
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await outcome(replayAll(later(-1, world.now), later(1, world.now)))).toBe(
      "WEBHOOK_ENDPOINT_DISABLED",
    );
    expect((await desk.deliveries(endpoint))[0]?.status).toBe("FAILED");
  });
});

describe("a test event", () => {
  const sendTest = (to = endpoint) => sendTestEvent(world.deps, desk.owner, to.id);

  it("is sent to this endpoint only, with any subscription", async () => {
    const other = endpoint;
    endpoint = await desk.create({ kinds: ["refund.failed"] });
    let made = { eventId: "", deliveryId: "" };
    expect(await wokenBy(async () => (made = await sendTest()))).toEqual(["deliver"]);
    const { eventId, deliveryId } = made;
    expect(await desk.deliveries(other)).toEqual([]);
    const [claimed, ...more] = await desk.claim();
    expect(more).toEqual([]);
    expect(claimed).toMatchObject({
      id: deliveryId,
      eventId,
      endpointId: endpoint.id,
      kind: "endpoint.test",
    });
    expect(JSON.parse(claimed?.body ?? "")).toMatchObject({
      id: eventId,
      event: "endpoint.test",
      sequence: 0,
      timestamp: world.now.toISOString(),
    });
    expect(await getDelivery(world.deps, desk.owner.projectId, deliveryId)).toMatchObject({
      kind: "endpoint.test",
      checkoutId: null,
      body: claimed?.body,
    });
    expect(await desk.audited(endpoint.id)).toEqual(["webhook_endpoint.created", "webhook_endpoint.tested"]);
  });

  it("isn't created for a disabled endpoint", async () => {
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await outcome(sendTest())).toBe("WEBHOOK_ENDPOINT_DISABLED");
    expect(await world.query("SELECT FROM outbox_events")).toEqual([]);
  });

  it("sendTestEvent under the lock: the tenth was sent", async () => {
    const other = await desk.create();
    for (let sent = 0; sent < 7; sent++) expect(await outcome(sendTest())).toBe("done");
    const sends = Array.from({ length: 6 }, () => () => outcome(sendTest()));
    const ends = await raceToWrite(world.stores.database, "outbox_events", sends);
    const answers = ends.map((end) => end.status === "fulfilled" && end.value);
    expect(answers.filter((end) => end === "done")).toHaveLength(3);
    expect(answers.filter((end) => end === "RATE_LIMIT_EXCEEDED")).toHaveLength(3);
    expect(await outcome(sendTest(other))).toBe("done");
    world.now = later(59_000, world.now);
    await expect(sendTest()).rejects.toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      retryAfterSeconds: 1,
    });
    world.now = later(1_000, world.now);
    expect(await outcome(sendTest())).toBe("done");
  });
});
