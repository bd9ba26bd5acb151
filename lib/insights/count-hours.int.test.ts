import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { jobRunKey } from "@/lib/platform/jobs/job-runs";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import { later, noon, usdc, usdt } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { changedWhileWaiting } from "@/lib/testing/gate";
import { countedHours, storedHours } from "@/lib/testing/hour-counts";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { countHours } from "./count-hours";
import type { ProjectHourStore } from "./project-hours.store";
import { createProjectHours } from "./project-hours.store";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const { stores } = await fileWorld([], { tidy: "every row of the table is compared" });
let hours: ProjectHourStore;
let projectIds: string[];

beforeAll(async () => {
  hours = createProjectHours(stores.database);
  projectIds = [await stores.createProject(), await stores.createProject()];
});
/** Books are never emptied but here. */
beforeEach(async () => {
  const tables = ["outbox_events", "checkout_events", "quotes", "checkouts", "project_hours", "job_runs"];
  await stores.database.pool.query(
    [
      "BEGIN",
      "SET LOCAL session_replication_role = replica",
      ...tables.map((table) => `DELETE FROM ${table}`),
      "COMMIT",
    ].join(";"),
  );
});

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);

/** A run of the job at that time, noted as the job is. */
async function count(now: Date, projectHours: ProjectHourStore = hours): Promise<void> {
  await countHours(partsOf<InsightParts>({ clock: { now: () => now }, projectHours }));
  await createJobRuns(stores.database).ended(jobRunKey("count-hours", null), now, now);
}
/** As if no day were ever walked through. */
const withoutWalk = (): ProjectHourStore => ({ ...hours, busyProjects: async () => [] });

async function expectCounted(): Promise<void> {
  expect(await storedHours(stores.database)).toEqual(await countedHours(stores.database));
}

const create = (at: Date, overrides: { projectId?: string; chosen?: boolean } = {}) =>
  stores.createCheckout({
    projectId: overrides.projectId ?? projectIds[0] ?? "",
    createdAt: at,
    ...(overrides.chosen === false && {
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
      fixedChainId: null,
      tokenFixed: false,
      exchangeRateUsed: null,
      exchangeRateAt: null,
      exchangeRateProvider: null,
    }),
  });

/** What changes a checkout is told in its timeline, as everywhere. */
async function change(
  id: string,
  kind: string,
  at: Date,
  set: string,
  values: unknown[] = [],
): Promise<void> {
  await query(`UPDATE checkouts SET ${set} WHERE id = $1`, [id, ...values]);
  await query("INSERT INTO checkout_events (checkout_id, kind, created_at) VALUES ($1, $2, $3)", [
    id,
    kind,
    at,
  ]);
}
const pay = (id: string, at: Date, units = 4_500_000) =>
  change(
    id,
    "checkout.paid",
    at,
    "paid_at = $2, total_paid_units = $3, chain_id = 31337, token_address = $4",
    [at, units, usdc],
  );
const revert = (id: string, at: Date) =>
  change(id, "checkout.reverted", at, "paid_at = NULL, total_paid_units = 0");
const choose = (id: string, at: Date) =>
  change(id, "checkout.selected", at, "chain_id = 8453, token_address = $2", [usdt]);

const step = fc.record({
  kind: fc.constantFrom("create", "create", "create open", "pay", "pay", "pay", "revert", "choose", "more"),
  which: fc.nat(5),
  afterMinutes: fc.constantFrom(0, 1, 7, 40, 90, 600, 3_000),
  countsAfter: fc.boolean(),
});

const paidAndReverted = ["create", "pay", "revert", "pay"].map((kind) => ({
  kind,
  which: 0,
  afterMinutes: 40,
  countsAfter: true,
}));

test("counts every creation, payment, reversal and repayment of the timeline", async () => {
  let wasPaid = 0;
  let wasReverted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const ids: string[] = [];
      let now = noon;
      for (const { kind, which, afterMinutes, countsAfter } of steps) {
        now = later(afterMinutes * minuteMs, now);
        const id = ids[which % Math.max(1, ids.length)];
        if (kind.startsWith("create") || id === undefined) {
          const projectId = projectIds[which % 2] ?? "";
          ids.push((await create(now, { projectId, chosen: kind !== "create open" })).id);
        } else {
          const { rows } = await query("SELECT paid_at FROM checkouts WHERE id = $1", [id]);
          const isPaid = rows[0].paid_at !== null;
          if (kind === "pay" && !isPaid) await pay(id, now);
          if (kind === "revert" && isPaid) await revert(id, now);
          if (kind === "choose" && !isPaid) await choose(id, now);
          if (kind === "more" && isPaid)
            await change(id, "transfer.received", now, "total_paid_units = total_paid_units + 7");
          if (kind === "pay" && !isPaid) wasPaid += 1;
          if (kind === "revert" && isPaid) wasReverted += 1;
        }
        if (countsAfter) {
          // Two workers at once come to the same.
          await Promise.all([count(now, withoutWalk()), count(now, withoutWalk())]);
          await expectCounted();
        }
      }
      await count(later(minuteMs, now), withoutWalk());
      await expectCounted();
    }),
    // The first is given, so that both are seen whatever is drawn.
    { numRuns: isFull ? 400 : 8, examples: [[paidAndReverted]] },
  );
  expect(Math.min(wasPaid, wasReverted)).toBeGreaterThan(0);
}, 120_000);

test("recounts an hour without touching its neighbours or other projects", async () => {
  const [projectId = "", other = ""] = projectIds;
  const ids: string[] = [];
  for (const hour of [-1, 0, 1]) ids.push((await create(later(hour * hourMs), { projectId })).id);
  await create(noon, { projectId: other });
  await count(later(2 * hourMs));
  await expectCounted();
  // Its only row goes, and another comes.
  await choose(String(ids[1]), later(minuteMs));
  await hours.recount([{ projectId, from: noon, to: later(hourMs) }]);
  await expectCounted();
});

test("lockCounting under the lock: a checkout was created", async () => {
  const span = { projectId: projectIds[0] ?? "", from: noon, to: later(hourMs) };
  await changedWhileWaiting(
    stores.database,
    (holder) => holder.query("SELECT pg_advisory_xact_lock(1128810308, 0)"),
    () => hours.recount([span]),
    () => create(noon),
  );
  await expectCounted();
  expect(Object.keys(await storedHours(stores.database))).toHaveLength(1);
});

describe("the walk", () => {
  /** As before the job was there: nothing of it in any timeline that is looked at. */
  async function makeHistory(days: number): Promise<string[]> {
    const ids: string[] = [];
    for (let day = 0; day < days; day += 7) {
      const { id } = await create(later(-day * dayMs));
      await query("UPDATE checkouts SET paid_at = $2, total_paid_units = 5 WHERE id = $1", [
        id,
        later(90 * minuteMs - day * dayMs),
      ]);
      ids.push(id);
    }
    await query("DELETE FROM checkout_events");
    return ids;
  }

  test("counts the whole past, a part in each run", async () => {
    await makeHistory(200);
    let clockMs = noon.getTime();
    // Each day takes it two seconds.
    const slow: ProjectHourStore = {
      ...hours,
      busyProjects: (from, to) => {
        clockMs += 2_000;
        return hours.busyProjects(from, to);
      },
    };
    const run = () =>
      countHours(partsOf<InsightParts>({ clock: { now: () => new Date(clockMs) }, projectHours: slow }));
    await run();
    const first = Object.keys(await storedHours(stores.database)).length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(10);
    for (let more = 0; more < 50; more++) await run();
    await expectCounted();
  });

  test("finds unannounced changes of the last 45 days within a day", async () => {
    const ids = await makeHistory(60);
    await count(later(2 * hourMs));
    await expectCounted();
    await query("UPDATE checkouts SET paid_at = NULL WHERE id = ANY ($1)", [ids.slice(0, 7)]);
    await count(later(3 * hourMs));
    await expect(expectCounted()).rejects.toThrow();
    await count(later(dayMs));
    await expectCounted();
  });

  test("starts a round when there is more than the job may read", async () => {
    await makeHistory(30);
    await count(later(2 * hourMs));
    await query("UPDATE checkouts SET total_paid_units = 9");
    let looks = 0;
    const endless: ProjectHourStore = {
      ...hours,
      touched: async () => {
        looks += 1;
        return { hours: [], oldestId: 1n, youngestAt: later(3 * hourMs) };
      },
    };
    await count(later(3 * hourMs), endless);
    expect(looks).toBe(100);
    await expectCounted();
  });

  test("leaves a deleted project as it is", async () => {
    const gone = await stores.createProject();
    await create(noon, { projectId: gone });
    await query("UPDATE projects SET deleted_at = $2 WHERE id = $1", [gone, noon]);
    await count(later(hourMs));
    expect(await storedHours(stores.database)).toEqual({});
  });
});

test("counts nothing without checkouts or over an empty range", async () => {
  await count(noon);
  await count(later(dayMs));
  expect(await storedHours(stores.database)).toEqual({});
  expect(await hours.walk()).toEqual({
    nextDay: new Date("2026-01-03T00:00:00Z"),
    roundDay: new Date("2026-01-02T00:00:00Z"),
  });
});
