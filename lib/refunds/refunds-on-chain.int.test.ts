import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { refundProgress } from "@/lib/checkouts/refund-progress.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { auditBooks } from "@/lib/testing/audit";
import type { TestNetwork } from "@/lib/testing/network";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";

let customer: Hex;

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));
beforeEach(() => {
  customer = freshWallet();
});

/** Paid by the price, and a refund to the customer asked for. */
async function asked(units = price): Promise<Checkout> {
  const checkout = await desk.paid();
  await desk.refund(checkout, customer, units);
  return checkout;
}
/** The newest blocks go, and another comes. */
async function reorg(...blocks: Parameters<TestNetwork["chain"]["reorg"]>): Promise<void> {
  await network.chain.reorg(...blocks);
  await network.chain.mine(1);
}
const statuses = async (checkout: Checkout) => (await desk.refunds(checkout)).map(({ status }) => status);
const incidents = async () => (await world.stores.incidents.open(10)).map(({ kind }) => kind);
const timeline = async ({ id }: Checkout) =>
  (
    await world.query<{ kind: string }>(
      "SELECT kind FROM checkout_events WHERE checkout_id = $1 AND kind LIKE 'refund%' ORDER BY id",
      [id],
    )
  ).map(({ kind }) => kind);

describe.each([
  [
    "out of the deposit address",
    (checkout: Checkout, units: bigint) => desk.sendBack(checkout, customer, units),
  ],
  ["out of the merchant's wallet", (_: Checkout, units: bigint) => desk.payBack(customer, units)],
])("a refund paid %s", (_, pay) => {
  it("is found, completed when final, and the checkout becomes REFUNDED when everything is refunded", async () => {
    const checkout = await asked();
    const { txHash } = await pay(checkout, price);
    await world.scan();
    expect(await desk.refunds(checkout)).toMatchObject([{ status: "PROCESSING", txHash }]);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", refundingUnits: price });
    await world.mineAndWatch(2);
    expect(await desk.refunds(checkout)).toMatchObject([
      { status: "COMPLETED", txHash, completedAt: expect.any(Date) },
    ]);
    expect(await world.find(checkout)).toMatchObject({
      status: "REFUNDED",
      refundedUnits: price,
      refundingUnits: 0n,
    });
    expect((await world.eventKinds(checkout)).slice(-2)).toEqual(["refund.completed", "checkout.refunded"]);
    expect(await timeline(checkout)).toEqual(["refund.requested", "refund.sent", "refund.completed"]);
    expect(await incidents()).toEqual([]);
  });

  it("in part changes no status", async () => {
    const checkout = await asked(1_000_000n);
    await pay(checkout, 1_000_000n);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED"]);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", refundedUnits: 1_000_000n });
    const [event] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE kind = 'refund.completed'",
    );
    expect(JSON.parse(event?.body ?? "{}")).toMatchObject({
      event: "refund.completed",
      data: {
        checkoutId: checkout.id,
        status: "PAID",
        refund: { amount: "1000000", status: "COMPLETED", claimUrl: null },
      },
    });
  });

  it("that a reorg removes before finality waits again, as sent, and is found where it returns", async () => {
    const checkout = await asked();
    const { rawTransaction, txHash } = await pay(checkout, price);
    await world.scan();
    await reorg(1);
    await world.watch();
    const [taken] = await desk.refunds(checkout);
    expect(taken).toMatchObject({ status: "AWAITING_SIGNATURE", txHash });
    expect(taken && refundProgress(taken).step).toBe("sent");
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", refundingUnits: price });
    await network.chain.client
      .sendRawTransaction({ serializedTransaction: rawTransaction })
      .catch(() => null);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED"]);
    expect(await world.status(checkout)).toBe("REFUNDED");
    expect(await incidents()).toEqual([]);
  });

  it("that a reorg removes between the nodes' answers and the books isn't completed", async () => {
    const checkout = await asked();
    await pay(checkout, price);
    await world.scan();
    const payments = await world.query<{ id: string }>("SELECT id FROM refund_payments WHERE NOT orphaned");
    const ids = payments.map(({ id }) => id);
    expect(ids).toHaveLength(1);
    await reorg(1);
    await world.scan();
    const final = await world.deps.payments.transaction((tx) =>
      tx.markRefundPaymentsFinal(ids, world.deps.clock.now()),
    );
    expect(final).toEqual([]);
    expect(await statuses(checkout)).toEqual(["AWAITING_SIGNATURE"]);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", refundedUnits: 0n });
  });

  it("that a deep reorg removes raises an incident, and freezes the checkout", async () => {
    const checkout = await asked();
    await pay(checkout, price);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("REFUNDED");
    await reorg(3);
    await world.watch();
    expect(await statuses(checkout)).toEqual(["AWAITING_SIGNATURE"]);
    expect(await world.find(checkout)).toMatchObject({
      status: "PAID",
      settlementFrozen: true,
      refundedUnits: 0n,
      refundingUnits: price,
    });
    expect((await world.eventKinds(checkout)).at(-1)).toBe("checkout.reverted");
    expect(await incidents()).toEqual(["REFUND_REVERTED"]);
  });

  it("that a deep reorg moves to another block is paid, and isn't paid again", async () => {
    const checkout = await asked();
    const { rawTransaction } = await pay(checkout, price);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED"]);
    await reorg(3, [[rawTransaction, 1]]);
    await world.scan();
    expect(await statuses(checkout)).toEqual(["PROCESSING"]);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED"]);
    expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: price });
  });

  it("that a deep reorg removes together with the payment leaves a checkout that can be paid again", async () => {
    const checkout = await desk.paid();
    const paidIn = await network.chain.client.getBlockNumber();
    await desk.refund(checkout, customer, price);
    await pay(checkout, price);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("REFUNDED");
    const above = (await network.chain.client.getBlockNumber()) - paidIn;
    await reorg(Number(above) + 3);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      settlementFrozen: true,
      totalPaidUnits: 0n,
      refundedUnits: 0n,
    });
    await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("of two equal ones with one log is the older one", async () => {
    const checkout = await desk.paid();
    const { refund: first } = await desk.refund(checkout, customer, 1_000_000n);
    await desk.refund(checkout, customer, 1_000_000n);
    const { txHash } = await pay(checkout, 1_000_000n);
    await world.mineAndWatch(2);
    // Read again and again, a log pays no second refund.
    for (let round = 0; round < 3; round++) await world.mineAndWatch(2);
    expect(await desk.refunds(checkout)).toMatchObject([
      { id: first.id, status: "COMPLETED", txHash },
      { status: "AWAITING_SIGNATURE" },
    ]);
    await pay(checkout, 1_000_000n);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED", "COMPLETED"]);
    expect(await world.find(checkout)).toMatchObject({ refundedUnits: 2_000_000n, refundingUnits: 0n });
  });
});

describe("a transfer by wallet that is not the refund", () => {
  it.each([
    ["another amount", () => desk.payBack(customer, price - 1n)],
    ["another destination", () => desk.payBack(freshWallet(), price)],
    ["another token", () => desk.payBack(customer, price, { token: network.usdt })],
    ["another wallet", () => desk.payBack(customer, price, { account: 1 })],
  ])("%s pays nothing", async (_, pay) => {
    const checkout = await asked();
    await pay();
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["AWAITING_SIGNATURE"]);
    expect(await world.query("SELECT id FROM refund_payments")).toEqual([]);
  });

  it("from before its request pays nothing", async () => {
    const checkout = await desk.paid();
    await desk.payBack(customer, price);
    // The chain's time runs ahead of the clock, by a second for each block.
    const { timestamp } = await network.chain.client.getBlock();
    world.clockAheadMs += Number(timestamp) * 1_000 - world.deps.clock.now().getTime() + 1_000;
    await desk.refund(checkout, customer, price);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["AWAITING_SIGNATURE"]);
  });
});

describe("an unrequested refund", () => {
  it("from the deposit is recorded as a refund of its own", async () => {
    const checkout = await desk.paid();
    const { txHash } = await desk.sendBack(checkout, customer, price);
    await world.scan();
    expect(await desk.refunds(checkout)).toMatchObject([
      { status: "PROCESSING", refundType: "OTHER", reason: null, destinationAddress: customer, txHash },
    ]);
    expect(await world.find(checkout)).toMatchObject({ refundingUnits: price, settlementFrozen: false });
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("REFUNDED");
    expect(await timeline(checkout)).toEqual(["refund.unasked", "refund.completed"]);
    expect(await incidents()).toEqual([]);
  });

  it("is cancelled when a reorg removes it, and not expected again", async () => {
    const checkout = await desk.paid();
    await desk.sendBack(checkout, customer, price);
    await world.scan();
    await reorg(1);
    await world.watch();
    expect(await desk.refunds(checkout)).toMatchObject([{ status: "CANCELLED", txHash: null }]);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", refundingUnits: 0n });
  });

  it("beside an open refund freezes the checkout instead of stopping the chain", async () => {
    const checkout = await asked();
    await desk.sendBack(checkout, freshWallet(), price);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["AWAITING_SIGNATURE", "COMPLETED"]);
    expect(await world.find(checkout)).toMatchObject({
      settlementFrozen: true,
      refundedUnits: price,
      refundingUnits: price,
    });
    expect(await incidents()).toEqual(["OVER_REFUNDED"]);
    const other = await desk.paid();
    expect(await world.status(other)).toBe("PAID");
  });

  it.each([
    ["the wallet first", true],
    ["the deposit first", false],
  ])("that pays a refund a second time freezes the checkout: %s", async (_, isWalletFirst) => {
    const checkout = await asked();
    if (isWalletFirst) await desk.payBack(customer, price);
    await desk.sendBack(checkout, customer, price);
    if (!isWalletFirst) await desk.payBack(customer, price);
    await world.mineAndWatch(2);
    expect(await statuses(checkout)).toEqual(["COMPLETED", "COMPLETED"]);
    expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: 2n * price });
    expect(await incidents()).toEqual(["OVER_REFUNDED"]);
  });

  it("in another token is recorded in the ledger only", async () => {
    const checkout = await desk.paid();
    await network.pay(checkout.depositAddress, 7n, { token: network.usdt });
    await world.mineAndWatch(2);
    await desk.sendBack(checkout, customer, 7n, { token: network.usdt });
    await world.mineAndWatch(2);
    expect(await desk.refunds(checkout)).toEqual([]);
    expect(
      await world.query("SELECT refund_id, amount_units FROM refund_payments WHERE NOT orphaned"),
    ).toEqual([{ refund_id: null, amount_units: 7n }]);
    expect(await timeline(checkout)).toEqual(["refund.stray"]);
    expect(await incidents()).toEqual([]);
  });

  it("arrives in the same blocks as the payment, and before it in the books", async () => {
    const checkout = await world.create({
      amount: price,
      chainId: 31337,
      tokenAddress: network.usdc,
      expiryMinutes: 10,
    });
    await network.pay(checkout.depositAddress, price);
    await desk.sendBack(checkout, customer, price);
    await world.mineAndWatch(2);
    expect(await world.find(checkout)).toMatchObject({
      status: "REFUNDED",
      refundedUnits: price,
      settlementFrozen: false,
    });
  });
});

describe("after settlement", () => {
  it("the merchant's own transfer makes it REFUNDED, and later money changes nothing", async () => {
    const checkout = await desk.paid();
    await settleCheckouts(world.deps, 31337);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("SETTLED");
    await desk.refund(checkout, customer, price);
    await desk.payBack(customer, price);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("REFUNDED");
    await network.pay(checkout.depositAddress, 5n);
    await world.mineAndWatch(2);
    expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", totalPaidUnits: price + 5n });
  });
});

describe("money returned before a token was selected", () => {
  it("doesn't pay a checkout whose token is selected after the merchant sent the money back", async () => {
    const { chainId } = network.definition;
    const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(2);
    await desk.sendBack(checkout, freshWallet(), price);
    await world.mineAndWatch(2);
    await expect(
      selectToken(world.deps, checkout.id, { chainId, tokenAddress: network.usdc }),
    ).rejects.toMatchObject({ code: "CHECKOUT_NOT_SELECTABLE" });
    await world.mineAndWatch(2);
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    // In another token it can be paid all the same.
    await selectToken(world.deps, checkout.id, { chainId, tokenAddress: network.usdt });
    const { amountUnits } = await world.find(checkout);
    await network.pay(checkout.depositAddress, amountUnits ?? 0n, { token: network.usdt });
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
  });
});
