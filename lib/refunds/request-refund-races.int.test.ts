import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { newId, noon, uniqueHex } from "@/lib/testing/builders";
import { raceToWrite, someoneWaits } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { cancelRefund } from "./refund-steps";

const to = { destinationAddress: customer };
const million = 1_000_000n;
const operator = { projectId: null, userId: null };
/** Whatever is on the chain may be settled, by a wallet that is no one's. */
const terms = {
  chainId: 31337,
  upTo: 1_000_000n,
  walletAddress: uniqueHex(20),
  refundWallet: null,
  chainIds: [],
  refundsSince: null,
  revertedSince: noon,
};
const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

const paid = (units = price) => till.paid(units, { amountUnits: units });
const workers = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** What its refunds say must be what the checkout says, and never more than was received for good. */
async function audit(checkout: Checkout): Promise<bigint> {
  const { refundingUnits, refundedUnits, paidUnits } = await world.find(checkout);
  const sum = (await till.refunds(checkout)).reduce((total, { amountUnits }) => total + amountUnits, 0n);
  expect(sum).toBe(refundingUnits + refundedUnits);
  expect(sum).toBeLessThanOrEqual(paidUnits);
  return sum;
}

describe("16 concurrent refunds", () => {
  it("of equal parts: accepts exactly as many as were received", async () => {
    const checkout = await paid(price);
    const ends = await workers(16, () => outcome(till.refund(checkout, { amount: "1500000", ...to })));
    expect(ends.filter((end) => end === "done")).toHaveLength(3);
    expect(ends.filter((end) => end === "REFUND_AMOUNT_EXCEEDS_AVAILABLE")).toHaveLength(13);
    expect(await audit(checkout)).toBe(price);
  });

  it("of everything: accepts one", async () => {
    const checkout = await paid(price);
    const ends = await workers(16, () => outcome(till.refund(checkout, { amount: price.toString() })));
    expect(ends.filter((end) => end === "done")).toHaveLength(1);
    expect(await audit(checkout)).toBe(price);
  });

  it("of the rest, beside parts: one takes the rest, and the sum is the received amount", async () => {
    const checkout = await paid(100n);
    const ends = await workers(16, (index) =>
      outcome(till.refund(checkout, index % 4 === 0 ? to : { amount: "10", ...to })),
    );
    expect(ends.filter((end, index) => index % 4 === 0 && end === "done")).toHaveLength(1);
    expect(await audit(checkout)).toBe(100n);
  });

  it("of different amounts: accepts none above the rest, and refuses none within it", async () => {
    for (let round = 0; round < 5; round++) {
      const checkout = await paid(100n);
      const amounts = Array.from({ length: 16 }, (_, index) => BigInt(((index * 7 + round * 3) % 29) + 1));
      const ends = await workers(16, (index) =>
        outcome(till.refund(checkout, { amount: `${amounts[index]}`, ...to })),
      );
      const rest = 100n - (await audit(checkout));
      for (const [index, end] of ends.entries())
        if (end !== "done") expect(amounts[index]).toBeGreaterThan(rest);
    }
  });

  it("while money arrives and becomes final: no sum is overwritten", async () => {
    const checkout = await paid(price);
    const [ends] = await Promise.all([
      workers(16, () => outcome(till.refund(checkout, { amount: "500000", ...to }))),
      workers(4, () => till.receive(checkout, 1_000_000n)),
      workers(4, () => till.look(checkout)),
    ]);
    const done = ends.filter((end) => end === "done").length;
    expect(done).toBeGreaterThanOrEqual(9);
    expect(await audit(checkout)).toBe(BigInt(done) * 500_000n);
    expect((await world.find(checkout)).paidUnits).toBe(price + 4n * 1_000_000n);
  });
});

describe("the day's limit", () => {
  it("admits exactly its amount for six concurrent checkouts", async () => {
    const checkouts = await workers(6, () => paid(250n * million));
    const refunds = checkouts.map(
      (checkout) => () => till.refund(checkout, { amount: `${250n * million}`, ...to }),
    );
    const made = await raceToWrite(world.stores.database, "refunds", refunds);
    const statuses = made.map((end) => end.status === "fulfilled" && end.value.refund.status);
    expect(statuses.filter((status) => status === "PENDING")).toHaveLength(2);
    expect(statuses.filter((status) => status === "AWAITING_APPROVAL")).toHaveLength(4);
  });
});

describe("a refund against a settlement", () => {
  it("never promises money from the deposit address that a settlement sweeps", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const checkout = await paid(price);
      const deposit = { checkoutId: checkout.id, tokenAddress: checkout.tokenAddress ?? "0x" } as const;
      const settle = () =>
        world.stores.settlements.open(
          { settlementId: newId("stl"), projectId: world.project.id, requested: false },
          { ...terms, at: world.now },
          [deposit],
        );
      const refund = () => till.refund(checkout, { amount: "1000", ...to });
      // Both wait for the checkout, in turn the one and the other first.
      const { settling, refunding } = await world.stores.payments.transaction(async (tx) => {
        await tx.lockCheckouts([checkout.id]);
        const early = round % 2 === 0 ? settle() : refund();
        await someoneWaits(world.stores.database);
        const rival = round % 2 === 0 ? refund() : settle();
        return { settling: [early, rival][round % 2], refunding: [rival, early][round % 2] };
      });
      const settlement = await settling;
      await refunding;
      const [made] = await till.refunds(checkout);
      expect(made?.status).toBe(settlement === null ? "PENDING" : "AWAITING_SIGNATURE");
      seen.add(made?.status ?? "none");
    }
    expect([...seen].sort()).toEqual(["AWAITING_SIGNATURE", "PENDING"]);
  });

  it("holds a settlement off while it is open, and no longer", async () => {
    const checkout = await paid(price);
    const settleable = async () =>
      (await world.stores.settlements.waiting({ ...terms, at: world.now }, 1_000)).filter(
        ({ checkoutId, blocker }) => checkoutId === checkout.id && blocker === null,
      ).length;
    expect(await settleable()).toBe(1);
    const { refund } = await till.refund(checkout, { amount: "1" });
    expect(await settleable()).toBe(0);
    await cancelRefund(world.deps, operator, refund.id);
    expect(await settleable()).toBe(1);
  });
});

describe("refunds, payments, looks and cancellations of many checkouts at once", () => {
  it("never deadlock", async () => {
    const checkouts = await workers(6, () => till.payable());
    const ids = checkouts.map(({ id }) => id);
    const act = async (index: number) => {
      const checkout = checkouts[index % 6];
      if (checkout === undefined) throw new Error("there are six");
      switch (index % 5) {
        case 0:
          return till.receive(checkout, 1_000n).then(() => "done");
        case 1:
          return outcome(till.cancel(checkout));
        case 2:
          return world.stores.payments
            .transaction((tx) => advanceCheckouts(world.deps, tx, [...ids].reverse()))
            .then(() => "done");
        default:
          return outcome(till.refund(checkout, { amount: "300" }));
      }
    };
    const ends: string[] = [];
    // As many as get a connection without waiting long.
    for (let round = 0; round < 4; round++) ends.push(...(await workers(30, act)));
    expect(ends).toContain("done");
    for (const checkout of checkouts) await audit(checkout);
  });
});
