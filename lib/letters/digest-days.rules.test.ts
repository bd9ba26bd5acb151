import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { laterDay, localTime } from "@/lib/platform/i18n/time-zone.rules";
import { dayMs, hourMs } from "@/lib/platform/values/time.rules";
import { type DigestKind, type DigestPeriod, digestPeriod } from "./digest-days.rules";

/** Far apart, with half hours and quarters, and with changes of clocks at two, at three and at midnight. */
const zones = [
  "Pacific/Honolulu",
  "America/Los_Angeles",
  "America/St_Johns",
  null,
  "Europe/Berlin",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Seoul",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
];

type Sent = DigestPeriod & { at: Date; zone: string | null };

/** What a service sends that runs seven minutes after each hour, with the zone of each moment. */
function sentIn(
  kind: DigestKind,
  { start, days }: { start: Date; days: number },
  zoneAt: (at: Date) => string | null,
): Sent[] {
  const sent: Sent[] = [];
  const begin = Math.floor(start.getTime() / hourMs) * hourMs + 7 * 60_000;
  for (let at = begin; at < begin + days * dayMs; at += hourMs) {
    const now = new Date(at);
    const zone = zoneAt(now);
    const period = digestPeriod(kind, now, zone);
    if (period === null || sent.some(({ first }) => first === period.first)) continue;
    sent.push({ ...period, at: now, zone });
  }
  return sent;
}

const daysBetween = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / dayMs;
const start = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });
const zone = fc.constantFrom(...zones);

describe("the digest of a day", () => {
  it("comes in the shop's morning, and its days follow each other without gap or overlap", () => {
    fc.assert(
      fc.property(zone, start, (timeZone, begin) => {
        const sent = sentIn("payments.digest", { start: begin, days: 6 }, () => timeZone);
        expect(sent.length).toBeGreaterThanOrEqual(6);
        for (const [index, { first, last, from, to, at }] of sent.entries()) {
          expect(last).toBe(first);
          // The first run finds what a run before it would have sent.
          if (index > 0) expect(localTime(at, timeZone ?? "UTC").slice(11)).toMatch(/^0[678]:/);
          expect(localTime(from, timeZone ?? "UTC").slice(0, 10)).toBe(first);
          expect(localTime(new Date(to.getTime() - 1), timeZone ?? "UTC").slice(0, 10)).toBe(first);
          const next = sent[index + 1];
          if (next !== undefined) expect([next.from, daysBetween(first, next.first)]).toEqual([to, 1]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("neither skips a day nor sends one twice when the zone changes", () => {
    const inTheMiddle = fc.integer({ min: 2 * 24 * 60, max: 4 * 24 * 60 });
    fc.assert(
      fc.property(zone, zone, start, inTheMiddle, (earlier, later, begin, minutes) => {
        const change = begin.getTime() + minutes * 60_000;
        const zoneAt = (at: Date) => (at.getTime() < change ? earlier : later);
        const sent = sentIn("payments.digest", { start: begin, days: 7 }, zoneAt);
        for (const [index, { first, to }] of sent.entries()) {
          const next = sent[index + 1];
          if (next === undefined) continue;
          expect(daysBetween(first, next.first)).toBe(1);
          expect(Math.abs(next.from.getTime() - to.getTime())).toBeLessThan(dayMs);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("the digest of a week", () => {
  it("comes once a week, whatever the zone changes to", () => {
    const inTheMiddle = fc.integer({ min: 8 * 24 * 60, max: 18 * 24 * 60 });
    fc.assert(
      fc.property(zone, zone, start, inTheMiddle, (earlier, later, begin, minutes) => {
        const change = begin.getTime() + minutes * 60_000;
        const zoneAt = (at: Date) => (at.getTime() < change ? earlier : later);
        const sent = sentIn("payments.weekly", { start: begin, days: 28 }, zoneAt);
        expect(sent.length).toBeGreaterThanOrEqual(4);
        for (const [index, { first, last, from, to, before, at, zone }] of sent.entries()) {
          const local = (moment: Date) => localTime(moment, zone ?? "UTC");
          const midnight = (days: number) => `${laterDay(first, days)} 00:00:00`;
          // It is Monday from seven o'clock on.
          expect(local(new Date(at.getTime() - 7 * hourMs)).slice(0, 10)).toBe(laterDay(first, 7));
          expect([local(from), last, local(to)]).toEqual([midnight(0), laterDay(first, 6), midnight(7)]);
          expect([before && local(before.from), before?.to]).toEqual([midnight(-7), from]);
          expect(new Date(first).getUTCDay()).toBe(1);
          const next = sent[index + 1];
          if (next !== undefined) expect(daysBetween(first, next.first)).toBe(7);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test.each<[string, string | null, string | null]>([
  ["2026-03-29T04:59:59Z", "Europe/Berlin", "2026-03-27"],
  ["2026-03-29T06:00:00Z", "Europe/Berlin", "2026-03-28"],
  ["2026-03-30T05:00:00Z", "Europe/Berlin", "2026-03-29"],
  ["2026-03-30T06:59:59Z", null, "2026-03-28"],
  ["2026-03-30T07:00:00Z", null, "2026-03-29"],
  ["2026-03-29T22:00:00Z", "Asia/Seoul", "2026-03-29"],
])("at %s in %s the digest of %s is due", (at, timeZone, day) => {
  expect(digestPeriod("payments.digest", new Date(at), timeZone)?.first).toBe(day);
});

test("the day on which clocks change has 23 hours", () => {
  const { from, to } =
    digestPeriod("payments.digest", new Date("2026-03-30T06:00:00Z"), "Europe/Berlin") ?? {};
  expect([from, to]).toEqual([new Date("2026-03-28T23:00:00Z"), new Date("2026-03-29T22:00:00Z")]);
});
