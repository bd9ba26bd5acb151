import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { refundLatePayments } from "@/lib/refunds/request-refund";
import { newId, noon, uniqueHex } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { acceptPayment, readAcceptance } from "./accept-payment";

const operator = { projectId: null, userId: null };
const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

beforeEach(async () => {
  await setPolicy("HOLD");
});

const setPolicy = (policy: string) =>
  world.query("UPDATE projects SET late_payment_policy = $2::late_payment_policy WHERE id = $1", [
    world.project.id,
    policy,
  ]);

async function late(overrides: Partial<Checkout> = {}, amount = price): Promise<Checkout> {
  const checkout = await till.create({ status: "EXPIRED", ...overrides });
  await till.receive(checkout, amount);
  const found = await world.find(checkout);
  expect(found.status).toBe("LATE_PAID");
  return found;
}
const audited = (target: string) =>
  world.query<{ action: string }>("SELECT action FROM audit_log WHERE target = $1", [target]);

describe("an owner who accepts a late payment", () => {
  it("makes it count as paid, emits one event, and releases its settlement", async () => {
    const checkout = await late();
    const before = await world.eventKinds(checkout);
    const accepted = await acceptPayment(world.deps, operator, checkout.id, undefined);
    expect(accepted).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: world.now });
    expect(await world.eventKinds(checkout)).toEqual([...before, "checkout.late_paid"]);
    expect(await world.find(checkout)).toMatchObject({ lateAcceptedAt: world.now });
    const [last] = await world.query<{ kind: string; body: string }>(
      "SELECT kind, body FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence DESC LIMIT 1",
      [checkout.id],
    );
    expect(last?.kind).toBe("checkout.late_paid");
    expect(JSON.parse(last?.body ?? "{}")).toMatchObject({
      data: { accepted: true, acceptedAmount: `${price}`, amount: `${price}` },
    });
    expect(await audited(checkout.id)).toEqual([{ action: "checkout.payment_accepted" }]);
    const waiting = await world.stores.settlements.waiting(
      {
        chainId: 31337,
        upTo: 1_000_000n,
        walletAddress: `0x${"1".repeat(40)}`,
        refundWallet: null,
        chainIds: [],
        refundsSince: null,
        revertedSince: noon,
        at: world.now,
      },
      1_000,
    );
    expect(waiting).toContainEqual(expect.objectContaining({ checkoutId: checkout.id, blocker: null }));
    await till.sweep(checkout, price);
    expect((await world.find(checkout)).status).toBe("SETTLED");
  });

  it("acceptPayment under the lock: it was accepted", async () => {
    const checkout = await late();
    const accept = (deps = world.deps) => acceptPayment(deps, operator, checkout.id, undefined);
    const again = changedBefore(world.deps, "lockOthersOfOrder", () => accept(), accept);
    expect(await outcome(again)).toBe("CHECKOUT_NOT_ACCEPTABLE");
    expect(await audited(checkout.id)).toHaveLength(1);
  });

  it("finds no checkout for an unknown id, or of another project", async () => {
    const stranger = { projectId: await world.stores.createProject(), userId: "usr_1" };
    const { id } = await late();
    for (const [by, target] of [
      [stranger, id],
      [stranger, newId("chk")],
      [operator, newId("chk")],
    ] as const)
      expect(await outcome(acceptPayment(world.deps, by, target, undefined))).toBe("CHECKOUT_NOT_FOUND");
  });
});

const part = 4_000_000n;

describe("an owner who accepts a partial payment", () => {
  const accept = (checkout: Checkout, shown?: bigint) =>
    acceptPayment(world.deps, operator, checkout.id, shown);

  async function told(checkout: Checkout) {
    const rows = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence",
      [checkout.id],
    );
    return rows.map(({ body }) => {
      const { event, data } = JSON.parse(body);
      return [event.replace("checkout.", ""), data.status, data.acceptedAmount];
    });
  }

  async function partlyPaid(
    units = part,
    final = true,
    overrides: Partial<Checkout> = {},
  ): Promise<Checkout> {
    const checkout = await till.payable(overrides);
    await till.receive(checkout, units, { final });
    return world.find(checkout);
  }

  async function expired(units = part): Promise<Checkout> {
    const checkout = await partlyPaid(units);
    await till.passExpiry(checkout);
    await till.look(checkout);
    return world.find(checkout);
  }

  /** A reorganisation takes all that the checkout received. */
  async function loseAll(checkout: Checkout): Promise<void> {
    const rows = await world.query<{ id: string }>(
      "SELECT id FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
      [checkout.id],
    );
    await world.stores.payments.transaction(async (tx) => {
      await tx.orphanRows(
        31337,
        rows.map(({ id }) => id),
      );
      await advanceCheckouts(world.deps, tx, [checkout.id]);
    });
  }

  it("makes a PENDING checkout DETECTED, then PAID once the payment is final, then SETTLED", async () => {
    const checkout = await partlyPaid(part, false);
    const accepted = await accept(checkout, part);
    expect(accepted).toMatchObject({ status: "DETECTED", acceptedUnits: part, amountUnits: price });
    await till.finalize(checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paidUnits: part, paidAt: world.now });
    await till.sweep(checkout, part);
    expect((await world.find(checkout)).status).toBe("SETTLED");
    expect((await told(checkout)).slice(1)).toEqual([
      ["partially_paid", "PENDING", null],
      ["detected", "DETECTED", `${part}`],
      ["paid", "PAID", `${part}`],
      ["settled", "SETTLED", `${part}`],
    ]);
    expect(await audited(checkout.id)).toEqual([{ action: "checkout.payment_accepted" }]);
  });

  it("accepts a checkout as expired when its deadline passed and no job has expired it yet", async () => {
    const checkout = await partlyPaid();
    await till.passExpiry(checkout);
    expect(await accept(checkout)).toMatchObject({
      status: "LATE_PAID",
      lateAcceptedAt: world.now,
      acceptedUnits: part,
    });
    expect((await told(checkout)).map(([kind]) => kind)).toEqual([
      "created",
      "partially_paid",
      "expired",
      "late_paid",
    ]);
  });

  it("is refused for another amount than received, and changes nothing", async () => {
    const checkout = await partlyPaid();
    await till.receive(checkout, 100n);
    const refused = accept(checkout, part);
    await expect(refused).rejects.toMatchObject({
      code: "ACCEPT_AMOUNT_MISMATCH",
      status: 409,
      message: expect.stringContaining(`${part + 100n}`),
    });
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", acceptedUnits: null });
    expect(await audited(checkout.id)).toEqual([]);
  });

  it("acceptPayment under the lock: more money came than the owner saw", async () => {
    const checkout = await partlyPaid();
    const accepting = changedBefore(
      world.deps,
      "lockOthersOfOrder",
      () => till.receive(checkout, 1n),
      (deps) => acceptPayment(deps, operator, checkout.id, part),
    );
    expect(await outcome(accepting)).toBe("ACCEPT_AMOUNT_MISMATCH");
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", acceptedUnits: null });
  });

  it("acceptPayment under the lock: the order's other checkout was paid", async () => {
    const checkout = await partlyPaid();
    const successor = await till.create({ replaces: checkout.id });
    await world.query("UPDATE checkouts SET replaced_by = $2 WHERE id = $1", [checkout.id, successor.id]);
    const accepted = changedWhileWaiting(
      world.stores.database,
      (holder) =>
        holder.query("UPDATE checkouts SET status = 'DETECTED', payment_tx_hash = $2 WHERE id = $1", [
          successor.id,
          uniqueHex(32),
        ]),
      () => acceptPayment(world.deps, operator, checkout.id, undefined),
    );
    expect(await outcome(accepted)).toBe("CHECKOUT_NOT_ACCEPTABLE");
    expect(await world.find(checkout)).toMatchObject({ acceptedUnits: null });
  });

  it("acceptPayment under the lock: a visitor of its invoice replaced it", async () => {
    const checkout = await partlyPaid();
    await world.query("UPDATE checkouts SET status = 'EXPIRED' WHERE id = $1", [checkout.id]);
    const successor = await till.create();
    await changedWhileWaiting(
      world.stores.database,
      (holder) => holder.query("SELECT FROM checkouts WHERE id = $1 FOR UPDATE", [checkout.id]),
      () => acceptPayment(world.deps, operator, checkout.id, undefined),
      async (holder) => {
        await holder.query("UPDATE checkouts SET replaced_by = $2 WHERE id = $1", [
          checkout.id,
          successor.id,
        ]);
        await holder.query("UPDATE checkouts SET replaces = $2 WHERE id = $1", [successor.id, checkout.id]);
      },
    );
    expect(await world.find(checkout)).toMatchObject({ acceptedUnits: part });
    expect((await world.find(successor)).status).toBe("CANCELLED");
  });

  it("ends when a reorganisation takes a payment that is not final: the whole price is due again", async () => {
    const checkout = await partlyPaid(part, false);
    await accept(checkout);
    await loseAll(checkout);
    expect(await world.find(checkout)).toMatchObject({
      status: "PENDING",
      acceptedUnits: null,
      settlementFrozen: false,
    });
    await till.receive(checkout, part);
    expect((await world.find(checkout)).status).toBe("PENDING");
  });

  it("ends when a reorganisation takes the payment, and can be accepted anew when it returns", async () => {
    const checkout = await expired();
    await accept(checkout);
    await loseAll(checkout);
    const open = { status: "EXPIRED", acceptedUnits: null, lateAcceptedAt: null, settlementFrozen: true };
    expect(await world.find(checkout)).toMatchObject(open);
    await till.receive(checkout, part);
    expect(await world.find(checkout)).toMatchObject(open);
    expect(await accept(checkout)).toMatchObject({ status: "LATE_PAID", acceptedUnits: part });
  });

  it("accepts money in an earlier selection's token, and sees it first", async () => {
    const checkout = await till.payable();
    const other = { chainId: 31337, tokenAddress: dai, amountUnits: price };
    const rate = { exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null };
    await world.stores.payments.transaction(async (tx) => {
      const selected = { ...checkout, ...other };
      await tx.saveAdvances([
        {
          checkout: selected,
          previousStatus: "PENDING",
          newQuotes: [{ ...other, ...rate }],
          timeline: [],
          events: [],
        },
      ]);
    });
    await till.receive(checkout, part);
    expect((await world.find(checkout)).totalPaidUnits).toBe(0n);
    const shown = await readAcceptance(
      world.deps,
      { projectId: world.project.id } as ProjectAccess,
      checkout.id,
    );
    expect(shown).toMatchObject({ units: part, quote: { tokenAddress: checkout.tokenAddress } });
    expect(await accept(checkout, part)).toMatchObject({
      status: "PAID",
      tokenAddress: checkout.tokenAddress,
      acceptedUnits: part,
    });
  });

  it("keeps the answer to a request with an idempotency key in the same transaction", async () => {
    const checkout = await partlyPaid();
    const claim = await till.holdKey("accept-1");
    const keep = () => ({ claim, answer: { status: 200, body: "kept" } });
    await acceptPayment(world.deps, operator, checkout.id, part, keep);
    expect(await till.claimKey("accept-1")).toMatchObject({ kind: "answered", answer: { body: "kept" } });
  });
});

describe("late payments of a project that sends them back", () => {
  it("get one refund of everything received", async () => {
    const checkout = await late({}, price + 500_000n);
    await setPolicy("REFUND");
    const made = await refundLatePayments(world.deps);
    expect(made.filter(({ checkoutId }) => checkoutId === checkout.id)).toMatchObject([
      {
        checkoutId: checkout.id,
        amountUnits: price + 500_000n,
        refundType: "LATE_PAYMENT",
        status: "AWAITING_ADDRESS",
        viaApi: false,
      },
    ]);
    expect(await refundLatePayments(world.deps)).toEqual([]);
    expect((await world.find(checkout)).refundingUnits).toBe(price + 500_000n);
  });

  it("aren't refunded again when an owner cancelled that refund", async () => {
    await setPolicy("REFUND");
    const checkout = await late();
    const made = await refundLatePayments(world.deps);
    const refund = made.find(({ checkoutId }) => checkoutId === checkout.id);
    await cancelRefund(world.deps, operator, refund?.id ?? "");
    expect(await refundLatePayments(world.deps)).toEqual([]);
    expect((await acceptPayment(world.deps, operator, checkout.id, undefined)).lateAcceptedAt).toEqual(
      world.now,
    );
  });

  /** The refunds of a pass that had found the payment before this change. */
  const refundsAfter = (change: () => Promise<unknown>) =>
    changedBefore(world.deps, "lockCheckout", change, refundLatePayments);

  it("refundOne under the lock: it was accepted", async () => {
    await setPolicy("REFUND");
    const { id } = await late();
    expect(await refundsAfter(() => acceptPayment(world.deps, operator, id, undefined))).toEqual([]);
  });

  it("refundOne under the lock: another pass refunded it, and an owner cancelled that", async () => {
    await setPolicy("REFUND");
    await late();
    const made = await refundsAfter(async () => {
      for (const { id } of await refundLatePayments(world.deps)) await cancelRefund(world.deps, operator, id);
    });
    expect(made).toEqual([]);
  });

  it("stay where they are by the usual policy, and when they were accepted", async () => {
    await late();
    expect(await refundLatePayments(world.deps)).toEqual([]);
    const accepted = await late();
    await acceptPayment(world.deps, operator, accepted.id, undefined);
    await setPolicy("REFUND");
    const ids = (await refundLatePayments(world.deps)).map(({ checkoutId }) => checkoutId);
    expect(ids).not.toContain(accepted.id);
  });

  it("wait for an owner when their checkout is frozen", async () => {
    const checkout = await late();
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [checkout.id]);
    await setPolicy("REFUND");
    const made = await refundLatePayments(world.deps);
    expect(made.find(({ checkoutId }) => checkoutId === checkout.id)?.status).toBe("AWAITING_APPROVAL");
  });
});
