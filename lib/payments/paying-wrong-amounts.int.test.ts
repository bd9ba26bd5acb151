import { Client } from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { deployPayer, merchantRecord, type Payer, transferEntries } from "@/lib/testing/world/odd-payments";

const created = "checkout.created";
const partly = "checkout.partially_paid";
const detected = "checkout.detected";
const paid = "checkout.paid";

let payer: Payer;

// One per cent: 4,455,000 of 4,500,000 are enough.
const network = await testNetwork();
const world = testWorld([network], { project: { toleranceBps: 100 }, booksAgree: true });
beforeAll(async () => {
  payer = await deployPayer(network);
});

const usdcOf = (amount: bigint) => ({ amount, chainId: 31337, tokenAddress: network.usdc });

describe("one checkout, paid in its own token", () => {
  /** Each group is paid in one block and seen before the next one. */
  const cases: {
    what: string;
    payments: bigint[][];
    status: CheckoutStatus;
    events: string[];
    /** Sum and count of each entry of the timeline. */
    entries: [string, number][];
  }[] = [
    {
      what: "a part with a top-up pays",
      payments: [[price / 2n], [price / 2n]],
      status: "PAID",
      events: [created, partly, detected, paid],
      entries: [
        ["2250000", 1],
        ["2250000", 1],
      ],
    },
    {
      what: "paid twice in one block pays, and all of it is on the books",
      payments: [[price, price]],
      status: "PAID",
      events: [created, detected, paid],
      entries: [["9000000", 2]],
    },
  ];

  it.each(cases)("$what", async ({ payments, status, events, entries }) => {
    const checkout = await world.create();
    const sent = payments.flat();
    for (const block of payments) {
      await network.inOneBlock(async () => {
        for (const units of block) await network.pay(checkout.depositAddress, units);
      });
      await world.watch();
    }
    await world.settle();

    const total = sent.reduce((sum, units) => sum + units, 0n);
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({
      status,
      isPaid: status === "PAID",
      totalPaid: total.toString(),
      paidAmount: total.toString(),
      transferCount: sent.length,
    });
    expect(record.transfers.map(({ amount }) => amount).reverse()).toEqual(sent.map(String));
    for (const transfer of record.transfers)
      expect(transfer).toMatchObject({ symbol: "USDC", status: "final", counts: true, chainId: 31337 });
    expect(transferEntries(record)).toMatchObject(
      entries.map(([amount, count]) => ({ kind: "received", amount, count, counts: true })),
    );
    expect(await world.eventKinds(checkout)).toEqual(events);
  });
});

describe("several transfers in one transaction", () => {
  it("of three checkouts pay one each", async () => {
    const [full, part, over] = [await world.create(), await world.create(), await world.create()];
    const hash = await payer.pay([
      [full.depositAddress, price],
      [part.depositAddress, 7n],
      [over.depositAddress, price + 9n],
    ]);
    await world.settle();
    const seen = async (checkout: Checkout) => {
      const { status, paidAmount, transfers, transferCount } = await merchantRecord(world, checkout);
      expect(transfers).toMatchObject([{ txHash: hash, counts: true, amount: paidAmount }]);
      return [status, paidAmount, transferCount];
    };
    expect(await seen(full)).toEqual(["PAID", "4500000", 1]);
    expect(await seen(part)).toEqual(["PENDING", "7", 1]);
    expect(await seen(over)).toEqual(["PAID", "4500009", 1]);
    expect(await world.eventKinds(part)).toEqual([created, partly]);
  });
});

/** @returns how many statements were sent meanwhile */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const sent = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}

describe("dust by the thousand", () => {
  it("costs no statement for each transfer, and pays", async () => {
    const checkout = await world.create(usdcOf(1_000n));
    for (let round = 0; round < 4; round++) await payer.payOften(checkout.depositAddress, 1n, 250);
    // A statement for each transfer would make dust an attack.
    expect(await statementsOf(world.settle)).toBeLessThan(200);
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({
      status: "PAID",
      totalPaid: "1000",
      paidAmount: "1000",
      transferCount: 1_000,
    });
    // Of the newest hundred every second one is its twin in a block that a reorganisation took.
    expect(record.transfers).toHaveLength(50);
    expect(transferEntries(record)).toMatchObject([{ amount: "1000", count: 1_000, counts: true }]);
    expect(await world.eventKinds(checkout)).toEqual([created, detected, paid]);
  });
});
