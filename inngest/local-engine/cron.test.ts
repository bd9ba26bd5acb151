import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextCronTime, parseCron } from "./definition";

const next = (expression: string, after: string) =>
  new Date(nextCronTime(parseCron(expression), Date.parse(after))).toISOString();

describe("nextCronTime", () => {
  test.each([
    ["* * * * *", "2026-01-01T00:00:00Z", "2026-01-01T00:01:00.000Z"],
    ["* * * * *", "2026-01-01T00:00:59.999Z", "2026-01-01T00:01:00.000Z"],
    ["*/15 * * * *", "2026-01-01T00:46:00Z", "2026-01-01T01:00:00.000Z"],
    ["5,35 8-10/2 * * *", "2026-01-01T08:35:00Z", "2026-01-01T10:05:00.000Z"],
    ["0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["0 0 29 2 *", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00.000Z"],
    ["0 12 * * 5", "2026-01-01T00:00:00Z", "2026-01-02T12:00:00.000Z"],
    ["0 0 13 * 5", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00.000Z"],
    ["0 0 13 * *", "2026-01-01T00:00:00Z", "2026-01-13T00:00:00.000Z"],
    ["59 23 31 12 *", "2026-12-31T23:59:00Z", "2027-12-31T23:59:00.000Z"],
  ])("%s after %s is %s", (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });

  test("behavior: is the first matching minute, for any lists of values", () => {
    const pick = (min: number, max: number) =>
      fc.option(fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }), { nil: undefined });
    const fields = fc.tuple(pick(0, 59), pick(0, 23), pick(1, 28), pick(1, 12), pick(0, 6));
    const start = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fields, start, ([minute, hour, dom, month, dow], afterMs) => {
        const expression = [minute, hour, dom, month, dow].map((list) => list?.join(",") ?? "*").join(" ");
        const time = nextCronTime(parseCron(expression), afterMs);
        const matches = (ms: number): boolean => {
          const at = new Date(ms);
          const has = (list: number[] | undefined, value: number) =>
            list === undefined || list.includes(value);
          const onDom = has(dom, at.getUTCDate());
          const onDow = has(dow, at.getUTCDay());
          const onDay = dom && dow ? onDom || onDow : onDom && onDow;
          return (
            has(minute, at.getUTCMinutes()) &&
            has(hour, at.getUTCHours()) &&
            has(month, at.getUTCMonth() + 1) &&
            onDay
          );
        };
        expect(time).toBeGreaterThan(afterMs);
        expect(time % 60_000).toBe(0);
        expect(matches(time)).toBe(true);
        const from = Math.max(Math.floor(afterMs / 60_000 + 1) * 60_000, time - 5_000 * 60_000);
        let earlier: number | undefined;
        for (let ms = from; ms < time; ms += 60_000) if (matches(ms)) earlier = ms;
        expect(earlier).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

describe("parseCron", () => {
  test.each([
    "",
    "* * * *",
    "* * * * * *",
    "@hourly",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "5-1 * * * *",
    "*/0 * * * *",
    "5/10 * * * *",
    "1,,2 * * * *",
    "-1 * * * *",
  ])("refuses %j and names it", (expression) => {
    expect(() => parseCron(expression)).toThrow(`Cron "${expression}"`);
  });

  test("refuses a day that never comes", () => {
    expect(() => parseCron("0 0 31 2 *")).toThrow("never occurs");
  });
});
