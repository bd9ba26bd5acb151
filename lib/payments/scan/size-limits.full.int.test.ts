import { describe, expect, it } from "vitest";
import { limitedSizes, refusalWays } from "@/lib/testing/fault-proxy-faults";
import { catchUpAfterOutage, startFresh } from "@/lib/testing/size-limits";
import { network, setUpNetwork } from "@/lib/testing/test-world";

setUpNetwork();

describe.each(limitedSizes)("nodes that limit %s", (of) => {
  it.each(refusalWays)("and refuse by %s: a payment is found on a fresh start", async (by) => {
    expect(await startFresh(network, { of, by })).toMatchObject({ status: "PAID", failures: 0 });
  });

  it.each(refusalWays)("and refuse by %s: a payment is found after an outage of 900 blocks", async (by) => {
    const run = await catchUpAfterOutage(network, { of, by });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    expect(run.refused).toBeGreaterThan(0);
  });
});
