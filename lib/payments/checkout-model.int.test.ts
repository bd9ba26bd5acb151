import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelRuns } from "@/lib/testing/model/networks";
import { eventsToSee, runHistories } from "@/lib/testing/model/run-histories";
import { type ModelWorld, openModelWorld } from "@/lib/testing/model/world";

const runs = modelRuns(30, 5_000);
const timeoutMs = 300_000 + runs.histories * 2_000;

let world: ModelWorld;

beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(() => world?.close());

describe("any history of checkouts, payments and reorganisations", () => {
  test(
    `keeps books that fit the chains (${runs.histories} histories)`,
    async () => {
      const ran = await runHistories(world, runs, { withFaults: false });
      console.log(ran);
      if (runs.histories >= 500)
        expect(Object.keys(ran.told)).toEqual(expect.arrayContaining(eventsToSee.slice()));
    },
    timeoutMs,
  );
});
