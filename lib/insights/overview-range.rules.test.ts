import { describe, expect, test } from "vitest";
import { daysOf, rangeNames, readOverviewRange, stepsOf } from "./overview-range.rules";

const now = new Date("2026-03-10T14:20:00Z");
const read = (params: Record<string, string | string[]>) => readOverviewRange(params, now);

describe("default", () => {
  test("thirty days that end with today", () => {
    const { range, ignored } = read({});
    expect(ignored).toBe(false);
    expect(range).toEqual({
      name: "30d",
      from: new Date("2026-02-09T00:00:00Z"),
      to: new Date("2026-03-11T00:00:00Z"),
      until: new Date("2026-03-10T15:00:00Z"),
      stepMs: 86_400_000,
      previous: { from: new Date("2026-01-10T00:00:00Z"), until: new Date("2026-02-08T15:00:00Z") },
    });
  });
});

test("behavior: each name has its days, in steps that can be told apart", () => {
  const told = rangeNames.map((name) => {
    const { range } = read({ range: name });
    return [range.name, daysOf(range).from, daysOf(range).to, stepsOf(range).length];
  });
  expect(told).toEqual([
    ["today", "2026-03-10", "2026-03-10", 24],
    ["7d", "2026-03-04", "2026-03-10", 7],
    ["30d", "2026-02-09", "2026-03-10", 30],
    ["90d", "2025-12-11", "2026-03-10", 90],
    ["year", "2025-03-11", "2026-03-10", 53],
  ]);
});

test("behavior: today is compared with yesterday up to the same hour", () => {
  expect(read({ range: "today" }).range.previous).toEqual({
    from: new Date("2026-03-09T00:00:00Z"),
    until: new Date("2026-03-09T15:00:00Z"),
  });
});

test("behavior: chosen days belong to it, the last one too", () => {
  const { range, ignored } = read({ from: "2026-01-01", to: "2026-01-31" });
  expect(ignored).toBe(false);
  expect(range).toMatchObject({
    name: null,
    from: new Date("2026-01-01T00:00:00Z"),
    until: new Date("2026-02-01T00:00:00Z"),
    previous: { from: new Date("2025-12-01T00:00:00Z"), until: new Date("2026-01-01T00:00:00Z") },
  });
  expect(daysOf(range)).toEqual({ from: "2026-01-01", to: "2026-01-31" });
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
])("behavior: %j is none, and it is told that something else is shown", (params) => {
  const { range, ignored } = read(params);
  expect(ignored).toBe(true);
  expect(range.name).toBe(params.range === "7d" ? "7d" : "30d");
});

test("behavior: two years are the most", () => {
  expect(read({ from: "2024-03-10", to: "2026-03-10" }).ignored).toBe(false);
  expect(read({ from: "2024-03-09", to: "2026-03-10" }).ignored).toBe(true);
});
