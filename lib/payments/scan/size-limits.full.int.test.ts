import { describe, expect, it } from "vitest";
import { limitedSizes, refusalWays } from "@/lib/testing/fault-proxy-faults";
import { catchUpAfterOutage, startFresh } from "@/lib/testing/size-limits";
import { testNetwork } from "@/lib/testing/world";

const network = await testNetwork();

// Outages move the chain's time: they come last.
const table = limitedSizes.flatMap((of) => refusalWays.map((by) => [of, by] as const));

describe("finds a payment on a fresh start when nodes limit", () => {
  it.each(table)("%s and refuse by %s", async (of, by) => {
    expect(await startFresh(network, { of, by })).toMatchObject({ status: "PAID", failures: 0 });
  });
});

describe("finds a payment after an outage of 900 blocks when nodes limit", () => {
  it.each(table)("%s and refuse by %s", async (of, by) => {
    const run = await catchUpAfterOutage(network, { of, by });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    expect(run.refused).toBeGreaterThan(0);
  });
});
