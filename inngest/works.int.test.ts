import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setDriver } from "@/inngest/worker/wake";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { openWorld, type World } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { settle } from "./due-work";
import { chainWatch } from "./events";
import { createInProcessDriver, type InProcessDriver } from "./in-process";
import { allowTurns, stopTurns } from "./turn";
import { watchChain, works } from "./works";

/** Where `getWork` keeps what it made. */
const workSlot = Symbol.for("stablecoin-checkout.work");
const chainId = 31337;

let network: TestNetwork;
let world: World;
let driver: InProcessDriver;
let endedJobs: string[];

beforeEach(async () => {
  endedJobs = [];
  network = await startTestNetwork();
  world = await openWorld([network]);
  world.deps.chains = world.deps.chains.map((chain) => ({
    ...chain,
    confirmations: { ...chain.confirmations, settle: { kind: "blocks", blocks: 6 } },
  }));
  Reflect.set(globalThis, workSlot, {
    ...world.deps,
    chainGuard: { mayWatch: async () => true },
    workLeases: createWorkLeases(world.stores.database),
    jobRuns: { ended: async (key: string) => void endedJobs.push(key) },
    metrics: { jobEnded: () => undefined },
    instanceId: "this one",
  });
  allowTurns();
  // Without upkeep: only the watcher can wake settlement here.
  driver = createInProcessDriver({ works: [watchChain, settle.work], log: world.deps.log });
  setDriver(driver);
});
afterEach(async () => {
  stopTurns();
  await driver.stop(10_000);
  setDriver(undefined);
  Reflect.deleteProperty(globalThis, workSlot);
  await world.close();
  await network.stop();
});

it("wakes settlement with the look that sees the settle policy met, though no checkout changes by it", async () => {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, 4_500_000n);
  await network.chain.mine(1);
  await world.watch();
  await settleCheckouts(world.deps, chainId);
  expect(await world.status(checkout)).toBe("PAID");
  await network.chain.mine(4);
  driver.start(chainWatch.create({ chainId }));
  await vi.waitFor(
    async () =>
      expect(await world.query("SELECT status FROM settlements WHERE own(id)")).toEqual([
        { status: "PENDING" },
      ]),
    { timeout: 30_000 },
  );
});

it("checks a chain's balances once an hour for any number of instances", async () => {
  const turn = { hasEnded: () => false, pause: async () => true };
  const sweep = works.find(({ id }) => id === "sweep-balances");
  for (let instance = 0; instance < 3; instance++) await sweep?.run(turn, {});
  expect(endedJobs).toEqual([`sweep-balances ${chainId}`]);
});

it("repeats a check of balances that failed, and leaves chains for the next turn when this one ends", async () => {
  const sweep = works.find(({ id }) => id === "sweep-balances");
  const { balances } = world.deps;
  const broken = { ...balances, pass: () => Promise.reject(new Error("broken")) };
  const slot = Reflect.get(globalThis, workSlot);
  Reflect.set(globalThis, workSlot, { ...slot, balances: broken });
  await expect(sweep?.run({ hasEnded: () => false, pause: async () => true }, {})).rejects.toThrow("broken");
  Reflect.set(globalThis, workSlot, slot);
  await sweep?.run({ hasEnded: () => true, pause: async () => true }, {});
  expect(endedJobs).toEqual([]);
  await sweep?.run({ hasEnded: () => false, pause: async () => true }, {});
  expect(endedJobs).toEqual([`sweep-balances ${chainId}`]);
});

it("wakes delivery for a webhook whose wake-up was lost, and notes that none is due otherwise", async () => {
  const upkeep = works.find(({ id }) => id === "upkeep");
  const ended = { hasEnded: () => true, pause: async () => true };
  const started: string[] = [];
  setDriver({ ...driver, start: ({ name }) => void started.push(name) });
  await upkeep?.run(ended, {});
  // Without it a quiet service would be called late.
  expect([started, endedJobs]).toEqual([[], expect.arrayContaining(["deliver-webhooks"])]);

  const endpoints = endpointDesk(world);
  await endpoints.create();
  await endpoints.tell();
  await upkeep?.run(ended, {});
  await vi.waitFor(() => expect(started).toEqual(["outbox.created"]), { timeout: 30_000 });
});
