import { beforeAll, expect, test } from "vitest";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { jobRunKey } from "@/lib/platform/jobs/job-runs";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { buildChain, later, newId, noon, usdc, usdt } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { countHours } from "./count-hours";
import type { InsightParts } from "./insights.parts";
import { createOverviewStore } from "./overview.store";
import { readOverviewRange } from "./overview-range.rules";
import { createProjectHours } from "./project-hours.store";
import { readOverview } from "./read-overview";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const { stores } = await fileWorld();
let access: ProjectAccess;
let deps: InsightParts;

beforeAll(async () => {
  const projectId = await stores.createProject();
  access = await openTestAccess(stores, projectId, "VIEWER");
  deps = partsOf<InsightParts>({
    chains: [buildChain()],
    clock: { now: () => later(20 * 60_000) },
    overview: createOverviewStore(stores.database),
    projectHours: createProjectHours(stores.database),
  });
  const stranger = await stores.createProject();
  await paid(stranger, later(-dayMs), later(-dayMs), usdc, 99n);
  // Today: made at ten, paid at noon. Yesterday: two, one of them never paid. Last month: one that was paid today.
  await paid(projectId, later(-2 * hourMs), noon, usdc, 4_500_000n);
  await paid(projectId, later(-dayMs), later(-dayMs + 60_000), usdt, 2_000_000n);
  await stores.createCheckout({ projectId, createdAt: later(-dayMs) });
  await paid(projectId, later(-40 * dayMs), later(-hourMs), usdc, 1_000_000n);
  await count();
});

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
  return id;
}

/** A refund's row; each test says what makes it count. */
async function refunded(
  of: { projectId: string; checkoutId: string },
  amountUnits: bigint,
  data: { status: RefundStatus; completedAt?: Date; stray?: boolean },
) {
  const token = { chainId: 31337, tokenAddress: usdc };
  await stores.database.prisma.refund.create({
    data: { id: newId("rfd"), ...of, ...token, amountUnits: `${amountUnits}`, ...data },
  });
}

async function count(): Promise<void> {
  const clock = { now: () => later(20 * 60_000) };
  await countHours(partsOf<InsightParts>({ clock, projectHours: createProjectHours(stores.database) }));
  await createJobRuns(stores.database).ended(jobRunKey("count-hours", null), clock.now(), clock.now());
}

const read = (params: Record<string, string>) =>
  readOverview(deps, access, readOverviewRange(params, later(20 * 60_000), "UTC").range, "UTC");

test("the last thirty days", async () => {
  const { now, steps, countedAt } = await read({});
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
  expect(steps).toHaveLength(30);
  expect(steps.slice(-2).map(({ createdCount, paidCount }) => [createdCount, paidCount])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(countedAt).toEqual(later(20 * 60_000));
});

test("revenue of today and of this month is net of refunds of counted payments, on their own days", async () => {
  const projectId = await stores.createProject();
  const own = await openTestAccess(stores, projectId, "VIEWER");
  const other = await stores.createProject();
  const checkoutId = await paid(projectId, later(-dayMs), later(-hourMs), usdc, 10_000_000n);
  const unpaid = (await stores.createCheckout({ projectId, createdAt: noon })).id;
  const foreign = await paid(other, later(-dayMs), later(-hourMs), usdc, 10_000_000n);
  const of = { projectId, checkoutId };
  const done = { status: "COMPLETED" as const, completedAt: later(dayMs) };
  const span = { projectId, from: later(-2 * dayMs), to: later(dayMs) };
  await createProjectHours(stores.database).recount([span]);
  await refunded(of, 1_500_000n, done);
  await refunded(of, 500_000n, { ...done, completedAt: noon });
  // None of these: last month's, not final, money that was in no volume, another merchant's.
  await refunded(of, 111n, { ...done, completedAt: later(-dayMs) });
  await refunded(of, 111n, { status: "PROCESSING" });
  await refunded(of, 111n, { ...done, stray: true });
  await refunded({ projectId, checkoutId: unpaid }, 111n, done);
  await refunded({ projectId: other, checkoutId: foreign }, 111n, done);
  const now = later(dayMs + 20 * 60_000);
  const { today, month } = await readOverview(
    { ...deps, clock: { now: () => now } },
    own,
    readOverviewRange({}, now, "UTC").range,
    "UTC",
  );
  expect(today).toMatchObject({ received: { digits: 0n }, net: { digits: -1_500_000n } });
  expect(month).toMatchObject({ received: { digits: 10_000_000n }, net: { digits: 8_000_000n } });
});

test("today by its hours", async () => {
  const { now, steps } = await read({ range: "today" });
  expect(now).toMatchObject({ createdCount: 1, paidCount: 2 });
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
