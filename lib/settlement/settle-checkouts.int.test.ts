import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import { testWallet } from "@/lib/testing/chain";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
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

describe("a settlement", () => {
  it("brings the merchant exactly what was paid, over-payment included", async () => {
    const checkout = await paid(price + 11n);
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price + 11n);
  });

  it("sweeps several checkouts in one transaction", async () => {
    const checkouts = [await paid(), await paid(), await paid()];
    await settleToTheEnd();
    for (const checkout of checkouts) expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(world.project.settlementWallet)).toBe(3n * price);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
  });

  it("waits until the payment is in a block that settlement trusts, and does nothing before", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(await settle()).toMatchObject({ open: 0 });
    expect(await world.query("SELECT id FROM settlements")).toEqual([]);
  });

  it("leaves a project alone that settles by hand", async () => {
    await world.close();
    world = await openServiceWorld([network], { project: { settlementPolicy: "MANUAL" } });
    await world.scan();
    const checkout = await paid();
    expect(await settle()).toMatchObject({ open: 0 });
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("is not done when its transaction is mined, but when the scanner saw the sweep final", async () => {
    const checkout = await paid();
    await settle();
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
    await network.chain.mine(1);
    await settle();
    expect(await world.status(checkout)).toBe("PAID");
    await world.watch();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

describe("several workers", () => {
  it("make one settlement and one transaction of the same checkouts", async () => {
    const checkouts = [await paid(), await paid()];
    await Promise.all(Array.from({ length: 4 }, settle));
    await settleToTheEnd();
    for (const checkout of checkouts) expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(world.project.settlementWallet)).toBe(2n * price);
    expect((await items()).every(({ status }) => status === "SWEPT")).toBe(true);
    expect(await items()).toHaveLength(2);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED" }]);
  });
});

describe("a node that does not help", () => {
  it("leaves everything as it is while it is down, and is caught up with later", async () => {
    const checkout = await paid();
    world.nodesDown = true;
    await expect(settle()).rejects.toThrow(ChainUnavailable);
    await expect(settle()).rejects.toThrow(ChainUnavailable);
    expect(await transactions()).toEqual([]);
    world.nodesDown = false;
    await settleToTheEnd();
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
  });

  it("is sent the same bytes again while it refuses, and no others", async () => {
    const checkout = await paid();
    const { sender } = world.deps;
    const sent: string[] = [];
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      broadcast: async (rawTransaction) => {
        sent.push(rawTransaction);
        return sent.length < 3
          ? { accepted: false, message: "mempool is full" }
          : sender(chainId).broadcast(rawTransaction);
      },
    });
    expect(await settle()).toMatchObject({ open: 1 });
    await settle();
    expect(sent).toHaveLength(1);
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(new Set(sent).size).toBe(1);
    expect(await transactions()).toMatchObject([{ status: "CONFIRMED", broadcast_count: 3 }]);
  });

  it("takes the next nonce when another transaction of the wallet took its own", async () => {
    const checkout = await paid();
    const { sender } = world.deps;
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      broadcast: async () => ({ accepted: false, message: "lost on the way" }),
    });
    await settle();
    world.deps.sender = sender;
    await testWallet(network.chain, 0).sendTransaction({ to: freshWallet(), value: 1n });
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect((await transactions()).map(({ status }) => status)).toEqual(["REPLACED", "CONFIRMED"]);
  });
});

describe("a stranger's sweep", () => {
  const sweepAsStranger = async (checkout: Checkout) => {
    await testWallet(network.chain, 3).writeContract({
      address: depositAddresses.factory,
      abi: depositFactoryAbi,
      functionName: "sweepMany",
      args: [
        [
          {
            terms: {
              checkoutKey: checkoutKey(checkout.id),
              merchant: checkout.merchantAddress,
              refundAuthority: checkout.refundAuthority,
              openSweep: checkout.openSweep,
            },
            token: network.usdc,
          },
        ],
      ],
    });
    await network.chain.mined();
  };

  it("settles as ours does", async () => {
    const checkout = await paid();
    await sweepAsStranger(checkout);
    await network.chain.mine(1);
    await world.watch();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await settle()).toMatchObject({ open: 0 });
    expect(await transactions()).toEqual([]);
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
  });

  it("that came before ours was mined leaves ours with nothing to do, and the checkout settled", async () => {
    const checkout = await paid();
    const { sender } = world.deps;
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      broadcast: async (rawTransaction) => {
        await sweepAsStranger(checkout);
        return sender(chainId).broadcast(rawTransaction);
      },
    });
    await settle();
    world.deps.sender = sender;
    await settleToTheEnd();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await items()).toEqual([{ status: "SWEPT", failure_reason: null }]);
  });
});
