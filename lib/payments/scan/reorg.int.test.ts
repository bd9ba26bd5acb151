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
    await world.goOn();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paymentTxHash: txHash });
    expect(await world.events(checkout)).toBe("created detected reverted detected paid");
    await world.expectBooks();
  });

  it("emits nothing when the payment only moves to another block", async () => {
    const { rawTransaction, txHash } = await network.pay(checkout.depositAddress, price);
    await world.watch();
    await network.chain.reorg(1, [[rawTransaction, 0]]);
    expect(await scanChain(world.deps, 31337)).toMatchObject({ kind: "scanned", events: 0 });
    expect(await world.find(checkout)).toMatchObject({
      status: "DETECTED",
      totalPaidUnits: price,
      paymentTxHash: txHash,
    });
    await world.expectBooks();
    await world.goOn();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await world.events(checkout)).toBe("created detected paid");
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
    await world.goOn(2);
    expect(await world.status(checkout)).toBe("PAID");
    return payment;
  }

  it("removes the payment, freezes its settlement and emits an event", async () => {
    await paid();
    await network.chain.reorg(3);
    await world.goOn();
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      settlementFrozen: true,
      totalPaidUnits: 0n,
      paidUnits: 0n,
      paidAt: null,
    });
    expect((await world.eventKinds(checkout)).at(-1)).toBe("checkout.reverted");
    await world.expectBooks();
  });

  it("is paid again by a new payment, and stays unsettled until an operator decides", async () => {
    await paid();
    await network.chain.reorg(3);
    await world.watch();
    await network.pay(checkout.depositAddress, price);
    await world.goOn(2);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", settlementFrozen: true });
    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
    await world.expectBooks();
  });

  it("is settled again when payment and sweep return in other blocks", async () => {
    const { rawTransaction } = await paid();
    await settleCheckouts(world.deps, 31337);
    await world.goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
    const [sweep] = await world.query<{ raw_transaction: typeof rawTransaction }>(
      "SELECT raw_transaction FROM transaction_attempts",
    );
    if (sweep === undefined) throw new Error("nothing was sent");

    await network.chain.reorg(5, [
      [rawTransaction, 0],
      [sweep.raw_transaction, 1],
    ]);
    await world.goOn(2);
    await world.expectBooks();
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await world.find(checkout)).toMatchObject({
      status: "SETTLED",
      settlementFrozen: true,
      totalPaidUnits: price,
      paidUnits: price,
    });
  });
});
