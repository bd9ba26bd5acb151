import { describe, expect, it } from "vitest";
import { powerCut } from "@/lib/testing/power-cut";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const { itemsOf, look, settleToTheEnd, transactions } = settling(world);

describe("a crash", () => {
  it.each([
    ["waiting", "after"],
    ["postpone", "before"],
    ["postpone", "after"],
    ["open", "before"],
    ["open", "after"],
    ["prepareSweep", "before"],
    ["prepareSweep", "after"],
    ["minedNonce", "before"],
    ["minedNonce", "after"],
    ["storeSigned", "before"],
    ["sign", "before"],
    ["sign", "after"],
    ["storeSigned", "after"],
    ["broadcast", "before"],
    ["broadcast", "after"],
    ["noteBroadcast", "before"],
    ["noteBroadcast", "after"],
    ["complete", "before"],
    ["complete", "after"],
  ] as const)("at %s (%s it is done) is recovered by the next run, and pays once", async (...moment) => {
    const checkout = await world.paid();
    const cut = powerCut(moment);
    const { sender, settlements, outgoing } = world.deps;
    Object.assign(world.deps, { settlements: cut(settlements), outgoing: cut(outgoing) });
    world.deps.sender = (chainId) => cut(sender(chainId));
    let crashed = false;
    for (let round = 0; round < 4 && !crashed; round++) {
      crashed = await look().then(
        () => false,
        (error: Error) => error.message === "the power went",
      );
      if (crashed) break;
      await world.mineAndWatch(2);
    }
    expect(crashed).toBe(true);

    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
    expect(await itemsOf(checkout)).toEqual([{ status: "SWEPT", failure_reason: null }]);
  });
});
