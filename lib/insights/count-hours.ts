import { dayMs, minuteMs, startOfDay } from "@/lib/platform/values/time.rules";
import type { InsightParts } from "./insights.parts";
import type { HourSpan, ProjectHourStore } from "./project-hours.store";

/** An entry is written some time after its own time, and clocks of instances differ. */
const overlapMs = 5 * minuteMs;
const entriesPerPass = 2_000;
/** Covers days of traffic; the walk counts older hours. */
const maxPasses = 100;
/** Hours, or days of projects, counted in one statement. */
const spansPerStatement = 20;
/** Time limit of the walk per run. */
const walkMs = 10_000;
/** How many past days each day's round covers. */
const roundDays = 45;

/**
 * Updates the hourly counts of all projects in two ways.
 *
 * Recent changes are found exactly: every change of a checkout's counts is in its timeline, so the newest entries name
 * the hours to recount, however old. A walk also recounts whole days in order: first all days, then each day the last
 * 45 again, in case an entry was written too late.
 */
export async function countHours(deps: InsightParts): Promise<void> {
  const startedAt = deps.clock.now();
  await countTouched(deps, startedAt);
  await walkOn(deps, startedAt);
}

async function countTouched({ projectHours }: InsightParts, startedAt: Date): Promise<void> {
  const countedAt = await projectHours.countedAt();
  const since = (countedAt ?? startedAt).getTime() - overlapMs;
  const found = new Map<string, HourSpan>();
  let reached = false;
  let beforeId: bigint | null = null;
  for (let pass = 0; pass < maxPasses && !reached; pass++) {
    const { hours, oldestId, youngestAt } = await projectHours.touched(beforeId, entriesPerPass);
    for (const span of hours) found.set(`${span.projectId} ${span.from.getTime()}`, span);
    // Ids are not quite in the order of times: only a page that is older as a whole is the end.
    reached = oldestId === null || youngestAt === null || youngestAt.getTime() < since;
    beforeId = oldestId;
  }
  await recountAll(projectHours, [...found.values()]);
  if (!reached) await beginRound(projectHours, startedAt);
}

async function walkOn({ clock, projectHours }: InsightParts, startedAt: Date): Promise<void> {
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

/** From 45 days ago; a round that is further behind still has those days to do. */
async function beginRound(projectHours: ProjectHourStore, startedAt: Date): Promise<void> {
  const today = startOfDay(startedAt);
  const begin = new Date(today.getTime() - roundDays * dayMs);
  const firstUncounted =
    (await projectHours.walk())?.nextDay ?? startOfDay((await projectHours.firstCheckoutAt()) ?? today);
  const nextDay = firstUncounted.getTime() < begin.getTime() ? firstUncounted : begin;
  await projectHours.saveWalk({ nextDay, roundDay: today });
}

async function recountAll(projectHours: ProjectHourStore, spans: readonly HourSpan[]): Promise<void> {
  for (let first = 0; first < spans.length; first += spansPerStatement)
    await projectHours.recount(spans.slice(first, first + spansPerStatement));
}
