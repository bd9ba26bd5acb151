import { dayBounds, dayOf, paramOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { dayMs, hourMs, startOfDay } from "@/lib/platform/values/time.rules";

const longestDays = 731;

/** Number of days, including today. */
const rangeDays = { today: 1, "7d": 7, "30d": 30, "90d": 90, year: 365 } as const;
export type RangeName = keyof typeof rangeDays;
export const rangeNames = Object.keys(rangeDays) as RangeName[];
const usualRange: RangeName = "30d";

/** A time range for figures; whole days, UTC. */
export type OverviewRange = {
  /** Null for custom days. */
  name: RangeName | null;
  from: Date;
  /** Midnight after the last day. */
  to: Date;
  /** The end of possible activity: `to`, or the end of the present hour. */
  until: Date;
  /** Width of one step of a chart, counted from `from`. */
  stepMs: number;
  /** The same length of time just before it, cut off at the same point, for comparison. */
  previous: { from: Date; until: Date };
};

/**
 * Reads an overview's URL: `range=7d`, or `from=2026-01-01&to=2026-01-31`, both days inclusive.
 *
 * @returns the range, and whether the URL asked for an invalid one
 */
export function readOverviewRange(
  params: SearchParams,
  now: Date,
): { range: OverviewRange; ignored: boolean } {
  const tomorrow = startOfDay(now).getTime() + dayMs;
  const name = paramOf(params, "range");
  const { from, before } = dayBounds({ fromDay: dayOf(params, "from"), toDay: dayOf(params, "to") });
  const days = from === null || before === null ? 0 : (before.getTime() - from.getTime()) / dayMs;
  if (from !== null && before !== null && days >= 1 && days <= longestDays && from.getTime() < tomorrow)
    return { range: rangeOf(null, from.getTime(), before.getTime(), now), ignored: false };
  const known = rangeNames.find((each) => each === name);
  const chosen = known ?? usualRange;
  const hasRange = ["range", "from", "to"].some((each) => paramOf(params, each) !== null);
  return {
    range: rangeOf(chosen, tomorrow - rangeDays[chosen] * dayMs, tomorrow, now),
    ignored:
      hasRange && (known === undefined || paramOf(params, "from") !== null || paramOf(params, "to") !== null),
  };
}

function rangeOf(name: RangeName | null, from: number, to: number, now: Date): OverviewRange {
  const nextHour = Math.floor(now.getTime() / hourMs) * hourMs + hourMs;
  const until = Math.min(to, nextHour);
  return {
    name,
    from: new Date(from),
    to: new Date(to),
    until: new Date(until),
    stepMs: stepOf((to - from) / dayMs),
    previous: { from: new Date(from - (to - from)), until: new Date(until - (to - from)) },
  };
}

/** As many steps as a chart can show: 24 to 105. */
function stepOf(days: number): number {
  if (days <= 2) return hourMs;
  return days <= 92 ? dayMs : 7 * dayMs;
}

/** The beginning of each step of the range. */
export function stepsOf({ from, to, stepMs }: Pick<OverviewRange, "from" | "to" | "stepMs">): Date[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / stepMs);
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * stepMs));
}

/** First and last day of a range, as in its URL. */
export function daysOf({ from, to }: Pick<OverviewRange, "from" | "to">): { from: string; to: string } {
  return { from: isoDay(from), to: isoDay(new Date(to.getTime() - 1)) };
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
