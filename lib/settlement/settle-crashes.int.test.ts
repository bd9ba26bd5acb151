import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChainSender, OutgoingStore } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { settleCheckouts } from "./settle-checkouts";
import type { SettlementStore } from "./settlement.store";

const price = 4_500_000n;
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
  await world.scan();
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

async function paid(units = price): Promise<Checkout> {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, units);
  await network.chain.mine(1);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
  return checkout;
}

const settle = () => settleCheckouts(world.deps, 31337);

/** Lets the chain and the watcher go on until nothing is open. */
async function settleToTheEnd() {
  for (let round = 0; round < 5; round++) {
    const { open } = await settle();
    await network.chain.mine(2);
    await world.watch();
    world.clockAheadMs += 20_000;
    if (open === 0 && (await settle()).open === 0) return;
  }
  throw new Error("a settlement stays open");
}

const transactions = () =>
  world.query<{ status: string; nonce: bigint; broadcast_count: number }>(
    `SELECT status, nonce, (SELECT sum(broadcast_count)::int FROM transaction_attempts
       WHERE transaction_id = outgoing_transactions.id) AS broadcast_count
     FROM outgoing_transactions ORDER BY nonce, created_at`,
  );

const items = () =>
  world.query<{ status: string; failure_reason: string | null }>(
    "SELECT status, failure_reason FROM settlement_items ORDER BY settlement_id, checkout_id",
  );

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
  ] as const)("at %s (%s it is done) is made good by the next run, and pays once", async (step, when) => {
    const checkout = await paid();
    crashAt(step, when);
    let crashed = false;
    for (let round = 0; round < 4 && !crashed; round++) {
      crashed = await settle().then(
        () => false,
        (error: Error) => error.message === "the power went",
      );
      if (crashed) break;
      await network.chain.mine(2);
      await world.watch();
    }
    expect(crashed).toBe(true);

    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
    expect(await items()).toEqual([{ status: "SWEPT", failure_reason: null }]);
  });
});
