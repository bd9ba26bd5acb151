import { dayIn, laterDay, startOfDayIn } from "@/lib/platform/i18n/time-zone.rules";
import { dayOf, paramOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { dayMs, hourMs } from "@/lib/platform/values/time.rules";

const longestDays = 731;

/** Number of days, including today. */
const rangeDays = { today: 1, "7d": 7, "30d": 30, "90d": 90, year: 365 } as const;
export type RangeName = keyof typeof rangeDays;
export const rangeNames = Object.keys(rangeDays) as RangeName[];
const usualRange: RangeName = "30d";

/** What the chart shows. */
export const measures = ["volume", "payments", "conversion", "time"] as const;
export type Measure = (typeof measures)[number];

/** Reads `measure=payments`; the volume for anything else. */
export function readMeasure(params: SearchParams): Measure {
  return measures.find((each) => each === paramOf(params, "measure")) ?? "volume";
}

/** The end is exclusive. */
export type Span = { from: Date; until: Date };

/** A time range for figures: whole days of a zone. Figures are counted by the hour, so a day begins at a whole hour, UTC. */
export type OverviewRange = {
  /** Null for custom days. */
  name: RangeName | null;
  from: Date;
  /** Midnight after the last day. */
  to: Date;
  /** The end of possible activity: `to`, or the end of the present hour. */
  until: Date;
  /** The first and the last day. */
  days: { from: string; to: string };
  /** The beginnings of a chart's steps, the first of which is `from`: hours, days or weeks. */
  steps: readonly Date[];
};

/**
 * Reads an overview's URL: `range=7d`, or `from=2026-01-01&to=2026-01-31`, both days inclusive.
 *
 * @returns the range, and whether the URL asked for an invalid one
 */
export function readOverviewRange(
  params: SearchParams,
  now: Date,
  timeZone: string,
): { range: OverviewRange; ignored: boolean } {
  const today = dayIn(now, timeZone);
  const name = paramOf(params, "range");
  const [from, to] = [dayOf(params, "from"), dayOf(params, "to")];
  if (from !== null && to !== null && from <= to && from <= today && daysFrom(from, to) <= longestDays)
    return { range: rangeOf(null, { from, to }, now, timeZone), ignored: false };
  const known = rangeNames.find((each) => each === name);
  const chosen = known ?? usualRange;
  const hasRange = ["range", "from", "to"].some((each) => paramOf(params, each) !== null);
  const days = { from: laterDay(today, 1 - rangeDays[chosen]), to: today };
  return {
    range: rangeOf(chosen, days, now, timeZone),
    ignored:
      hasRange && (known === undefined || paramOf(params, "from") !== null || paramOf(params, "to") !== null),
  };
}

function rangeOf(
  name: RangeName | null,
  days: { from: string; to: string },
  now: Date,
  timeZone: string,
): OverviewRange {
  const count = daysFrom(days.from, days.to);
  const begin = (day: string) => beginOf(day, timeZone);
  const [from, to] = [begin(days.from), begin(laterDay(days.to, 1))];
  const until = Math.min(to, nextHourOf(now));
  return {
    name,
    from: new Date(from),
    to: new Date(to),
    until: new Date(until),
    days,
    steps: stepsOf(from, to, count, (day) => begin(laterDay(days.from, day))),
  };
}

/** Today and this month so far, by whole hours as figures are counted. */
export function presentSpans(now: Date, timeZone: string): Record<"today" | "month", Span> {
  const today = dayIn(now, timeZone);
  const since = (day: string) => ({
    from: new Date(beginOf(day, timeZone)),
    until: new Date(nextHourOf(now)),
  });
  return { today: since(today), month: since(`${today.slice(0, 8)}01`) };
}

function beginOf(day: string, timeZone: string): number {
  return Math.floor(startOfDayIn(day, timeZone).getTime() / hourMs) * hourMs;
}

function nextHourOf(now: Date): number {
  return Math.floor(now.getTime() / hourMs) * hourMs + hourMs;
}

/** As many steps as a chart can show: 24 to 105. */
function stepsOf(from: number, to: number, days: number, dayAt: (day: number) => number): Date[] {
  const ofLength = (count: number, at: (step: number) => number) =>
    Array.from({ length: count }, (_, step) => new Date(at(step)));
  if (days <= 2) return ofLength((to - from) / hourMs, (step) => from + step * hourMs);
  const width = days <= 92 ? 1 : 7;
  return ofLength(Math.ceil(days / width), (step) => dayAt(step * width));
}

/** Both included. */
function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}
