import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { refundLatePayments } from "@/lib/refunds/request-refund";
import { later, newId, noon } from "@/lib/testing/builders";
import { openTill, outcome, price, type Till } from "@/lib/testing/till";
import { acceptLatePayment } from "./accept-late-payment";

const operator = { projectId: null, userId: null };
let till: Till;
let day = 0;

beforeAll(async () => {
  till = await openTill();
});
beforeEach(async () => {
  day += 1;
  till.now = later(day * 24 * 3_600_000);
  await setPolicy("HOLD");
});
afterAll(() => till?.close());

const setPolicy = (policy: string) =>
  till.query("UPDATE projects SET late_payment_policy = $2::late_payment_policy WHERE id = $1", [
    till.project.id,
    policy,
  ]);

async function late(overrides: Partial<Checkout> = {}, amount = price): Promise<Checkout> {
  const checkout = await till.create({ status: "EXPIRED", ...overrides });
  await till.receive(checkout, amount);
  const found = await till.find(checkout);
  expect(found.status).toBe("LATE_PAID");
  return found;
}
const audited = (target: string) =>
  till.query<{ action: string }>("SELECT action FROM audit_log WHERE target = $1", [target]);

describe("an owner who accepts a late payment", () => {
  it("makes it count as paid, tells so once, and lets it be settled", async () => {
    const checkout = await late();
    const { checkout: accepted, events } = await acceptLatePayment(till.deps, operator, checkout.id);
    expect(accepted).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: till.now });
    expect(events).toBe(1);
    expect(await till.find(checkout)).toMatchObject({ lateAcceptedAt: till.now });
    const [last] = await till.query<{ kind: string; body: string }>(
      "SELECT kind, body FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence DESC LIMIT 1",
      [checkout.id],
    );
    expect(last?.kind).toBe("checkout.late_paid");
    expect(JSON.parse(last?.body ?? "{}")).toMatchObject({ data: { accepted: true } });
    expect(await audited(checkout.id)).toEqual([{ action: "checkout.late_payment_accepted" }]);
    const waiting = await till.stores.settlements.waiting(
      {
        chainId: 31337,
        upTo: 1_000_000n,
        walletAddress: `0x${"1".repeat(40)}`,
        refundWallet: null,
        chainIds: [],
        refundsSince: null,
        revertedSince: noon,
        at: till.now,
      },
      1_000,
    );
    expect(waiting).toContainEqual(expect.objectContaining({ checkoutId: checkout.id, hindrance: null }));
    await till.sweep(checkout, price);
    expect((await till.find(checkout)).status).toBe("SETTLED");
  });

  it("does so once, however many try at the same time", async () => {
    const checkout = await late();
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => outcome(acceptLatePayment(till.deps, operator, checkout.id))),
    );
    expect(ends.filter((end) => end === "done")).toHaveLength(1);
    expect(ends.filter((end) => end === "CHECKOUT_NOT_ACCEPTABLE")).toHaveLength(7);
  });

  it("cannot accept what is not late, goes back already, or is another project's", async () => {
    const inTime = await till.paid(price, { expiresAt: later(30 * 60_000, till.now) });
    const goingBack = await late();
    await till.refund(goingBack, { amount: price.toString() });
    for (const { id } of [inTime, goingBack])
      expect(await outcome(acceptLatePayment(till.deps, operator, id))).toBe("CHECKOUT_NOT_ACCEPTABLE");
    const stranger = { projectId: await till.stores.createProject(), userId: "usr_1" };
    const checkout = await late();
    for (const id of [checkout.id, newId("chk")])
      expect(await outcome(acceptLatePayment(till.deps, stranger, id))).toBe("CHECKOUT_NOT_FOUND");
    expect(await outcome(acceptLatePayment(till.deps, operator, newId("chk")))).toBe("CHECKOUT_NOT_FOUND");
  });
});

describe("late payments of a project that sends them back", () => {
  it("get one refund of all that came, whoever looks and how often", async () => {
    const checkout = await late({}, price + 500_000n);
    await setPolicy("REFUND");
    const made = await Promise.all(Array.from({ length: 4 }, () => refundLatePayments(till.deps)));
    expect(made.flat().filter(({ checkoutId }) => checkoutId === checkout.id)).toMatchObject([
      {
        checkoutId: checkout.id,
        amountUnits: price + 500_000n,
        refundType: "LATE_PAYMENT",
        status: "AWAITING_ADDRESS",
        viaApi: false,
      },
    ]);
    expect(await refundLatePayments(till.deps)).toEqual([]);
    expect((await till.find(checkout)).refundingUnits).toBe(price + 500_000n);
  });

  it("are not sent back again when an owner cancelled that refund", async () => {
    await setPolicy("REFUND");
    const checkout = await late();
    const made = await refundLatePayments(till.deps);
    const refund = made.find(({ checkoutId }) => checkoutId === checkout.id);
    await cancelRefund(till.deps, operator, refund?.id ?? "");
    expect(await refundLatePayments(till.deps)).toEqual([]);
    expect((await acceptLatePayment(till.deps, operator, checkout.id)).checkout.lateAcceptedAt).toEqual(
      till.now,
    );
  });

  it("stay where they are by the usual policy, and when they were accepted", async () => {
    await late();
    expect(await refundLatePayments(till.deps)).toEqual([]);
    const accepted = await late();
    await acceptLatePayment(till.deps, operator, accepted.id);
    await setPolicy("REFUND");
    const ids = (await refundLatePayments(till.deps)).map(({ checkoutId }) => checkoutId);
    expect(ids).not.toContain(accepted.id);
  });

  it("wait for an owner when their checkout is frozen", async () => {
    const checkout = await late();
    await till.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [checkout.id]);
    await setPolicy("REFUND");
    const made = await refundLatePayments(till.deps);
    expect(made.find(({ checkoutId }) => checkoutId === checkout.id)?.status).toBe("AWAITING_APPROVAL");
  });
});

describe("an over-payment", () => {
  it("goes back as such in part or whole, never more than came", async () => {
    const checkout = await till.paid(price + 300n, {
      amountUnits: price,
      expiresAt: later(30 * 60_000, till.now),
    });
    const ask = (amount: bigint) =>
      outcome(
        till.refund(checkout, {
          amount: amount.toString(),
          refundType: "OVERPAYMENT",
          destinationAddress: `0x${"f1".repeat(20)}`,
        }),
      );
    expect(await ask(300n)).toBe("done");
    expect((await till.find(checkout)).status).toBe("PAID");
    expect(await ask(price + 1n)).toBe("REFUND_AMOUNT_EXCEEDS_AVAILABLE");
    expect(await ask(price)).toBe("done");
  });
});
