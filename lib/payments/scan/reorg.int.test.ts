import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { scanChain } from "./scan-chain";

let checkout: Checkout;

const network = await testNetwork();
const world = testWorld([network]);
beforeEach(async () => {
  // Room below, so that a reorg stays above the first scanned block.
  await network.chain.mine(1);
  checkout = await world.create();
  await world.scan();
});

describe("before a payment is final", () => {
  it("returns to waiting when the payment is dropped, and detects it again when it is mined again", async () => {
    const { rawTransaction, txHash } = await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(await world.status(checkout)).toBe("DETECTED");

    await network.chain.reorg(1);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      totalPaidUnits: 0n,
      paymentTxHash: null,
    });
    await world.expectBooks();

    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await network.chain.mined();
    await world.mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paymentTxHash: txHash });
    expect(await world.events(checkout)).toBe("created detected reverted detected paid");
    await world.expectBooks();
  });

  it("expires when the payment is gone for good after the deadline", async () => {
    const short = await world.createFor(1);
    await network.pay(short.depositAddress, price);
    await world.scan();
    expect(await world.status(short)).toBe("DETECTED");
    await network.chain.reorg(1);
    await network.pass(120);
    await world.scan();
    expect(await world.find(short)).toMatchObject({ status: "EXPIRED", totalPaidUnits: 0n });
    expect(await world.events(short)).toBe("created detected reverted");
    await world.expectBooks();
  });

  it("keeps the remaining part", async () => {
    await network.pay(checkout.depositAddress, price - 1n);
    await network.pay(checkout.depositAddress, 1n);
    await world.watch();
    await network.chain.reorg(1);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: price - 1n });
    await world.expectBooks();
  });

  it("is removed when the replacing branch is still shorter", async () => {
    const goBack = await network.chain.snapshot();
    await network.chain.mine(1);
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(await world.status(checkout)).toBe("DETECTED");

    await goBack();
    await network.pass(5);
    expect(await scanChain(world.deps, 31337)).toMatchObject({ kind: "scanned", remaining: 0n });
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    await world.expectBooks();
  });

  it("follows one reorg after another over the same blocks", async () => {
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await world.scan();
    for (const transactions of [[], [[rawTransaction, 0]], [], [[rawTransaction, 0]]] as [
      typeof rawTransaction,
      number,
    ][][]) {
      await network.chain.reorg(1, transactions);
      await world.scan();
      expect(await world.status(checkout)).toBe(transactions.length === 0 ? "PENDING" : "DETECTED");
      await world.expectBooks();
    }
  });
});

describe("after a payment was final", () => {
  async function paid() {
    const payment = await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
    return payment;
  }

  it("is paid again by a new payment, and stays unsettled until an operator decides", async () => {
    await paid();
    await network.chain.reorg(3);
    await world.watch();
    await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(2);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", settlementFrozen: true });
    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
    await world.expectBooks();
  });
});
