import { afterEach, beforeEach, expect, it } from "vitest";
import { createMetrics } from "@/lib/platform/metrics";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";
import { settle } from "./due-work";

/** Where `getWork` keeps its dependencies. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const chainId = 31337;

const network = await testNetwork();
const world = testWorld([network]);
const { paidTo } = settling(world);
beforeEach(() => {
  const jobRuns = { ended: async () => undefined };
  Reflect.set(globalThis, workSlot, { ...world.deps, jobRuns, metrics: createMetrics() });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, workSlot);
});

const open = () =>
  world.query(
    "SELECT subject, details FROM incidents WHERE kind = 'CHAIN_MISCONFIGURED' AND resolved_at IS NULL",
  );

it("opens an incident while no sweep can be priced for a minute, and resolves it at the next price", async () => {
  await paidTo();
  const [chain] = world.deps.chains;
  if (chain === undefined) throw new Error("the world has a chain");
  const price = (l1Fee: "op-stack" | "none") => {
    world.deps.chains = [{ ...chain, sending: { ...chain.sending, l1Fee } }];
  };
  // The local chain has no GasPriceOracle.
  price("op-stack");
  expect(await settle.runPass(chainId)).toBe(1);
  expect(await open()).toEqual([]);
  world.clockAheadMs += 60_000;
  expect(await settle.runPass(chainId)).toBe(1);
  const details = expect.objectContaining({
    answer: expect.stringContaining("GasPriceOracle"),
    fix: expect.stringContaining("sending.l1Fee"),
  });
  expect(await open()).toEqual([{ subject: "31337/settle-checkouts", details }]);
  price("none");
  await settle.runPass(chainId);
  expect(await open()).toEqual([]);
});
