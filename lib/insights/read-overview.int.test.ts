import { afterAll, beforeAll, expect, test } from "vitest";
import { jobRunKey } from "@/lib/platform/job-runs.port";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { buildChain, later, noon, usdc, usdt } from "@/lib/testing/builders";
import { openTestAccess } from "@/lib/testing/project-access";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { countHours } from "./count-hours";
import { createOverviewStore } from "./overview.store";
import { readOverviewRange } from "./overview-range.rules";
import { createProjectHours } from "./project-hours.store";
import { type ReadOverviewDeps, readOverview } from "./read-overview";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let stores: TestStores;
let access: ProjectAccess;
let deps: ReadOverviewDeps;

beforeAll(async () => {
  stores = await openTestStores();
  const projectId = await stores.createProject();
  access = await openTestAccess(stores, projectId, "VIEWER");
  deps = {
    chains: [buildChain()],
    overview: createOverviewStore(stores.database),
    projectHours: createProjectHours(stores.database),
  };
  const stranger = await stores.createProject();
  await paid(stranger, later(-dayMs), later(-dayMs), usdc, 99n);
  // Today: made at ten, paid at noon. Yesterday: two, one of them never paid. Last month: one that was paid today.
  await paid(projectId, later(-2 * hourMs), noon, usdc, 4_500_000n);
  await paid(projectId, later(-dayMs), later(-dayMs + 60_000), usdt, 2_000_000n);
  await stores.createCheckout({ projectId, createdAt: later(-dayMs) });
  await paid(projectId, later(-40 * dayMs), later(-hourMs), usdc, 1_000_000n);
  await count();
});
afterAll(() => stores.close());

async function paid(
  projectId: string,
  createdAt: Date,
  paidAt: Date,
  tokenAddress: `0x${string}`,
  units: bigint,
) {
  const { id } = await stores.createCheckout({ projectId, createdAt, tokenAddress });
  await stores.database.pool.query("UPDATE checkouts SET paid_at = $2, total_paid_units = $3 WHERE id = $1", [
    id,
    paidAt,
    units,
  ]);
}

async function count(): Promise<void> {
  const clock = { now: () => later(20 * 60_000) };
  await countHours({ clock, projectHours: createProjectHours(stores.database) });
  await createJobRuns(stores.database).ended(jobRunKey("count-hours", null), clock.now(), clock.now());
}

const read = (params: Record<string, string>) =>
  readOverview(deps, access, readOverviewRange(params, later(20 * 60_000)).range);

test("the last thirty days, with the thirty before", async () => {
  const { now, previous, byToken, byNetwork, steps, countedAt } = await read({});
  expect(now).toEqual({
    volumes: [
      { symbol: "USDC", amount: { digits: 5_500_000n, scale: 6 } },
      { symbol: "USDT", amount: { digits: 2_000_000n, scale: 6 } },
    ],
    createdCount: 3,
    convertedCount: 2,
    paidCount: 3,
    meanPaidMs: (2 * hourMs + 60_000 + 40 * dayMs - hourMs) / 3,
  });
  // It was made then, and is paid by now.
  expect(previous).toMatchObject({ createdCount: 1, convertedCount: 1, paidCount: 0, volumes: [] });
  expect(byToken.map(({ symbol, createdCount, paidCount }) => [symbol, createdCount, paidCount])).toEqual([
    ["USDC", 2, 2],
    ["USDT", 1, 1],
  ]);
  expect(byNetwork).toMatchObject([{ name: "Local", paidCount: 3 }]);
  expect(steps).toHaveLength(30);
  expect(steps.slice(-2).map(({ createdCount, paidCount }) => [createdCount, paidCount])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(countedAt).toEqual(later(20 * 60_000));
});

test("today by its hours, beside yesterday up to this hour", async () => {
  const { now, previous, steps } = await read({ range: "today" });
  expect(now).toMatchObject({ createdCount: 1, paidCount: 2 });
  expect(previous).toMatchObject({ createdCount: 2, paidCount: 1 });
  expect(steps).toHaveLength(24);
  expect([10, 11, 12].map((hour) => steps[hour]?.paidCount)).toEqual([0, 1, 1]);
});

test("a year by its weeks", async () => {
  const { now, steps } = await read({ range: "year" });
  expect(now).toMatchObject({ createdCount: 4, convertedCount: 3, paidCount: 3 });
  expect(steps.reduce((sum, { createdCount }) => sum + createdCount, 0)).toBe(4);
});

test("days without anything", async () => {
  const { now, steps } = await read({ from: "2024-01-01", to: "2024-01-07" });
  expect(now).toEqual({ volumes: [], createdCount: 0, convertedCount: 0, paidCount: 0, meanPaidMs: null });
  expect(steps).toHaveLength(7);
});
