import { describe, expect, test } from "vitest";
import { closeIncident } from "@/lib/books/incident-facts.store";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildSweep, buildTransfer, later, newId, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { operatorAddress, settlementsByHand } from "@/lib/testing/world/settlements-by-hand";
import { createHoldingStore } from "./dashboard/holding.store";

const world = await fileWorld();
const { stores } = world;
const { own, hindrances, open, payCheckout, settleableIds, termsAt, waiting } = settlementsByHand(world);

describe("waiting", () => {
  test("finds paid and accepted late checkouts, longest waiting first", async () => {
    const second = await payCheckout({ paidAt: later(2) });
    const third = await payCheckout({ status: "LATE_PAID", paidAt: noon, lateAcceptedAt: later(3) });
    const first = await payCheckout({ paidAt: later(1) });
    const { tokenAddress } = first;
    const rest = {
      projectId: own.projectId,
      tokenAddress,
      policy: "IMMEDIATE",
      openSettlements: 0,
      units: 4_500_000n,
      alone: false,
      retryAt: null,
      untilBlock: null,
      merchantAddress: first.merchantAddress,
      byRefundKey: false,
      blocker: null,
    };
    expect(await waiting()).toEqual([
      { checkoutId: first.id, waitingSince: later(1), ...rest },
      { checkoutId: second.id, waitingSince: later(2), ...rest },
      { checkoutId: third.id, waitingSince: later(3), ...rest },
    ]);
    expect(await stores.settlements.waiting(termsAt(), 1)).toHaveLength(1);
  });

  test("reads on which chains the merchant's wallet of a closed deposit has code", async () => {
    const refundAuthority: Hex = `0x${"7e".repeat(20)}`;
    const terms = { refundWallet: refundAuthority, chainIds: [own.chainId, 1] };
    const judged = async (code: Readonly<Record<number, boolean>>) => {
      const merchantAddress = uniqueHex(20);
      const known = Object.entries(code).map(([id, hasCode]) => ({
        chainId: Number(id),
        hasCode,
        checkedAt: noon,
      }));
      await stores.walletCodes.save(merchantAddress, known);
      const { id } = await payCheckout({ openSweep: false, refundAuthority, merchantAddress });
      const found = await waiting(terms);
      return found.find(({ checkoutId }) => checkoutId === id);
    };
    expect(await judged({ [own.chainId]: true })).toMatchObject({ byRefundKey: true, blocker: null });
    expect(await judged({ [own.chainId]: false, 1: true })).toMatchObject({ blocker: "not_deployed" });
    expect(await judged({})).toMatchObject({ blocker: "wallet_unknown" });
  });

  test("finds closed the deposits that the members' list calls closed, whatever else holds", async () => {
    const holdings = createHoldingStore(stores.database);
    const refundWallet: Hex = `0x${"7e".repeat(20)}`;
    const closedTo = (more: Partial<Checkout>) => payCheckout({ openSweep: false, ...more });
    const waits = ["PAID", "SETTLED", "LATE_PAID", "PENDING", "DETECTED", "EXPIRED", "CANCELLED"] as const;
    for (const status of waits) await closedTo({ status, lateAcceptedAt: later(3) });
    await closedTo({ status: "LATE_PAID", lateAcceptedAt: null });
    await closedTo({ settlementFrozen: true });
    await closedTo({ tokenAddress: usdt });
    await closedTo({ refundAuthority: refundWallet });
    await closedTo({ refundAuthority: operatorAddress });
    await closedTo({ merchantAddress: operatorAddress });
    await payCheckout();
    for (const [wallet, count] of [
      [null, 4],
      [refundWallet, 3],
    ] as const) {
      const terms = termsAt({ refundWallet: wallet });
      const closed = (await stores.settlements.waiting(terms, 99)).filter(
        ({ blocker }) => blocker === "closed",
      );
      expect(closed).toHaveLength(count);
      const listed = await holdings.closed(own.projectId, terms);
      expect(listed.map(({ checkoutId }) => checkoutId)).toEqual(
        closed.map(({ checkoutId }) => checkoutId).sort(),
      );
    }
  });

  test("returns the deposits that can't be swept, with the reason", async () => {
    const because = async (overrides: Partial<Checkout>) => {
      const { id } = await payCheckout(overrides);
      return (await waiting()).find(({ checkoutId }) => checkoutId === id)?.blocker;
    };
    expect(await because({ settlementFrozen: true })).toBe("frozen");
    expect(await because({ status: "LATE_PAID" })).toBe("not_paid");
    expect(await because({ status: "DETECTED" })).toBe("not_final");
    expect(await because({ status: "EXPIRED" })).toBe("not_paid");
    expect(await because({ status: "CANCELLED" })).toBe("not_paid");
    expect(await because({ tokenAddress: usdt })).toBe("stray");
    expect(await because({ chainId: own.chainId + 50_000 })).toBe("stray");
    expect(await because({ openSweep: false })).toBe("closed");
    expect(await because({ openSweep: false, refundAuthority: operatorAddress })).toBeNull();
    expect(await because({ status: "SETTLED" })).toBeNull();
  });

  const refundOf = ({ id, tokenAddress }: Checkout, status: RefundStatus) => ({
    id: newId("rfd"),
    projectId: own.projectId,
    checkoutId: id,
    amountUnits: "1",
    chainId: own.chainId,
    tokenAddress: tokenAddress ?? "",
    status,
    createdAt: noon,
  });

  test("a refund delays a settlement for a day, and one in progress until it ends", async () => {
    const checkout = await payCheckout();
    const { id } = checkout;
    const data = refundOf(checkout, "AWAITING_ADDRESS");
    const refund = await stores.database.prisma.refund.create({ data });
    // Older, or of other money.
    for (const other of [{ createdAt: later(-2) }, { chainId: own.chainId + 50_000 }, { tokenAddress: usdt }])
      await stores.database.prisma.refund.create({
        data: { ...data, createdAt: later(1_000), ...other, id: newId("rfd") },
      });
    const becomes = (status: "PROCESSING" | "COMPLETED") =>
      stores.database.prisma.refund.update({ where: { id: refund.id }, data: { status } });
    const young = { refundsSince: later(-1) };
    const old = { refundsSince: noon };
    expect(await hindrances(young)).toEqual(["refund_open"]);
    expect(await open([{ checkoutId: id, tokenAddress: usdc }], young)).toBeNull();
    expect(await hindrances(old)).toEqual([null]);
    expect(await hindrances({ refundsSince: null })).toEqual(["refund_open"]);
    await becomes("PROCESSING");
    expect(await hindrances(old)).toEqual(["refund_open"]);
    expect(await open([{ checkoutId: id, tokenAddress: usdc }], old)).toBeNull();
    await becomes("COMPLETED");
    expect(await hindrances(young)).toEqual([null]);
  });

  test.each([
    ["AWAITING_APPROVAL", "refund_open"],
    ["AWAITING_ADDRESS", "refund_open"],
    ["AWAITING_SIGNATURE", "refund_open"],
    ["PENDING", "refund_open"],
    ["PROCESSING", "refund_open"],
    ["COMPLETED", null],
    ["FAILED", null],
    ["CANCELLED", null],
  ] as const)("a refund that is %s leads to: %s", async (status, hindrance) => {
    const checkout = await payCheckout();
    await stores.database.prisma.refund.create({ data: refundOf(checkout, status) });
    const terms = { refundsSince: later(-1) };
    expect(await hindrances(terms)).toEqual([hindrance]);
    const opened = await open([{ checkoutId: checkout.id, tokenAddress: usdc }], terms);
    expect(opened === null).toBe(hindrance !== null);
  });

  test("waits for every transfer of the token to be deep enough", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId: own.chainId, blockNumber: 12n })]),
    );
    expect(await settleableIds({ upTo: 11n })).toEqual([]);
    expect(await settleableIds({ upTo: 12n })).toEqual([checkout.id]);
  });

  test("omits swept money before its sweep is final; new money waits from its block", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId, blockNumber: 11n })]),
    );
    expect(await waiting()).toEqual([]);
    await stores.database.pool.query("UPDATE checkouts SET status = 'SETTLED' WHERE id = $1", [checkout.id]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([
        buildTransfer(checkout, {
          chainId: own.chainId,
          amountUnits: 1n,
          blockNumber: 13n,
          blockTimestamp: later(12_000),
        }),
      ]),
    );
    expect(await waiting({ upTo: 13n })).toMatchObject([
      { checkoutId: checkout.id, units: 1n, waitingSince: later(12_000), blocker: null },
    ]);
    await stores.payments.transaction((tx) => tx.orphanAbove(own.chainId, 10n));
    expect(await waiting({ upTo: 13n })).toMatchObject([{ checkoutId: checkout.id, units: 4_500_000n }]);
  });

  test("goes by the policy for the chain where there is one, else by the project's", async () => {
    own.projectId = await stores.createProject({ settlementPolicy: "MANUAL" });
    const checkout = await payCheckout();
    expect(await waiting()).toEqual([]);
    const rule = (policy: "BATCHED" | "MANUAL") =>
      stores.database.pool.query(
        `INSERT INTO settlement_rules (project_id, chain_id, policy) VALUES ($1, $2, $3::settlement_policy)
         ON CONFLICT (project_id, chain_id) DO UPDATE SET policy = excluded.policy`,
        [own.projectId, own.chainId, policy],
      );
    await rule("BATCHED");
    expect(await waiting()).toMatchObject([{ checkoutId: checkout.id, policy: "BATCHED" }]);
    await rule("MANUAL");
    expect(await waiting()).toEqual([]);
  });

  test("ignores settlements of the same token address on another chain", async () => {
    const chainId = own.chainId + 50_000;
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { chainId })]));
    const elsewhere = await open([{ checkoutId: checkout.id, tokenAddress: usdc }], { chainId }, true);
    if (elsewhere === null) throw new Error("it was not opened");
    const untouched = [{ checkoutId: checkout.id, blocker: null, openSettlements: 0, alone: false }];
    expect(await waiting()).toMatchObject(untouched);
    await stores.settlements.dropItems(elsewhere.settlementId, elsewhere.items, "REVERTED", noon);
    expect(await waiting({ revertedSince: later(-1) })).toMatchObject(untouched);
  });

  test("takes so many of every project, and counts its open settlements", async () => {
    const projects = [own.projectId, await stores.createProject(), await stores.createProject()];
    for (const owner of projects)
      for (let count = 0; count < 3; count++) await payCheckout({ projectId: owner });
    const [first] = await stores.settlements.waiting(termsAt(), 1);
    expect((await stores.settlements.waiting(termsAt(), 2)).map((row) => row.projectId).sort()).toEqual(
      [...projects, ...projects].sort(),
    );
    if (first === undefined) throw new Error("nothing waits");
    own.projectId = first.projectId;
    await open([first]);
    const after = await stores.settlements.waiting(termsAt(), 9);
    expect(after.filter((row) => row.openSettlements === 1).map((row) => row.projectId)).toEqual([
      own.projectId,
      own.projectId,
      own.projectId,
    ]);
    expect(after.filter(({ blocker }) => blocker === "being_settled")).toHaveLength(1);
  });
});

/** With a line in its timeline, as every change that matters has. */
async function advanceTo({ id }: Checkout, change: Partial<Checkout>): Promise<void> {
  await stores.payments.transaction(async (tx) => {
    const [locked] = await tx.lockCheckouts([id]);
    if (locked === undefined) throw new Error("the checkout is gone");
    const { checkout } = locked;
    const timeline = [{ kind: "checkout.paid", details: null, at: noon }];
    const advance = { previousStatus: checkout.status, newQuotes: [], timeline, events: [] };
    await tx.saveAdvances([{ ...advance, checkout: { ...checkout, ...change } }]);
  });
}

describe("postpone", () => {
  const putOff = (deposit: DepositKey & { units: bigint }, waitsForMerchant = false) =>
    stores.settlements.postpone(own.chainId, [{ ...deposit, until: later(5_000), waitsForMerchant }], noon);

  test("hides a deposit until then, or until more comes", async () => {
    const checkout = await payCheckout();
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await putOff({ ...deposit, units: 1n });
    expect(await settleableIds()).toEqual([checkout.id]);
    await putOff(deposit);
    expect(await settleableIds({ at: later(4_999) })).toEqual([]);
    expect(await settleableIds({ at: later(5_000) })).toEqual([checkout.id]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId: own.chainId })]),
    );
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("ends when its checkout is paid, accepted or has a relevant event", async () => {
    const late = await payCheckout({ status: "LATE_PAID" });
    const detected = await payCheckout({ status: "DETECTED", paidAt: null });
    const partly = await payCheckout({ status: "EXPIRED" });
    await stores.settlements.postpone(
      own.chainId,
      (await waiting()).map((deposit) => ({ ...deposit, until: later(600_000), waitsForMerchant: false })),
      noon,
    );
    expect(await waiting()).toEqual([]);
    await advanceTo(partly, {});
    expect(await settleableIds()).toEqual([]);
    await advanceTo(detected, { status: "PAID", paidAt: noon });
    expect(await settleableIds()).toEqual([detected.id]);
    await advanceTo(late, { lateAcceptedAt: noon });
    expect(new Set(await settleableIds())).toEqual(new Set([detected.id, late.id]));
  });

  test("ends when an operator lifts the freeze of its checkout", async () => {
    const checkout = await payCheckout({ settlementFrozen: true });
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await putOff(deposit);
    const incident = {
      kind: "PAYMENT_REVERTED",
      subject: checkout.id,
      chainId: own.chainId,
      checkoutId: checkout.id,
    } as const;
    await stores.incidents.raise({ ...incident, details: {} }, noon);
    const [open] = await stores.incidents.openAbout([checkout.id]);
    await closeIncident(stores.database, open?.id ?? "", noon);
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("is ended without waiting for the deposit's lock", async () => {
    const checkout = await payCheckout({ status: "DETECTED", paidAt: null });
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await putOff(deposit);
    const client = await stores.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM deposit_holdings WHERE checkout_id = $1 FOR UPDATE", [checkout.id]);
      await advanceTo(checkout, { status: "PAID", paidAt: noon });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    expect(await settleableIds()).toEqual([]);
    expect(await settleableIds({ at: later(5_000) })).toEqual([checkout.id]);
  });

  test("notifies the merchant once", async () => {
    const checkout = await payCheckout({ openSweep: false });
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await Promise.all([putOff(deposit, true), putOff(deposit, true)]);
    await stores.settlements.postpone(
      own.chainId,
      [{ ...deposit, until: later(9_000), waitsForMerchant: true }],
      later(6_000),
    );
    const told = await stores.database.prisma.checkoutEvent.findMany({
      where: { checkoutId: checkout.id, kind: "settlement.waits_for_merchant" },
    });
    expect(told).toHaveLength(1);
  });
});

describe("held", () => {
  test("returns every balance of the tokens, page by page, except payable ones", async () => {
    const statuses = [
      "PENDING",
      "DETECTED",
      "PAID",
      "SETTLED",
      "EXPIRED",
      "CANCELLED",
      "LATE_PAID",
      "REFUNDED",
    ] as const;
    const made = [];
    for (const status of statuses) made.push(await payCheckout({ status }));
    const stray = await payCheckout({ tokenAddress: usdt, status: "EXPIRED" });
    const stranger = await stores.createProject();
    await payCheckout({ projectId: stranger });
    const whose = { projectId: own.projectId, checkoutIds: null, tokens: [usdc] };
    const found = new Map<string, string | null>();
    for (let after: DepositKey | null = null; ; ) {
      const page = await stores.settlements.held(termsAt({ refundsSince: null }), whose, after, 4);
      for (const { checkoutId, blocker } of page) found.set(checkoutId, blocker);
      after = page.at(-1) ?? null;
      if (after === null) break;
    }
    expect([...found.keys()].sort()).toEqual([...made.map(({ id }) => id), stray.id].sort());
    expect(made.map(({ id }) => found.get(id) ?? null)).toEqual([
      "not_paid",
      "not_paid",
      ...Array(6).fill(null),
    ]);
    const others = await stores.settlements.held(termsAt(), { ...whose, tokens: [usdt] }, null, 9);
    expect(others).toEqual([]);
    const named = await stores.settlements.held(termsAt(), { ...whose, checkoutIds: [stray.id] }, null, 9);
    expect(named).toMatchObject([{ checkoutId: stray.id, tokenAddress: usdc, blocker: null }]);
  });

  test("takes of a payable checkout's strays only those in a token whose sweep was decided", async () => {
    const checkout = await payCheckout({ status: "PENDING", tokenAddress: uniqueHex(20) });
    const { chainId } = own;
    const strays = [usdc, usdt].map((tokenAddress) => buildTransfer(checkout, { chainId, tokenAddress }));
    await stores.payments.transaction((tx) => tx.insertTransfers(strays));
    const decided = (tokenAddress: Hex, on = chainId) =>
      stores.refunds.transaction((tx) =>
        tx.decideStrays(checkout.id, { chainId: on, tokenAddress }, [uniqueHex(32)], null, noon),
      );
    const whose = { projectId: own.projectId, checkoutIds: null, tokens: [usdc, usdt] };
    const blockers = async () =>
      new Map(
        (await stores.settlements.held(termsAt({ upTo: 99n }), whose, null, 9)).map(
          ({ tokenAddress, blocker }) => [tokenAddress, blocker],
        ),
      );
    await decided(usdc, chainId + 50_000);
    await decided(usdt);
    expect(await blockers()).toEqual(
      new Map([
        [usdc, "not_paid"],
        [usdt, null],
      ]),
    );
  });
});
