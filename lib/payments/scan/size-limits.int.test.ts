import { describe, expect, it } from "vitest";
import type { LimitedSize, RefusalWay } from "@/lib/testing/fault-proxy-faults";
import { catchUpAfterOutage, findBySender, startFresh } from "@/lib/testing/size-limits";
import { testNetwork } from "@/lib/testing/world";

// Every way of refusing and every size once; size-limits.full.int.test.ts has the whole table.
const network = await testNetwork();

describe("finds a payment on a fresh start when nodes limit", () => {
  it.each<[LimitedSize, RefusalWay]>([
    ["calls", 200],
    ["calls", 429],
    ["calls", "truncation"],
    ["addresses", 400],
    ["bytes", 413],
    ["logs", "html"],
  ])("%s and refuse by %s", async (of, by) => {
    expect(await startFresh(network, { of, by })).toMatchObject({ status: "PAID", failures: 0 });
  });

  it("calls to one per request", async () => {
    const run = await startFresh(network, { of: "calls", by: 200, most: 1 });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
  });
});

describe("finds a payment after an outage of 900 blocks when nodes limit", () => {
  it.each<[LimitedSize, RefusalWay]>([
    ["blocks", 200],
    ["blocks", 500],
    ["blocks", "time-out"],
    ["calls", 503],
    ["bytes", "reset"],
    ["logs", 200],
  ])("%s and refuse by %s", async (of, by) => {
    const run = await catchUpAfterOutage(network, { of, by });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    expect(run.refused).toBeGreaterThan(0);
  });

  it("blocks to ten, and remembers it", async () => {
    const run = await catchUpAfterOutage(network, { of: "blocks", by: 400, most: 10 });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    // Both nodes accepted more before, which is forgotten at the second refusal; ninety pieces follow.
    expect(run.refused).toBeLessThan(40);
  });
});

it("finds a payment by its sender's address through nodes that return ten blocks at once", async () => {
  const run = await findBySender(network, { of: "blocks", by: 400, most: 10 });
  expect(run).toEqual({ isComplete: true, found: 1, failures: 0 });
});
