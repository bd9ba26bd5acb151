import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { merchantRecord, transferEntries } from "@/lib/testing/world/odd-payments";
import { expireCheckouts } from "./expire-checkouts";

const created = "checkout.created";
const expired = "checkout.expired";
const cancelled = "checkout.cancelled";
const late = "checkout.late_paid";

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });

/** To be paid within a minute. */
const short = () => world.createFor(1);
const expire = async () => {
  await network.pass(120);
  await world.watch();
  await expireCheckouts(world.deps);
};
const cancel = ({ id }: Checkout) => cancelCheckout(world.deps, world.project.id, id);

describe("money that comes when the checkout is closed", () => {
  const cases: {
    what: string;
    /** Before the checkout is closed, and after. */
    payments: [bigint[], bigint[]];
    close: (checkout: Checkout) => Promise<unknown>;
    status: "EXPIRED" | "CANCELLED" | "LATE_PAID";
    events: string[];
  }[] = [
    {
      what: "a part on time and the rest too late are held together",
      payments: [[price - 5n], [5n]],
      close: expire,
      status: "LATE_PAID",
      events: [created, "checkout.partially_paid", expired, late],
    },
    {
      what: "a part before cancellation and the rest after it are held",
      payments: [[price - 1n], [1n]],
      close: cancel,
      status: "LATE_PAID",
      events: [created, "checkout.partially_paid", cancelled, late],
    },
  ];

  it.each(cases)("$what", async ({ payments: [before, after], close, status, events }) => {
    const checkout = await short();
    for (const units of before) await network.pay(checkout.depositAddress, units);
    await world.settle();
    await close(checkout);
    for (const units of after) await network.pay(checkout.depositAddress, units);
    await world.settle();

    const sent = [...before, ...after];
    const total = sent.reduce((sum, units) => sum + units, 0n).toString();
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({ status, isPaid: false, totalPaid: total, paidAmount: total });
    expect(record.transfers.map(({ amount }) => amount)).toEqual(sent.map(String).reverse());
    for (const transfer of record.transfers)
      expect(transfer).toMatchObject({ status: "final", counts: true });
    expect(transferEntries(record)).toMatchObject(
      sent.map((units) => ({ kind: "received", amount: units.toString(), counts: true })),
    );
    expect(await world.eventKinds(checkout)).toEqual(events);
    // Goods are not released by it, yet the entry of the move is there for the merchant.
    expect(record.timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(events));
  });
});

describe("a payment that was on time and is seen late", () => {
  it("reopens a checkout that expired while the chain was halted", async () => {
    const checkout = await short();
    const { reader } = world.deps;
    const stuck = await reader(31337).latest();
    const { txHash } = await network.pay(checkout.depositAddress, price);
    // A node that fell out of step, and whose balances are as old as its blocks.
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      latest: async () => stuck,
      balances: async (_, queries) => queries.map(() => 0n),
    });
    for (const minutes of [0, 12]) {
      world.clockAheadMs = minutes * 60_000;
      await world.scan();
    }
    await expireCheckouts(world.deps);
    expect(await merchantRecord(world, checkout)).toMatchObject({ status: "EXPIRED", transferCount: 0 });

    world.deps.reader = reader;
    await world.settle();
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({ status: "PAID", isPaid: true, paymentTxHash: txHash });
    expect(transferEntries(record)).toMatchObject([{ kind: "received", txHash, counts: true }]);
    expect(await world.eventKinds(checkout)).toEqual([
      created,
      expired,
      "checkout.detected",
      "checkout.paid",
    ]);
  });
});

describe("a payment that a reorganisation takes", () => {
  it("is shown as reverted, and its return as another transfer", async () => {
    const checkout = await world.create();
    const { txHash, rawTransaction } = await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(await world.status(checkout)).toBe("DETECTED");
    await network.chain.reorg(1);
    await world.mineAndWatch();
    const gone = await merchantRecord(world, checkout);
    expect(gone).toMatchObject({ status: "PENDING", totalPaid: "0", paymentTxHash: null });
    expect(gone.transfers).toMatchObject([{ txHash, status: "reverted", counts: false }]);

    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await network.chain.mined();
    await world.settle();
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({ status: "PAID", paidAmount: price.toString(), transferCount: 2 });
    expect(record.transfers.map(({ status, counts }) => `${status} ${counts}`).sort()).toEqual([
      "final true",
      "reverted false",
    ]);
    const amount = price.toString();
    expect(transferEntries(record)).toMatchObject([
      { kind: "received", txHash, amount, counts: true },
      { kind: "reverted", txHash, amount, counts: true, count: 1, from: record.transfers[0]?.from },
      { kind: "received", txHash, amount, counts: true },
    ]);
    expect(await world.eventKinds(checkout)).toEqual([
      created,
      "checkout.detected",
      "checkout.reverted",
      "checkout.detected",
      "checkout.paid",
    ]);
  });
});

describe("on a chain whose clock is an hour ahead of ours", () => {
  beforeEach(async () => {
    world.clockAheadMs -= 3_600_000;
    await network.pass(3_600);
    await world.watch();
  });

  it("money that we see before the deadline is in time", async () => {
    const checkout = await short();
    await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("a checkout expires once a block is read after its deadline, not before", async () => {
    const checkout = await short();
    await network.chain.mine(1);
    await world.watch();
    world.clockAheadMs += 61_000;
    await expireCheckouts(world.deps);
    expect(await world.status(checkout)).toBe("PENDING");
    await network.chain.mine(1);
    await world.watch();
    await expireCheckouts(world.deps);
    expect(await world.status(checkout)).toBe("EXPIRED");
  });
});
