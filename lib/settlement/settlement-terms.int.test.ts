import { beforeEach, describe, expect, it } from "vitest";
import { issuedUsdc } from "@/lib/testing/issuer-tokens";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";
import { isSettlementDue } from "./settlement-terms";

const minuteMs = 60_000;

const network = await testNetwork();
const world = testWorld([network], { scanned: false, stillClock: "what is due is due to the millisecond" });
const { look, settlements } = settling(world);
beforeEach(async () => {
  world.stopClock();
  // Paid after two blocks, and settled after six: as on a chain whose `safe` tag comes later than enough blocks.
  world.deps.chains = world.deps.chains.map((chain) => ({
    ...chain,
    confirmations: { ...chain.confirmations, settle: { kind: "blocks", blocks: 6 } },
  }));
  await world.scan();
});

const isDue = () => isSettlementDue(world.deps, 31337);

describe("settlement is due", () => {
  it("with the block that meets the settle policy, with one event, and begins then", async () => {
    await world.paid();
    await look();
    expect(await settlements()).toEqual([]);
    await world.mineAndWatch(3);
    expect(await isDue()).toBe(false);
    await world.mineAndWatch(1);
    expect(await isDue()).toBe(true);
    expect(await isDue()).toBe(false);
    world.clockAheadMs += 2_000;
    await look();
    expect(await settlements()).toEqual([{ status: "PENDING" }]);
    expect(await isDue()).toBe(false);
  });

  it("for each block that a deposit waits for", async () => {
    await world.paid();
    await look();
    await world.mineAndWatch(1);
    await world.paid();
    await look();
    await world.mineAndWatch(1);
    expect(await isDue()).toBe(true);
    world.clockAheadMs += 2_000;
    // Its sweep is mined in a block of its own.
    await look();
    await world.mineAndWatch(1);
    expect(await isDue()).toBe(false);
    await world.mineAndWatch(1);
    expect(await isDue()).toBe(true);
  });

  it("when a batch's delay is over, and not during it", async () => {
    await world.query("UPDATE projects SET settlement_policy = 'BATCHED'");
    await world.paid();
    await world.mineAndWatch(4);
    await look();
    expect(await settlements()).toEqual([]);
    world.clockAheadMs += 10 * minuteMs - 1;
    expect(await isDue()).toBe(false);
    world.clockAheadMs += 1;
    expect(await isDue()).toBe(true);
    await look();
    expect(await settlements()).toEqual([{ status: "PENDING" }]);
  });

  it("when each hold is over, the later one too", async () => {
    await world.query("UPDATE projects SET settlement_hold_hours = 1");
    const first = await world.paid();
    world.clockAheadMs += 5 * minuteMs;
    const second = await world.paid();
    await world.mineAndWatch(4);
    await look();
    for (const [before, checkout] of [first, second].entries()) {
      const { paidAt } = await world.find(checkout);
      world.clockAheadMs += (paidAt?.getTime() ?? 0) + 60 * minuteMs - 1 - world.deps.clock.now().getTime();
      expect(await isDue()).toBe(false);
      world.clockAheadMs += 1;
      expect(await isDue()).toBe(true);
      expect(await settlements()).toHaveLength(before);
      await look();
      expect(await settlements()).toHaveLength(before + 1);
    }
  });

  it("when a refused sweep's retry is due", async () => {
    const circle = await issuedUsdc(network);
    await world.paid();
    await world.mineAndWatch(4);
    await circle("pause", [true]);
    await look();
    await look();
    await circle("pause", [false]);
    world.clockAheadMs += minuteMs - 1;
    expect(await isDue()).toBe(false);
    world.clockAheadMs += 1;
    expect(await isDue()).toBe(true);
  });
});
