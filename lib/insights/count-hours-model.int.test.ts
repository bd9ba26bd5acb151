import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { jobRunKey } from "@/lib/platform/jobs/job-runs";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import { countedHours, storedHours } from "@/lib/testing/hour-counts";
import { commandArbitraries } from "@/lib/testing/model/commands";
import { History } from "@/lib/testing/model/history";
import { modelRuns } from "@/lib/testing/model/networks";
import { type Command, command, create } from "@/lib/testing/model/service-commands";
import { type ModelWorld, openModelWorld } from "@/lib/testing/model/world";
import { partsOf } from "@/lib/testing/parts";
import { countHours } from "./count-hours";
import { createProjectHours } from "./project-hours.store";

const { histories, seed, path } = modelRuns(6, 250);

let world: ModelWorld;

beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(() => world?.close());

/** A run of the job, without its walk: the timelines alone must tell what is to be counted. */
async function count(history: History): Promise<void> {
  const { database } = world.stores;
  const clock = { now: () => history.now };
  const startedAt = clock.now();
  const projectHours = { ...createProjectHours(database), busyProjects: async () => [] };
  await countHours(partsOf<InsightParts>({ clock, projectHours }));
  await createJobRuns(database).ended(jobRunKey("count-hours", null), startedAt, clock.now());
  const counted = await countedHours(database);
  expect(await storedHours(database)).toEqual(counted);
  if (Object.values(counted).some((text) => !text.includes(" 0 paid"))) seen.paid += 1;
}
const seen = { paid: 0 };

const countNow = fc.constant(command("count the hours", count));
const hoursPass = fc.integer({ min: 20, max: 200 }).map((minutes) =>
  command(`${minutes} min pass`, (history) => {
    history.now = new Date(history.now.getTime() + minutes * 60_000);
  }),
);

test(`the hours are what a count of every checkout comes to, whatever the chain brings and takes (${histories} histories)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(create, { minLength: 1, maxLength: 2 }),
      fc.commands<Record<string, never>, History, false>(
        [...commandArbitraries(false), ...Array.from({ length: 12 }, () => countNow), hoursPass, hoursPass],
        { maxCommands: 30, size: "max" },
      ),
      async (chainSeed, first, commands: Iterable<Command>) => {
        const history = await History.begin(world, chainSeed);
        for (const creation of first) await creation.run({}, history);
        await fc.asyncModelRun(() => ({ model: {}, real: history }), commands);
        await count(history);
      },
    ),
    { numRuns: histories, ...(seed !== undefined && { seed }), ...(path !== undefined && { path }) },
  );
  // Histories in which nothing was ever paid would show nothing.
  if (histories >= 25) expect(seen.paid).toBeGreaterThan(0);
}, 300_000);
