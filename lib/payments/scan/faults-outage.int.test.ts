import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld, withSettings } from "@/lib/testing/world/faulty-nodes";

const secondsPerBlock = 20;
/** So that three hours are many ranges. */
const maxBlockRange = 60;
let faulty: FaultyWorld;

const network = withSettings(await testNetwork(), { maxBlockRange });
beforeEach(async () => {
  faulty = await openFaultyWorld(await openWorld([network]), 2);
  await faulty.round();
  await network.chain.mine(1);
  await faulty.round();
});
afterEach(() => faulty?.world.close());

/** The chain goes on for so long; the clock stays with it. */
async function chainGoesOn(minutes: number) {
  const { client } = network.chain;
  for (let left = (minutes * 60) / secondsPerBlock; left > 0; left -= 60)
    await client.mine({ blocks: Math.min(left, 60), interval: secondsPerBlock });
  await faulty.followChain();
}

const create = (minutes: number) => faulty.world.createFor(minutes);

async function noNodeAnswers(during: () => Promise<void>) {
  for (const { faults } of faulty.proxies) faults.set({ kind: "outage" });
  await during();
  await faulty.round();
  for (const { faults } of faulty.proxies) faults.clear();
}

describe("three hours without a node", () => {
  it("reads the newest blocks first, then finds the payments meanwhile, and expires only unpaid checkouts", async () => {
    const { world } = faulty;
    const [early, atTheLimit, partly, unpaid, long] = [
      await create(30),
      await create(30),
      await create(30),
      await create(30),
      await create(24 * 60),
    ];
    await noNodeAnswers(async () => {
      await chainGoesOn(10);
      await network.pay(early.depositAddress, price);
      await network.pay(partly.depositAddress, price - 1n);
      await chainGoesOn(18);
      await network.pay(atTheLimit.depositAddress, price);
      await chainGoesOn(90);
      await network.pay(long.depositAddress, price);
      await network.pay(partly.depositAddress, 1n);
      await chainGoesOn(62);
      await faulty.round();
    });
    for (const checkout of [early, atTheLimit, partly, unpaid, long])
      expect(await world.status(checkout)).toBe("PENDING");

    const fresh = await create(30);
    await network.pay(fresh.depositAddress, price);
    await faulty.round();
    expect(await world.status(fresh)).toBe("DETECTED");
    expect(await world.status(long)).toBe("PENDING");
    expect(await faulty.recover()).toEqual([]);
    const order = await world.query<{ checkout_id: string }>(
      "SELECT checkout_id FROM checkout_events WHERE kind = 'checkout.detected' ORDER BY id",
    );
    expect(order.map(({ checkout_id }) => checkout_id)).toEqual(
      [fresh, early, atTheLimit, long].map(({ id }) => id),
    );

    for (const checkout of [early, atTheLimit, long, fresh]) {
      expect(await world.status(checkout)).toBe("PAID");
      expect(await world.eventKinds(checkout)).not.toContain("checkout.expired");
    }
    expect(await world.status(unpaid)).toBe("EXPIRED");
    expect(await world.status(partly)).toBe("LATE_PAID");
    expect(await world.eventKinds(partly)).toContain("checkout.expired");
  });
});
