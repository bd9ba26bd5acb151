import { beforeEach, describe, expect, it } from "vitest";
import type { ProjectActor } from "@/lib/projects/project-access";
import { later, newId } from "@/lib/testing/builders";
import { changedBefore, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { defaultEventKinds } from "@/lib/webhooks/events.rules";
import { replayDelivery, replayFailed, sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "./manage-endpoints";
import { getDelivery, getEndpoint, listDeliveries, listEndpoints } from "./read-endpoints";
import { createWebhookEndpointBody } from "./webhook-endpoint.schema";

const world = testWorld([], { stillClock: "times are compared to the millisecond" });
const desk = endpointDesk(world);

const url = "https://shop.example/hook";
const statuses = async (endpoint: { id: string }) =>
  (await desk.deliveries(endpoint)).map(({ status }) => status);

describe("createEndpoint", () => {
  it("returns the secret once, and stores it sealed", async () => {
    const body = createWebhookEndpointBody.parse({ url, description: "Till 1" });
    const { endpoint, secret } = await createEndpoint(world.deps, desk.owner, body);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
      projectId: desk.owner.projectId,
      url,
      kinds: defaultEventKinds,
      description: "Till 1",
      createdAt: world.now,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
    });
    expect(await getEndpoint(world.deps, desk.owner.projectId, endpoint.id)).toEqual({
      endpoint,
      secrets: [{ createdAt: world.now, expiresAt: null }],
    });
    const [audit] = await world.query("SELECT action, user_id, project_id FROM audit_log WHERE target = $1", [
      endpoint.id,
    ]);
    expect(audit).toEqual({
      action: "webhook_endpoint.created",
      user_id: "usr_owner",
      project_id: desk.owner.projectId,
    });
    const stored = await world.query(
      `SELECT to_jsonb(kept)::text AS row FROM webhook_secrets AS kept
       UNION ALL SELECT to_jsonb(told)::text FROM audit_log AS told WHERE project_id = $1`,
      [desk.owner.projectId],
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(secret.slice("whsec_".length));
  });

  it("refuses an address that can't receive webhooks, with the reason", async () => {
    const created = createEndpoint(
      world.deps,
      desk.owner,
      createWebhookEndpointBody.parse({ url: "http://shop.example" }),
    );
    await expect(created).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "url" });
    expect(await listEndpoints(world.deps, desk.owner.projectId)).toEqual([]);
  });

  it("createEndpoint under the lock: the sixteenth was made", async () => {
    for (let made = 0; made < 14; made++) await desk.create();
    const creates = Array.from({ length: 4 }, () => () => outcome(desk.create()));
    const ends = await raceToWrite(world.stores.database, "webhook_endpoints", creates);
    expect(ends.map((end) => end.status === "fulfilled" && end.value).toSorted()).toEqual([
      "WEBHOOK_ENDPOINT_LIMIT",
      "WEBHOOK_ENDPOINT_LIMIT",
      "done",
      "done",
    ]);
    const [first] = await listEndpoints(world.deps, desk.owner.projectId);
    await deleteEndpoint(world.deps, desk.owner, first?.id ?? "");
    expect(await outcome(desk.create())).toBe("done");
  });

  it("refuses a deleted or unknown project", async () => {
    await world.stores.admin.deleteProject(desk.owner.projectId, world.now);
    expect(await outcome(desk.create())).toBe("PROJECT_NOT_FOUND");
    const nobody = { projectId: newId("prj"), userId: null };
    const body = createWebhookEndpointBody.parse({ url });
    expect(await outcome(createEndpoint(world.deps, nobody, body))).toBe("PROJECT_NOT_FOUND");
  });
});

describe("updateEndpoint", () => {
  it("changes only the given fields", async () => {
    const before = await desk.create({ description: "Till 1" });
    const kinds = ["refund.failed" as const];
    expect(await updateEndpoint(world.deps, desk.owner, before.id, { kinds })).toEqual({ ...before, kinds });
    const gone = await updateEndpoint(world.deps, desk.owner, before.id, { description: null });
    expect(gone).toEqual({ ...before, kinds, description: null });
    expect(await listEndpoints(world.deps, desk.owner.projectId)).toEqual([gone]);
    await desk.tell();
    expect(await statuses(before)).toEqual([]);
    expect(await desk.audited(before.id)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.updated",
      "webhook_endpoint.updated",
    ]);
  });

  it("resets the failure count at a new address, which also receives pending deliveries", async () => {
    const { id } = await desk.create();
    await desk.tell();
    const delivery = await desk.claimOne();
    await desk.record(delivery, { kind: "retry", at: later(1_000, world.now) });
    expect((await getEndpoint(world.deps, desk.owner.projectId, id)).endpoint.failingSince).toEqual(
      world.now,
    );
    const same = await updateEndpoint(world.deps, desk.owner, id, { url: "https://shop.example/hook" });
    expect(same.failingSince).toEqual(world.now);
    const moved = await updateEndpoint(world.deps, desk.owner, id, { url: "https://new.example/" });
    expect(moved.failingSince).toBeNull();
    world.now = later(2_000, world.now);
    expect((await desk.claim())[0]?.url).toBe("https://new.example/");
  });

  it("refuses an address that can't receive webhooks", async () => {
    const { id } = await desk.create();
    const bad = { url: "http://127.0.0.1/" };
    expect(await outcome(updateEndpoint(world.deps, desk.owner, id, bad))).toBe("VALIDATION_ERROR");
    expect((await listEndpoints(world.deps, desk.owner.projectId))[0]?.url).toBe(url);
  });
});

describe("disabling and enabling", () => {
  it("fails pending deliveries, sends nothing meanwhile, and forgets failures and the reason once enabled", async () => {
    const endpoint = await desk.create();
    await desk.tell();
    await desk.record(await desk.claimOne(), { kind: "retry", at: later(1_000, world.now) });
    const disabled = await disableEndpoint(world.deps, desk.owner, endpoint.id);
    expect(disabled).toEqual({
      ...endpoint,
      failingSince: world.now,
      disabledAt: world.now,
      disabledReason: "Disabled by hand.",
    });
    expect(await statuses(endpoint)).toEqual(["FAILED"]);
    await desk.tell();
    world.now = later(5_000, world.now);
    // A second time it is disabled already.
    expect(await disableEndpoint(world.deps, desk.owner, endpoint.id)).toEqual(disabled);
    expect(await enableEndpoint(world.deps, desk.owner, endpoint.id)).toEqual(endpoint);
    expect(await enableEndpoint(world.deps, desk.owner, endpoint.id)).toEqual(endpoint);
    expect(await listEndpoints(world.deps, desk.owner.projectId)).toEqual([endpoint]);
    await desk.tell();
    expect(await statuses(endpoint)).toEqual(["FAILED", "PENDING"]);
    expect(await desk.audited(endpoint.id)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.disabled",
      "webhook_endpoint.enabled",
    ]);
  });

  it("lockEndpoint under the lock: the endpoint was deleted", async () => {
    const endpoint = await desk.create();
    const late = changedBefore(
      world.deps,
      "lock",
      () => deleteEndpoint(world.deps, desk.owner, endpoint.id),
      (deps) => enableEndpoint(deps, desk.owner, endpoint.id),
    );
    expect(await outcome(late)).toBe("WEBHOOK_ENDPOINT_NOT_FOUND");
  });

  it("failWaitingDeliveries under the lock: the endpoint was enabled again", async () => {
    const endpoint = await desk.create();
    await desk.tell();
    await changedBefore(
      world.deps,
      "failWaiting",
      () => enableEndpoint(world.deps, desk.owner, endpoint.id),
      (deps) => disableEndpoint(deps, desk.owner, endpoint.id),
    );
    expect(await statuses(endpoint)).toEqual(["PENDING"]);
  });

  it("fails any number of pending deliveries, in parts", async () => {
    const endpoint = await desk.create();
    const { eventId } = await desk.tell();
    await world.query(
      `WITH event AS (
         INSERT INTO outbox_events
         SELECT made.* FROM outbox_events AS event, generate_series(2, 2501) AS n,
           jsonb_populate_record(event, jsonb_build_object('id', 'evt_' || new_ulid(), 'sequence', n)) AS made
         WHERE event.id = $1 RETURNING id, created_at
       )
       INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
       SELECT 'whd_' || new_ulid(), id, $2, created_at, created_at FROM event`,
      [eventId, endpoint.id],
    );
    await disableEndpoint(world.deps, desk.owner, endpoint.id);
    const ends = await statuses(endpoint);
    expect(ends).toHaveLength(2_501);
    expect(new Set(ends)).toEqual(new Set(["FAILED"]));
  });
});

describe("deleteEndpoint", () => {
  it("is permanent: nothing finds it, nothing is sent, and past deliveries stay on record", async () => {
    const endpoint = await desk.create();
    const { projectId } = desk.owner;
    await desk.tell();
    const [waiting] = await desk.deliveries(endpoint);
    await deleteEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await statuses(endpoint)).toEqual(["FAILED"]);
    await desk.tell();
    expect(await statuses(endpoint)).toHaveLength(1);
    expect(await listEndpoints(world.deps, projectId)).toEqual([]);
    for (const act of [deleteEndpoint, disableEndpoint, enableEndpoint, sendTestEvent])
      expect(await outcome(act(world.deps, desk.owner, endpoint.id))).toBe("WEBHOOK_ENDPOINT_NOT_FOUND");
    expect((await getDelivery(world.deps, projectId, waiting?.id ?? "")).status).toBe("FAILED");
    expect(await outcome(replayDelivery(world.deps, desk.owner, waiting?.id ?? ""))).toBe(
      "WEBHOOK_ENDPOINT_DISABLED",
    );
    expect(await world.query("SELECT FROM webhook_secrets WHERE endpoint_id = $1", [endpoint.id])).toEqual(
      [],
    );
  });

  it("leaves a delivery in progress to its worker, without retries", async () => {
    const endpoint = await desk.create();
    await desk.tell();
    await desk.tell();
    const [delivered, failing] = await desk.claim();
    if (delivered === undefined || failing === undefined) throw new Error("two are due");
    await deleteEndpoint(world.deps, desk.owner, endpoint.id);
    expect(await statuses(endpoint)).toEqual(["PENDING", "PENDING"]);
    expect(await desk.record(delivered, { kind: "delivered" })).toBe(true);
    await desk.record(failing, { kind: "retry", at: later(5_000, world.now) });
    world.now = later(3_600_000, world.now);
    expect(await desk.claim()).toEqual([]);
    expect((await statuses(endpoint)).toSorted()).toEqual(["DELIVERED", "FAILED"]);
  });
});

describe("rotating the secret", () => {
  const dayMs = 86_400_000;
  let endpointId: string;
  beforeEach(async () => {
    endpointId = (await desk.create()).id;
  });

  const rotate = (overlap = true) => rotateSecret(world.deps, desk.owner, endpointId, { overlap });

  /** With which secrets the next delivery is signed. */
  async function signedWith(): Promise<readonly string[]> {
    await desk.tell();
    const delivery = await desk.claimOne();
    await desk.record(delivery, { kind: "delivered" });
    return delivery.secrets;
  }

  it("signs with both for a day, the newest first, and then with the new one only", async () => {
    const [old = ""] = await signedWith();
    const { secret, overlapUntil } = await rotate();
    expect(secret).not.toBe(old);
    expect(overlapUntil).toEqual(later(dayMs, world.now));
    expect(await signedWith()).toEqual([secret, old]);
    expect((await getEndpoint(world.deps, desk.owner.projectId, endpointId)).secrets).toEqual([
      { createdAt: world.now, expiresAt: null },
      { createdAt: world.now, expiresAt: overlapUntil },
    ]);
    world.now = later(dayMs - 1, world.now);
    expect(await signedWith()).toEqual([secret, old]);
    world.now = later(1, world.now);
    expect(await signedWith()).toEqual([secret]);
  });

  it("ends the oldest at once when it is rotated within that day", async () => {
    const first = await rotate();
    world.now = later(1_000, world.now);
    const second = await rotate();
    expect(await signedWith()).toEqual([second.secret, first.secret]);
    expect(second.overlapUntil).toEqual(later(dayMs, world.now));
  });

  it("ends all others at once when it must", async () => {
    await rotate();
    const { secret, overlapUntil } = await rotate(false);
    expect(overlapUntil).toBeNull();
    expect(await signedWith()).toEqual([secret]);
  });

  it.each([true, false])("rotateSecret under the lock: it was rotated", async (overlap) => {
    const rotations = Array.from({ length: 3 }, () => () => rotate(overlap));
    const told = await raceToWrite(world.stores.database, "webhook_secrets", rotations);
    const secrets = told.map((end) => end.status === "fulfilled" && end.value.secret);
    const inForce = await signedWith();
    expect(inForce).toHaveLength(overlap ? 2 : 1);
    for (const secret of inForce) expect(secrets).toContain(secret);
    expect(await desk.audited(endpointId)).toHaveLength(4);
  });
});

it("answers a stranger about existing endpoints and deliveries as about unknown ones, and changes nothing", async () => {
  const endpoint = await desk.create();
  await desk.tell();
  const [delivery] = await desk.deliveries(endpoint);
  const range = { from: later(-1e6), to: later(1e9) };
  const acts: Record<string, (by: ProjectActor, id: string) => Promise<unknown>> = {
    get: ({ projectId }, id) => getEndpoint(world.deps, projectId, id),
    update: (by, id) => updateEndpoint(world.deps, by, id, { url: "https://evil.example/" }),
    disable: (by, id) => disableEndpoint(world.deps, by, id),
    enable: (by, id) => enableEndpoint(world.deps, by, id),
    delete: (by, id) => deleteEndpoint(world.deps, by, id),
    rotate: (by, id) => rotateSecret(world.deps, by, id, { overlap: false }),
    test: (by, id) => sendTestEvent(world.deps, by, id),
    log: ({ projectId }, id) => listDeliveries(world.deps, projectId, id, { take: 20 }),
    "replay failed": (by, id) => replayFailed(world.deps, by, id, range),
    delivery: ({ projectId }, id) => getDelivery(world.deps, projectId, id),
    replay: (by, id) => replayDelivery(world.deps, by, id),
  };
  const told = (work: Promise<unknown>) =>
    work.catch((error: unknown) => JSON.stringify(error) + String(error));
  const state = () =>
    world.query(`SELECT jsonb_build_object('endpoints', (SELECT jsonb_agg(e) FROM webhook_endpoints AS e),
      'secrets', (SELECT jsonb_agg(s) FROM webhook_secrets AS s),
      'deliveries', (SELECT jsonb_agg(d) FROM webhook_deliveries AS d),
      'events', (SELECT count(*) FROM outbox_events), 'audit', (SELECT count(*) FROM audit_log)) AS all`);
  const stranger = await desk.stranger();
  const before = await state();
  for (const [name, act] of Object.entries(acts)) {
    const isOfDelivery = name === "delivery" || name === "replay";
    const foreign = isOfDelivery ? (delivery?.id ?? "") : endpoint.id;
    const code = isOfDelivery ? "WEBHOOK_DELIVERY_NOT_FOUND" : "WEBHOOK_ENDPOINT_NOT_FOUND";
    expect(await outcome(act(stranger, foreign)), name).toBe(code);
    const unknown = await told(act(stranger, isOfDelivery ? newId("whd") : newId("whe")));
    expect(await told(act(stranger, foreign)), name).toBe(unknown);
  }
  expect(await listEndpoints(world.deps, stranger.projectId)).toEqual([]);
  expect(await state()).toEqual(before);
});
