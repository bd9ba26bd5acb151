import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { later, newId } from "@/lib/testing/builders";
import { touchedRows } from "@/lib/testing/touched-rows";
import { fileWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { openTestAccess } from "@/lib/testing/world/people";
import { createEventLog, type EventFilter } from "./event-log.store";
import { listEvents, readEvent } from "./read-events";
import { sendTestEvent } from "./replay-deliveries";

const first: ListPlace = { kind: "first" };
const world = await fileWorld();
const desk = endpointDesk(world);
let owner: ProjectAccess;
let stranger: ProjectAccess;
/** Newest first. */
let told: { eventId: string; checkoutId: string }[];

beforeAll(async () => {
  owner = await openTestAccess(world.stores, desk.owner.projectId, "OWNER");
  stranger = await openTestAccess(world.stores, (await desk.stranger()).projectId, "OWNER");
  told = [];
  for (let at = 1; at <= 7; at++) {
    const kind = at % 3 === 0 ? "checkout.paid" : "checkout.created";
    told.unshift(await desk.tell({ kind, at: later(at * 1_000) }));
  }
  const endpoint = await desk.create();
  world.now = later(4_500);
  await sendTestEvent(world.deps, desk.owner, endpoint.id);
});
beforeEach(() => {
  world.now = later(60_000);
});

const deps = () => ({ clock: { now: () => world.now }, eventLog: createEventLog(world.stores.database) });
const list = (filter: Partial<EventFilter> = {}, place: ListPlace = first, take = 20, by = owner) =>
  listEvents(deps(), by, filter, place, take);
const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ id }) => id);
const ids = (...at: number[]) => at.map((index) => told[index]?.eventId);

describe("the list of events", () => {
  test("has the project's events with their bodies, newest first, without tests of endpoints", async () => {
    const part = await list();
    expect(idsOf(part)).toEqual(ids(0, 1, 2, 3, 4, 5, 6));
    expect(part).toMatchObject({ newer: null, older: null });
    expect(JSON.parse(part.items[0]?.body ?? "")).toEqual({ of: told[0]?.checkoutId });
    expect(idsOf(await list({}, first, 20, stranger))).toEqual([]);
  });

  test("pages forward and back, whatever is told meanwhile", async () => {
    const newest = await list({}, first, 3);
    expect(idsOf(newest)).toEqual(ids(0, 1, 2));
    const middle = await list({}, newest.older ?? first, 3);
    expect(idsOf(middle)).toEqual(ids(3, 4, 5));
    const oldest = await list({}, middle.older ?? first, 3);
    expect(idsOf(oldest)).toEqual(ids(6));
    expect(oldest.older).toBeNull();
    const { eventId } = await desk.tell({ kind: "checkout.paid", at: later(50_000) });
    expect(idsOf(await list({}, middle.newer ?? first, 3))).toEqual(ids(0, 1, 2));
    expect(
      idsOf(await list({}, newest.newer ?? { kind: "before", cursor: newest.items[0] as never }, 3)),
    ).toEqual([eventId]);
    await world.query("DELETE FROM outbox_events WHERE id = $1", [eventId]);
  });

  test("filters by kind, by checkout, and by time", async () => {
    expect(idsOf(await list({ kind: "checkout.paid" }))).toEqual(ids(1, 4));
    expect(idsOf(await list({ checkoutId: told[2]?.checkoutId }))).toEqual(ids(2));
    expect(idsOf(await list({ checkoutId: told[2]?.checkoutId, kind: "checkout.paid" }))).toEqual([]);
    expect(idsOf(await list({ checkoutId: told[2]?.checkoutId }, first, 20, stranger))).toEqual([]);
    expect(idsOf(await list({ from: later(3_000), to: later(5_000) }))).toEqual(ids(3, 4));
    const within = { from: later(2_000), to: later(6_000) };
    const newest = await list(within, first, 2);
    expect(idsOf(newest)).toEqual(ids(2, 3));
    const next = await list(within, newest.older ?? first, 2);
    expect(idsOf(next)).toEqual(ids(4, 5));
    expect(next.older).toBeNull();
    expect(idsOf(await list(within, next.newer ?? first, 2))).toEqual(ids(2, 3));
  });

  test("ends after 90 days", async () => {
    world.now = later(90 * dayMs + 3_001);
    expect(idsOf(await list())).toEqual(ids(0, 1, 2, 3));
    expect(idsOf(await list({ from: later(0) }))).toEqual(ids(0, 1, 2, 3));
    await expect(readEvent(deps(), owner, told[4]?.eventId ?? "")).rejects.toMatchObject({
      code: "EVENT_NOT_FOUND",
    });
    world.now = later(60_000);
  });
});

test("an event of another project is read as an unknown one", async () => {
  const id = told[0]?.eventId ?? "";
  expect(await readEvent(deps(), owner, id)).toMatchObject({ id });
  const [test] = await world.query<{ id: string }>(
    "SELECT id FROM outbox_events WHERE endpoint_id IS NOT NULL",
  );
  const errors = [];
  for (const [by, unknown] of [
    [stranger, id],
    [owner, newId("evt")],
    [owner, test?.id ?? ""],
    [owner, "evt_%00"],
  ] as const)
    errors.push(await readEvent(deps(), by, unknown).catch((error: unknown) => String(error)));
  expect(new Set(errors)).toEqual(new Set(["CheckoutError: Event not found."]));
});

test("a rare kind among many is found in parts, each of a bounded number of rows", async () => {
  await world.query(
    `INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
     SELECT 'evt_' || new_ulid(), project_id, checkout_id, kind, 100 + n, body, created_at + n * interval '1 second'
     FROM outbox_events, generate_series(1, 12000) AS n WHERE id = $1`,
    [told[0]?.eventId],
  );
  await world.query("ANALYZE outbox_events");
  world.now = later(13_000_000);
  const found: string[] = [];
  const pages: number[] = [];
  for (let place: ListPlace | null = first; place !== null; ) {
    const at: ListPlace = place;
    const touched = await touchedRows(world.stores.database.pool, async (database) => {
      const eventLog = createEventLog({ ...world.stores.database, ...database });
      const part = await listEvents({ ...deps(), eventLog }, owner, { kind: "checkout.paid" }, at, 20);
      found.push(...idsOf(part));
      pages.push(part.items.length);
      place = part.older;
    });
    expect(touched).toBeLessThan(25_000);
  }
  expect(found).toEqual(ids(1, 4));
  expect(pages).toEqual([0, 0, 2]);
});
