import { beforeEach, describe, expect, it } from "vitest";
import { closeIncident } from "@/lib/books/incident-facts.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { auditBooks } from "@/lib/testing/audit";
import { price, testNetwork, testWorld } from "@/lib/testing/world";

const depth = 20;
let checkout: Checkout;

const network = await testNetwork();
const world = testWorld([network]);
beforeEach(async () => {
  await network.chain.mine(1);
  checkout = await world.createFor(5);
  await world.scan();
});

/** Paid, and twenty blocks on the chain from the payment's on. */
async function paid() {
  const payment = await network.pay(checkout.depositAddress, price);
  await world.mineAndWatch(2);
  expect(await world.status(checkout)).toBe("PAID");
  return payment;
}

async function settled(): Promise<{ payment: Hex; sweep: Hex }> {
  const { rawTransaction: payment } = await paid();
  await settleCheckouts(world.deps, 31337);
  await world.mineAndWatch(2);
  expect(await world.status(checkout)).toBe("SETTLED");
  expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
  const [sent] = await world.query<{ raw_transaction: Hex }>(
    "SELECT raw_transaction FROM transaction_attempts",
  );
  if (sent === undefined) throw new Error("nothing was sent");
  return { payment, sweep: sent.raw_transaction };
}

async function paymentBlock(): Promise<bigint> {
  const [transfer] = await world.query<{ block_number: bigint }>(
    "SELECT block_number FROM transfers WHERE NOT orphaned",
  );
  if (transfer === undefined) throw new Error("nothing was paid");
  return transfer.block_number;
}

/** Replaces the payment's block and all above it, `depth` blocks in all. */
async function reorgFrom(block: bigint, back: [Hex, number][] = []) {
  const head = await network.chain.client.getBlockNumber({ cacheTime: 0 });
  await network.chain.mine(Number(block + BigInt(depth) - 1n - head));
  await world.watch();
  await network.chain.reorg(depth, back);
  await world.mineAndWatch();
}

async function openIncidents(): Promise<string[]> {
  return (await world.stores.incidents.open(10)).map(({ kind, checkoutId }) => `${kind} ${checkoutId}`);
}

it("blocks replaced below the finalized one are final no more", async () => {
  await paid();
  await network.chain.mine(depth);
  await world.watch();
  const before = await world.stores.positions.find(31337);
  if (before === null) throw new Error("never scanned");
  const finalizedNumber = before.blockNumber - 1n;
  await world.stores.payments.transaction((tx) =>
    tx.savePosition({ ...before, safeNumber: finalizedNumber, finalizedNumber }),
  );
  await network.chain.reorg(depth);
  await world.scan();
  const ancestor = before.blockNumber - BigInt(depth);
  expect(await world.stores.positions.find(31337)).toMatchObject({
    safeNumber: ancestor,
    finalizedNumber: ancestor,
  });
});

describe("twenty blocks replaced", () => {
  it("remove a payment that was PAID: the checkout waits again, frozen, with one incident", async () => {
    const { receipt } = await paid();
    await reorgFrom(receipt.blockNumber);
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      settlementFrozen: true,
      totalPaidUnits: 0n,
      paidUnits: 0n,
      paymentTxHash: null,
    });
    expect(await world.events(checkout)).toBe("created detected paid reverted");
    expect(await openIncidents()).toEqual([`PAYMENT_REVERTED ${checkout.id}`]);
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("remove a payment after its deadline: the checkout expires", async () => {
    const { receipt } = await paid();
    const head = await network.chain.client.getBlockNumber({ cacheTime: 0 });
    await network.chain.mine(Number(receipt.blockNumber + BigInt(depth) - 1n - head));
    await network.chain.reorg(depth);
    await network.pass(600);
    await world.watch();
    await expireCheckouts(world.deps);
    expect(await world.find(checkout)).toMatchObject({ status: "EXPIRED", settlementFrozen: true });
    expect(await openIncidents()).toEqual([`PAYMENT_REVERTED ${checkout.id}`]);
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("leave a payment that they include again PAID and its settlement free", async () => {
    const { receipt, rawTransaction } = await paid();
    await reorgFrom(receipt.blockNumber, [[rawTransaction, 7]]);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("take payment and sweep of a SETTLED checkout: the ledger holds neither, and nothing is swept again by itself", async () => {
    const { payment } = await settled();
    const before = await world.query<{ n: bigint }>("SELECT count(*) AS n FROM ledger_entries");
    await reorgFrom(await paymentBlock());
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      settlementFrozen: true,
      totalPaidUnits: 0n,
    });
    expect(await auditBooks(world, network)).toEqual([]);
    expect(await world.query("SELECT count(*) AS n FROM ledger_entries")).not.toEqual(before);
    expect(await network.balance(checkout.merchantAddress)).toBe(0n);

    await network.chain.client.sendRawTransaction({ serializedTransaction: payment });
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("remove only the sweep: the checkout is PAID again, and SETTLED when the sweep returns", async () => {
    const { payment, sweep } = await settled();
    await reorgFrom(await paymentBlock(), [[payment, 0]]);
    expect(await network.balance(checkout.depositAddress)).toBe(price);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", settlementFrozen: true });
    expect(await auditBooks(world, network)).toEqual([]);

    await network.chain.client.sendRawTransaction({ serializedTransaction: sweep });
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("leave no gap in the operator's nonces: later payments and returning ones are settled", async () => {
    const { payment } = await settled();
    await reorgFrom(await paymentBlock(), [[payment, 0]]);
    const second = await world.create();
    await network.pay(second.depositAddress, price);
    await world.mineAndWatch(2);
    expect(await world.status(second)).toBe("PAID");

    const [incident] = await world.stores.incidents.open(1);
    await closeIncident(world.stores.database, incident?.id ?? "", world.deps.clock.now());
    for (let look = 0; look < 4; look++) {
      await settleCheckouts(world.deps, 31337);
      await world.mineAndWatch(2);
      world.clockAheadMs += 20_000;
    }
    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
    expect(await world.status(second)).toBe("SETTLED");
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress)).toBe(2n * price);
    expect(await auditBooks(world, network)).toEqual([]);
  });

  it("move payment and sweep to other blocks: the checkout stays SETTLED", async () => {
    const { payment, sweep } = await settled();
    await reorgFrom(await paymentBlock(), [
      [payment, 3],
      [sweep, 9],
    ]);
    expect(await world.find(checkout)).toMatchObject({ status: "SETTLED", settlementFrozen: true });
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    expect(await auditBooks(world, network)).toEqual([]);
  });
});
