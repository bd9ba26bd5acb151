import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildChain, usdc, usdt } from "@/lib/testing/builders";
import { axisFor, labelledPlaces, middleOf, stackedBars } from "./chart.rules";
import { type Counted, conversionOf, overviewFigures, toNumber } from "./overview-figures.rules";
import { presentSpans, rangeNames, readMeasure, readOverviewRange } from "./overview-range.rules";

const now = new Date("2026-03-10T14:20:00Z");
const read = (params: Record<string, string | string[]>) => readOverviewRange(params, now, "UTC");

describe("default", () => {
  test("thirty days that end with today", () => {
    const { range, ignored } = read({});
    expect(ignored).toBe(false);
    expect(range).toEqual({
      name: "30d",
      from: new Date("2026-02-09T00:00:00Z"),
      to: new Date("2026-03-11T00:00:00Z"),
      until: new Date("2026-03-10T15:00:00Z"),
      days: { from: "2026-02-09", to: "2026-03-10" },
      steps: Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 1, 9 + day))),
    });
  });
});

test.each([
  [{}, "volume"],
  [{ measure: "time" }, "time"],
  [{ measure: "revenue" }, "volume"],
  [{ measure: ["payments", "time"] }, "payments"],
])("behavior: %j is the chart of %s", (params, measure) => expect(readMeasure(params)).toBe(measure));

test("behavior: each named range has its days, in distinguishable steps", () => {
  const told = rangeNames.map((name) => {
    const { range } = read({ range: name });
    return [range.name, range.days.from, range.days.to, range.steps.length];
  });
  expect(told).toEqual([
    ["today", "2026-03-10", "2026-03-10", 24],
    ["7d", "2026-03-04", "2026-03-10", 7],
    ["30d", "2026-02-09", "2026-03-10", 30],
    ["90d", "2025-12-11", "2026-03-10", 90],
    ["year", "2025-03-11", "2026-03-10", 53],
  ]);
});

test("today and this month begin at the zone's midnight and reach to the end of this hour", () => {
  const until = new Date("2026-03-10T15:00:00Z");
  expect(presentSpans(now, "UTC")).toEqual({
    today: { from: new Date("2026-03-10T00:00:00Z"), until },
    month: { from: new Date("2026-03-01T00:00:00Z"), until },
  });
  // Already April in Seoul.
  const late = new Date("2026-03-31T15:20:00Z");
  const april = { from: new Date("2026-03-31T15:00:00Z"), until: new Date("2026-03-31T16:00:00Z") };
  expect(presentSpans(late, "Asia/Seoul")).toEqual({ today: april, month: april });
});

test("behavior: chosen days belong to it, the last one too", () => {
  const { range, ignored } = read({ from: "2026-01-01", to: "2026-01-31" });
  expect(ignored).toBe(false);
  expect(range).toMatchObject({
    name: null,
    from: new Date("2026-01-01T00:00:00Z"),
    until: new Date("2026-02-01T00:00:00Z"),
  });
  expect(range.days).toEqual({ from: "2026-01-01", to: "2026-01-31" });
});

test.each<Record<string, string>>([
  { from: "2026-01-31", to: "2026-01-01" },
  { from: "2026-02-30", to: "2026-03-01" },
  { from: "2020-01-01", to: "2026-01-01" },
  { from: "2026-03-11", to: "2026-03-12" },
  { from: "2026-01-01" },
  { to: "2026-01-01" },
  { range: "decade" },
  { range: "__proto__" },
  { range: "7d", from: "yesterday" },
])("behavior: reports that the range %j is invalid and was replaced", (params) => {
  const { range, ignored } = read(params);
  expect(ignored).toBe(true);
  expect(range.name).toBe(params.range === "7d" ? "7d" : "30d");
});

describe("a time zone's days", () => {
  const at = (params: Record<string, string>, zone: string) => readOverviewRange(params, now, zone).range;

  test("begin at its midnight", () => {
    // Already the next day in Seoul, and still the day before in Honolulu at that moment.
    const late = new Date("2026-03-10T20:20:00Z");
    const seoul = readOverviewRange({ range: "today" }, late, "Asia/Seoul").range;
    expect(seoul.days).toEqual({ from: "2026-03-11", to: "2026-03-11" });
    expect([seoul.from, seoul.to, seoul.until]).toEqual([
      new Date("2026-03-10T15:00:00Z"),
      new Date("2026-03-11T15:00:00Z"),
      new Date("2026-03-10T21:00:00Z"),
    ]);
  });

  test("are 23 or 25 hours long when clocks change", () => {
    expect(at({ from: "2025-10-26", to: "2025-10-26" }, "Europe/Berlin").steps).toHaveLength(25);
    expect(at({ from: "2025-03-30", to: "2025-03-30" }, "Europe/Berlin").steps).toHaveLength(23);
    const { steps, to } = at({ from: "2025-10-25", to: "2025-10-27" }, "Europe/Berlin");
    expect([...steps, to].map((step) => step.toISOString())).toEqual([
      "2025-10-24T22:00:00.000Z",
      "2025-10-25T22:00:00.000Z",
      "2025-10-26T23:00:00.000Z",
      "2025-10-27T23:00:00.000Z",
    ]);
  });

  test("begin at a whole hour, by which figures are counted", () => {
    expect(at({ from: "2026-01-31", to: "2026-01-31" }, "Asia/Kolkata").from).toEqual(
      new Date("2026-01-30T18:00:00Z"),
    );
  });
});

test("behavior: two years are the most", () => {
  expect(read({ from: "2024-03-10", to: "2026-03-10" }).ignored).toBe(false);
  expect(read({ from: "2024-03-09", to: "2026-03-10" }).ignored).toBe(true);
});

const local = buildChain();
const eighteen = buildChain({
  chainId: 56,
  name: "Wide",
  tokens: [{ symbol: "USDC", name: "USD Coin", address: usdc, decimals: 18 }],
});
const chains = [local, eighteen];
const range = {
  from: new Date("2026-01-01T00:00:00Z"),
  to: new Date("2026-01-04T00:00:00Z"),
  steps: [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day))),
};

const row = (overrides: Partial<Counted & { step: number }>): Counted & { step: number } => ({
  step: 0,
  chainId: 31337,
  tokenAddress: usdc,
  createdCount: 0,
  convertedCount: 0,
  paidCount: 0,
  paidUnits: 0n,
  paidMs: 0n,
  ...overrides,
});
const figures = (rows: readonly (Counted & { step: number })[]) => overviewFigures(chains, range, rows);

test("default: sums of all and of each step", () => {
  const told = figures([
    row({ createdCount: 4, convertedCount: 2, paidCount: 2, paidUnits: 9_000_000n, paidMs: 60_000n }),
    row({ step: 2, tokenAddress: usdt, paidCount: 1, paidUnits: 1_500_000n, paidMs: 90_000n }),
    row({ step: 2, chainId: 0, tokenAddress: "", createdCount: 3 }),
  ]);
  expect(told.now).toEqual({
    volumes: [
      { symbol: "USDC", amount: { digits: 9_000_000n, scale: 6 } },
      { symbol: "USDT", amount: { digits: 1_500_000n, scale: 6 } },
    ],
    createdCount: 7,
    convertedCount: 2,
    paidCount: 3,
    meanPaidMs: 50_000,
  });
  expect(told.steps.map(({ from, paidCount }) => [from.toISOString().slice(0, 10), paidCount])).toEqual([
    ["2026-01-01", 2],
    ["2026-01-02", 0],
    ["2026-01-03", 1],
  ]);
});

test("behavior: one symbol with other decimals elsewhere is summed exactly", () => {
  const { now } = figures([
    row({ paidCount: 1, paidUnits: 1_000_001n }),
    row({ chainId: 56, paidCount: 1, paidUnits: 2_000_000_000_000_000_001n }),
  ]);
  expect(now.volumes).toEqual([
    { symbol: "USDC", amount: { digits: 3_000_001_000_000_000_001n, scale: 18 } },
  ]);
});

test("behavior: counts checkouts of unknown decimals without adding their amounts", () => {
  const told = figures([
    row({ tokenAddress: `0x${"9".repeat(40)}`, paidCount: 2, paidUnits: 10n ** 30n, createdCount: 2 }),
    row({ chainId: 7, paidCount: 1, paidUnits: 5n }),
  ]);
  expect(told.now).toMatchObject({ volumes: [], paidCount: 3 });
  expect(told.unlistedPaidCount).toBe(3);
});

test("behavior: nothing happened", () => {
  const { now, steps } = figures([]);
  expect(now).toEqual({ volumes: [], createdCount: 0, convertedCount: 0, paidCount: 0, meanPaidMs: null });
  expect(steps).toHaveLength(3);
  expect(conversionOf(now)).toBeNull();
});

test("behavior: a last step that the range cuts off ends with it", () => {
  const week = { ...range, steps: [1, 3].map((day) => new Date(Date.UTC(2026, 0, day))) };
  expect(overviewFigures(chains, week, []).steps.map(({ to }) => to.getTime())).toEqual([
    new Date("2026-01-03T00:00:00Z").getTime(),
    range.to.getTime(),
  ]);
});

test("behavior: a chart gets whole tokens", () =>
  expect(toNumber({ digits: 4_500_000n, scale: 6 })).toBe(4.5));

describe("an axis", () => {
  test.each([
    [87, [0, 25, 50, 75, 100]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
    [3_999_000, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  ])("default: up to %d", (max, ticks) => {
    expect(axisFor(max).ticks).toEqual(ticks);
  });

  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
  ])("behavior: of whole things, up to %d", (max, ticks) => {
    expect(axisFor(max, { wholeOnly: true }).ticks).toEqual(ticks);
  });

  test("behavior: any value fits, under few marks", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), fc.boolean(), (value, wholeOnly) => {
        const max = wholeOnly ? Math.floor(value) : value;
        const { ticks, top } = axisFor(max, { wholeOnly });
        expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(top).toBeGreaterThan(0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        if (wholeOnly) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

test("behavior: labels are evenly apart and no more than fit", () => {
  expect(labelledPlaces(30, 5)).toEqual([0, 6, 12, 18, 24]);
  expect(labelledPlaces(3, 6)).toEqual([0, 1, 2]);
  expect(labelledPlaces(53, 6)).toHaveLength(6);
});

describe("bars", () => {
  const values = [
    [50, 25],
    [0, 0],
    [100, 0],
    [0.001, 0],
  ];

  test("default: stacked from the ground up, a step without anything is empty", () => {
    const bars = stackedBars({ values, top: 100, height: 200 });
    expect(bars.map(({ step, series, y, height }) => [step, series, y, height])).toEqual([
      [0, 0, 100, 100],
      [0, 1, 50, 50],
      [2, 0, 0, 200],
      [3, 0, 198, 2],
    ]);
    expect(bars[0]).toMatchObject({ xPercent: 3.75, widthPercent: 17.5 });
    expect(middleOf(0, 4)).toBe(12.5);
  });

  test("behavior: nothing ever leaves the plot", () => {
    const plots = fc.record({
      values: fc.array(fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 3 }), {
        maxLength: 100,
      }),
      top: fc.constant(180),
      height: fc.integer({ min: 10, max: 400 }),
    });
    fc.assert(
      fc.property(plots, (plot) => {
        for (const { xPercent, widthPercent, y, height } of stackedBars(plot)) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + height).toBeLessThanOrEqual(plot.height + 0.01);
          expect(xPercent).toBeGreaterThanOrEqual(0);
          expect(xPercent + widthPercent).toBeLessThanOrEqual(100.01);
        }
      }),
    );
  });
});
