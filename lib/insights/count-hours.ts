import type { Clock } from "@/lib/platform/clock";
import { dayMs, minuteMs, startOfDay } from "@/lib/platform/values/time.rules";
import type { HourSpan, ProjectHourStore } from "./project-hours.store";

/** An entry is written some time after the moment that it tells, and clocks of instances differ. */
const overlapMs = 5 * minuteMs;
const entriesPerLook = 2_000;
/** Days and more of traffic: what lies behind is left to the walk. */
const maxLooks = 100;
/** Hours, or days of projects, counted in one statement. */
const spansPerStatement = 20;
/** How long one run walks. */
const walkMs = 10_000;
/** How far back each day's round begins. */
const roundDays = 45;

export type CountHoursDeps = { clock: Clock; projectHours: ProjectHourStore };

/**
 * Brings the hourly counts of all projects up to date, in two ways.
 *
 * What happened lately is found exactly: whatever changes a checkout's part in the counts stands in its timeline, so
 * the newest entries tell which hours are to be counted anew, however long ago these were. And a walk counts whole
 * days anew, in order: at first all there ever were, then each day the last 45 once more, in case something was
 * written so late that no one looked there again.
 */
export async function countHours(deps: CountHoursDeps): Promise<void> {
  const startedAt = deps.clock.now();
  await countTouched(deps, startedAt);
  await walkOn(deps, startedAt);
}

async function countTouched({ projectHours }: CountHoursDeps, startedAt: Date): Promise<void> {
  const countedAt = await projectHours.countedAt();
  const since = (countedAt ?? startedAt).getTime() - overlapMs;
  const found = new Map<string, HourSpan>();
  let reached = false;
  let beforeId: bigint | null = null;
  for (let look = 0; look < maxLooks && !reached; look++) {
    const { hours, oldestId, youngestAt } = await projectHours.touched(beforeId, entriesPerLook);
    for (const span of hours) found.set(`${span.projectId} ${span.from.getTime()}`, span);
    // Ids are not quite in the order of times: only a part that is older as a whole is the end.
    reached = oldestId === null || youngestAt === null || youngestAt.getTime() < since;
    beforeId = oldestId;
  }
  await recountAll(projectHours, [...found.values()]);
  if (!reached) await beginRound(projectHours, startedAt);
}

async function walkOn({ clock, projectHours }: CountHoursDeps, startedAt: Date): Promise<void> {
  const today = startOfDay(startedAt);
  const walk = await projectHours.walk();
  if (walk === null || walk.roundDay.getTime() < today.getTime()) await beginRound(projectHours, startedAt);
  let nextDay = (await projectHours.walk())?.nextDay ?? today;
  while (nextDay.getTime() <= today.getTime() && clock.now().getTime() - startedAt.getTime() < walkMs) {
    const from = nextDay;
    const to = new Date(from.getTime() + dayMs);
    const projectIds = await projectHours.busyProjects(from, to);
    await recountAll(
      projectHours,
      projectIds.map((projectId) => ({ projectId, from, to })),
    );
    nextDay = to;
    await projectHours.saveWalk({ nextDay, roundDay: today });
  }
}

/** From 45 days ago; a round that is further back has those days before it still. */
async function beginRound(projectHours: ProjectHourStore, startedAt: Date): Promise<void> {
  const today = startOfDay(startedAt);
  const begin = new Date(today.getTime() - roundDays * dayMs);
  const stands =
    (await projectHours.walk())?.nextDay ?? startOfDay((await projectHours.firstCheckoutAt()) ?? today);
  const nextDay = stands.getTime() < begin.getTime() ? stands : begin;
  await projectHours.saveWalk({ nextDay, roundDay: today });
}

async function recountAll(projectHours: ProjectHourStore, spans: readonly HourSpan[]): Promise<void> {
  for (let first = 0; first < spans.length; first += spansPerStatement)
    await projectHours.recount(spans.slice(first, first + spansPerStatement));
}
