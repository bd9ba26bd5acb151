import { describe, expect, it } from "vitest";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { OutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { settling } from "@/lib/testing/settling-world";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import type { SettlementStore } from "./settlement.store";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const { itemsOf, look, settleToTheEnd, transactions } = settling(world);

/** Throws once, right before the named step of the sender or a store is done, or right after it. */
function crashAt(step: string, when: "before" | "after") {
  const { sender, settlements, outgoing } = world.deps;
  let armed = true;
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const value = Reflect.get(object, name);
        if (name !== step || typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          if (!armed) return value.apply(object, args);
          armed = false;
          if (when === "after") await value.apply(object, args);
          throw new Error("the power went");
        };
      },
    });
  world.deps.sender = (chainId) => guard<ChainSender>(sender(chainId));
  world.deps.settlements = guard<SettlementStore>(settlements);
  world.deps.outgoing = guard<OutgoingStore>(outgoing);
}

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
  ] as const)("at %s (%s it is done) is recovered by the next run, and pays once", async (step, when) => {
    const checkout = await world.paid();
    crashAt(step, when);
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
