import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CallRefused, type ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { settleCheckouts } from "./settle-checkouts";

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

async function paid(): Promise<Checkout> {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(1);
  await world.watch();
  return checkout;
}

/** One look with a sender that is changed for this look alone. */
async function settleWith(change: (sender: ChainSender) => Partial<ChainSender>) {
  const { sender } = world.deps;
  world.deps.sender = (chainId) => ({ ...sender(chainId), ...change(sender(chainId)) });
  await settleCheckouts(world.deps, 31337);
  world.deps.sender = sender;
}

async function goOn() {
  for (let round = 0; round < 4; round++) {
    await settleCheckouts(world.deps, 31337);
    await network.chain.mine(2);
    await world.watch();
    world.clockAheadMs += 20_000;
  }
}

describe("a settlement", () => {
  it("waits while the operator has no gas money, and goes on as soon as there is some", async () => {
    const checkout = await paid();
    await settleWith(() => ({
      prepareSweep: async () => Promise.reject(new CallRefused("NO_GAS_MONEY", "insufficient funds")),
    }));
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
  });

  it("whose transaction reverts as a whole is not held against its deposits: each goes alone, and soon", async () => {
    const checkouts = [await paid(), await paid(), await paid()];
    await settleWith((sender) => ({
      prepareSweep: async (items) => {
        const { succeeds, call } = await sender.prepareSweep(items);
        // Too little for even the first.
        return { succeeds, call: { ...call, gasLimit: 150_000n } };
      },
    }));
    await goOn();
    await goOn();
    expect(await Promise.all(checkouts.map((checkout) => world.status(checkout)))).toEqual(
      checkouts.map(() => "SETTLED"),
    );
    expect(
      await world.query(
        "SELECT status::text, count(*)::int FROM outgoing_transactions GROUP BY status ORDER BY status",
      ),
    ).toEqual([
      { status: "CONFIRMED", count: 3 },
      { status: "REVERTED", count: 1 },
    ]);
  });

  it("fills the gap in the nonces that is left when a node claims that another transaction took one", async () => {
    const checkout = await paid();
    const lost = async () => ({ accepted: true, message: null });
    await settleWith(() => ({ broadcast: lost }));
    world.clockAheadMs += 20_000;
    await settleWith((sender) => ({
      broadcast: lost,
      minedNonce: async () => (await sender.minedNonce()) + 1n,
      minedNonceAt: async (block) => (await sender.minedNonceAt(block)) + 1n,
    }));
    expect(await world.query("SELECT status FROM outgoing_transactions ORDER BY created_at LIMIT 1")).toEqual(
      [{ status: "REPLACED" }],
    );
    // The look that believed it has signed for the nonce above; the next settlement fills the one below.
    const next = await paid();
    await goOn();
    expect([await world.status(checkout), await world.status(next)]).toEqual(["SETTLED", "SETTLED"]);
  });
});
