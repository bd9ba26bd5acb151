import { describe, expect, test } from "vitest";
import type { SweepRefusal } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import {
  buildMined,
  buildSigning,
  buildSweep,
  buildTransfer,
  later,
  newId,
  noon,
  usdc,
} from "@/lib/testing/builders";
import { changedWhileWaiting, someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import { operatorAddress, settlementsByHand } from "@/lib/testing/world/settlements-by-hand";
import { createSettlementListStore } from "./dashboard/settlement-list.store";
import type { OpenSettlement } from "./settlement-opening.store";

const world = await fileWorld();
const { stores } = world;
const { own, hindrances, open, payCheckout, settleableIds, waiting } = settlementsByHand(world);

/** Opens a settlement of everything that waits. */
async function mustOpen(at = noon): Promise<OpenSettlement> {
  const settlement = await open(await waiting(), { at });
  if (settlement === null) throw new Error("nothing to settle");
  return settlement;
}
/** Signs for it as the operator. */
async function mustSign(settlementId: string) {
  const { projectId, chainId } = own;
  const owner = { purpose: "SETTLEMENT", settlementId } as const;
  const signing = { owner, projectId, chainId, walletAddress: operatorAddress, firstNonce: 7n, at: later(1) };
  const stored = await stores.outgoing.storeSigned(buildSigning(signing));
  if (stored.kind !== "stored") throw new Error(`not signed: ${stored.kind}`);
  const { id, nonce, attempts } = stored.transaction;
  return { id, nonce, txHash: attempts[0]?.txHash ?? "0x" };
}
const { prisma } = stores.database;
const itemsOf = (settlementId: string) =>
  prisma.settlementItem.findMany({ where: { settlementId }, orderBy: { checkoutId: "asc" } });
const settlementOf = (id: string) => prisma.settlement.findUniqueOrThrow({ where: { id } });

const minuteMs = 60_000;
const other: SweepRefusal = { reason: "OTHER", account: null };
const refuse = ({ settlementId, items }: OpenSettlement, at: Date, refusal: SweepRefusal = other) =>
  stores.settlements.dropItems(
    settlementId,
    items.map((item) => ({ ...item, refusal })),
    "SWEEP_REFUSED",
    at,
  );

describe("open", () => {
  test("returns the sweep's data, and again while unsigned", async () => {
    const checkout = await payCheckout({ openSweep: false, refundAuthority: operatorAddress });
    const settlement = await mustOpen();
    expect(settlement).toMatchObject({ projectId: own.projectId, chainId: own.chainId });
    expect(settlement.items).toEqual([
      {
        checkoutId: checkout.id,
        depositAddress: checkout.depositAddress,
        merchantAddress: checkout.merchantAddress,
        refundAuthority: checkout.refundAuthority,
        openSweep: false,
        tokenAddress: checkout.tokenAddress,
        frozen: false,
      },
    ]);
    expect(await stores.settlements.unsigned(own.chainId, 9)).toEqual([settlement]);
    expect(await settleableIds()).toEqual([]);
  });

  test("gives each checkout to one of two callers that chose the same", async () => {
    const checkouts = [await payCheckout(), await payCheckout()];
    const found = await waiting();
    const opened = await changedWhileWaiting(
      stores.database,
      (holder) =>
        holder.query("SELECT FROM checkouts WHERE id = ANY ($1) FOR UPDATE", [checkouts.map(({ id }) => id)]),
      () => Promise.all([open(found), open(found.toReversed())]),
      () => someoneWaits(stores.database, 2),
    );
    expect(opened.flatMap((settlement) => settlement?.items ?? [])).toHaveLength(2);
    expect(opened.filter((settlement) => settlement === null)).toHaveLength(1);
  });

  const { prisma } = stores.database;
  const changes: [string, (checkout: Checkout) => Promise<unknown>][] = [
    [
      "openSettlement under the lock: its checkout was frozen",
      ({ id }) => prisma.checkout.update({ where: { id }, data: { settlementFrozen: true } }),
    ],
    [
      "openSettlement under the lock: a reorg took its payment",
      ({ id }) => prisma.checkout.update({ where: { id }, data: { status: "EXPIRED" } }),
    ],
    [
      "openSettlement under the lock: its project began to hold payments",
      ({ projectId: id }) => prisma.project.update({ where: { id }, data: { settlementHoldHours: 1 } }),
    ],
    [
      "openSettlement under the lock: a refund of it was opened",
      ({ id: checkoutId, projectId }) =>
        prisma.refund.create({
          data: {
            id: newId("rfd"),
            projectId,
            checkoutId,
            amountUnits: "1",
            chainId: own.chainId,
            tokenAddress: usdc,
            status: "PENDING",
            createdAt: noon,
          },
        }),
    ],
    [
      "openSettlement under the lock: it was paid again in a block that is not final",
      (checkout) =>
        stores.payments.transaction((tx) =>
          tx.insertTransfers([buildTransfer(checkout, { chainId: own.chainId, blockNumber: 11n })]),
        ),
    ],
    [
      "openSettlement under the lock: it was swept",
      (checkout) =>
        stores.payments.transaction((tx) =>
          tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId })]),
        ),
    ],
  ];
  test.each(changes)("%s", async (_, change) => {
    const [changed, left] = [await payCheckout(), await payCheckout()];
    const found = await waiting();
    expect(found.map(({ checkoutId, blocker }) => [checkoutId, blocker])).toEqual(
      [changed, left].map(({ id }) => [id, null]),
    );
    await change(changed);
    const opened = await open(found);
    expect((opened?.items ?? []).map(({ checkoutId }) => checkoutId)).not.toContain(changed.id);
  });

  test("openSettlement under the lock: its sweep was refused, unless it is requested", async () => {
    const checkout = await payCheckout();
    const found = await waiting();
    await refuse(await mustOpen(), noon);
    const parked = { at: later(minuteMs - 1) };
    expect(await hindrances(parked)).toEqual(["parked"]);
    expect(await open(found, parked)).toBeNull();
    expect(await settleableIds({ at: later(minuteMs) })).toEqual([checkout.id]);
    const opened = await open(found, parked, true);
    expect(opened?.items).toHaveLength(1);
    expect(await settlementOf(opened?.settlementId ?? "")).toMatchObject({ requested: true });
  });

  test.each(["TRANSACTION_REVERTED", "REVERTED"])(
    "retries the deposits of a batch that failed as a whole (%s) one by one, and delays only those that failed alone",
    async (reason) => {
      const [first, second] = [await payCheckout(), await payCheckout()];
      const young = { revertedSince: noon };
      const fail = (
        at: number,
        { settlementId, items }: OpenSettlement,
        refusal: SweepRefusal | null = null,
      ) =>
        stores.settlements.dropItems(
          settlementId,
          items.map((item) => ({ ...item, refusal })),
          reason,
          later(at),
        );
      const look = async (terms: object) =>
        (await waiting(terms)).map(({ checkoutId, alone, blocker }) => [checkoutId, alone, blocker]);

      await fail(1, await mustOpen());
      const free = [
        [first.id, true, null],
        [second.id, true, null],
      ];
      expect(await look(young)).toEqual(free);
      expect(await look({ revertedSince: later(1) })).toEqual(free.map(([id]) => [id, false, null]));

      const [guilty] = await waiting(young);
      const alone = await open(guilty === undefined ? [] : [guilty]);
      if (alone === null) throw new Error("it was not opened");
      await fail(2, alone, other);
      expect(await look(young)).toEqual([
        [first.id, true, "parked"],
        [second.id, true, null],
      ]);
      expect(await look({ ...young, at: later(minuteMs + 2) })).toEqual(free);
    },
  );

  test("waits for a checkout's lock, and judges its new state", async () => {
    const checkout = await payCheckout();
    const found = await waiting();
    let opening: Promise<OpenSettlement | null> = Promise.resolve(null);
    await stores.payments.transaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      opening = open(found);
      await someoneWaits(stores.database);
      await tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId })]);
    });
    expect(await opening).toBeNull();
  });

  test("returns null and stores nothing when no item is left or all are another project's", async () => {
    await payCheckout();
    const found = await waiting();
    expect(await open([])).toBeNull();
    own.projectId = await stores.createProject();
    expect(await open(found)).toBeNull();
    expect(await stores.database.prisma.settlement.count({ where: own })).toBe(0);
  });
});

describe("complete", () => {
  test("items with a sweep in the transaction are SWEPT, the others FAILED and free", async () => {
    const swept = await payCheckout();
    const failed = await payCheckout();
    const { settlementId } = await mustOpen(later(60_000));
    const { id, txHash } = await mustSign(settlementId);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(swept, { chainId: own.chainId, txHash })]),
    );
    await stores.outgoing.complete(id, buildMined({ txHash }), later(90_000));

    const statuses = Object.fromEntries(
      (await itemsOf(settlementId)).map((item) => [item.checkoutId, [item.status, item.failureReason]]),
    );
    expect(statuses).toEqual({ [swept.id]: ["SWEPT", null], [failed.id]: ["FAILED", "NOT_SWEPT"] });
    expect(await settlementOf(settlementId)).toMatchObject({
      status: "COMPLETED",
      completedAt: later(90_000),
    });
    expect(await stores.outgoing.open(own.chainId, operatorAddress, 9)).toEqual([]);
    expect(await settleableIds({ at: later(90_000 + minuteMs) })).toEqual([failed.id]);
  });

  test("counts another's sweep since the settlement was opened, and no earlier one", async () => {
    const swept = await payCheckout();
    const before = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(before, { chainId: own.chainId, amountUnits: 1n, blockNumber: 1n })]),
    );
    const { settlementId } = await mustOpen(later(20_700));
    const { id } = await mustSign(settlementId);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(swept, { chainId: own.chainId, blockNumber: 20n })]),
    );
    await stores.outgoing.complete(id, { kind: "replaced" }, later(30_000));
    const items = await itemsOf(settlementId);
    expect(items.find(({ checkoutId }) => checkoutId === swept.id)?.status).toBe("SWEPT");
    expect(items.find(({ checkoutId }) => checkoutId === before.id)).toMatchObject({
      status: "FAILED",
      failureReason: "TRANSACTION_REPLACED",
    });
  });

  test("an orphaned sweep counts for nothing", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    const { id, txHash } = await mustSign(settlementId);
    await stores.payments.transaction(async (tx) => {
      await tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId, txHash, blockNumber: 20n })]);
      await tx.orphanAbove(own.chainId, 19n);
    });
    await stores.outgoing.complete(id, buildMined({ txHash }), later(2));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED" });
    expect(await settleableIds({ at: later(2 + minuteMs) })).toEqual([checkout.id]);
  });

  test("a sweep that a reorg took and that came again counts once in the list and among the items", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    const { id, txHash } = await mustSign(settlementId);
    const sweep = { chainId: own.chainId, txHash };
    await stores.payments.transaction(async (tx) => {
      await tx.insertSweeps([buildSweep(checkout, { ...sweep, blockNumber: 20n })]);
      await tx.orphanAbove(own.chainId, 19n);
      await tx.insertSweeps([buildSweep(checkout, { ...sweep, blockNumber: 21n })]);
    });
    await stores.outgoing.complete(id, buildMined({ txHash }), later(2));
    const units = 4_500_000n;
    expect(await createSettlementListStore(stores.database).find(own.projectId, settlementId)).toMatchObject({
      amounts: [{ tokenAddress: usdc, units }],
      items: [{ checkoutId: checkout.id, status: "SWEPT", units }],
    });
  });

  test("omits fresh failures, unless their transaction was never mined", async () => {
    const checkout = await payCheckout();
    const replaced = await mustSign((await mustOpen()).settlementId);
    await stores.outgoing.complete(replaced.id, { kind: "replaced" }, later(1));
    expect(await settleableIds()).toEqual([checkout.id]);

    const { id, txHash } = await mustSign((await mustOpen()).settlementId);
    await stores.outgoing.complete(id, buildMined({ txHash }), later(2));
    expect(await settleableIds()).toEqual([]);
    expect(await settleableIds({ at: later(2 + minuteMs) })).toEqual([checkout.id]);
  });

  test("a reverted transaction releases its checkouts, and a repeated report changes nothing", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    const { id, txHash } = await mustSign(settlementId);
    await stores.outgoing.complete(id, buildMined({ status: "reverted", txHash }), later(2));
    await stores.outgoing.complete(id, buildMined({ txHash }), later(3));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(2) });
    const row = await stores.database.prisma.outgoingTransaction.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "REVERTED", blockNumber: 20n, completedAt: later(2) });
    const retry = { at: later(2 + minuteMs) };
    expect(await settleableIds(retry)).toEqual([checkout.id]);
    const again = await open(await waiting(retry), retry);
    expect((await mustSign(again?.settlementId ?? "")).nonce).toBe(8n);
  });
});

describe("unsigned", () => {
  test("answers projects by turns: one with many that wait crowds out no other", async () => {
    const settlements: string[] = [];
    const openLater = async (at: number) => {
      await payCheckout();
      settlements.push((await mustOpen(later(at))).settlementId);
    };
    for (let count = 0; count < 3; count++) await openLater(count);
    own.projectId = await stores.createProject();
    for (let count = 3; count < 5; count++) await openLater(count);
    const [first, second, third, others, othersSecond] = settlements;
    const order = async (limit: number) =>
      (await stores.settlements.unsigned(own.chainId, limit)).map(({ settlementId }) => settlementId);
    expect(await order(9)).toEqual([first, others, second, othersSecond, third]);
    expect(await order(2)).toEqual([first, others]);
  });
});

describe("signing", () => {
  test("lock under the lock: another worker signed for it", async () => {
    await payCheckout();
    const { settlementId } = await mustOpen();
    await mustSign(settlementId);
    await expect(mustSign(settlementId)).rejects.toThrow("taken");
    expect(await stores.outgoing.open(own.chainId, operatorAddress, 9)).toHaveLength(1);
  });

  test("lock under the lock: a checkout was frozen", async () => {
    const [{ id }] = [await payCheckout(), await payCheckout()];
    const { settlementId } = await mustOpen();
    await stores.database.prisma.checkout.update({ where: { id }, data: { settlementFrozen: true } });
    await expect(mustSign(settlementId)).rejects.toThrow("taken");
    expect(await stores.outgoing.open(own.chainId, operatorAddress, 9)).toEqual([]);
  });
});

describe("dropItems", () => {
  test("releases the dropped items, and ends an empty settlement", async () => {
    const [first, second, third] = [await payCheckout(), await payCheckout(), await payCheckout()];
    const { settlementId, items } = await mustOpen();
    await stores.settlements.dropItems(settlementId, items.slice(0, 1), "SWEEP_REFUSED", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", completedAt: null });
    expect((await stores.settlements.unsigned(own.chainId, 9)).flatMap((left) => left.items)).toEqual(
      items.slice(1),
    );
    expect(await settleableIds()).toEqual([first.id]);
    await stores.settlements.dropItems(settlementId, items.slice(0, 2), "NOTHING_SWEPT", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", completedAt: null });
    await stores.settlements.dropItems(settlementId, items.slice(2), "NOTHING_SWEPT", later(2));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(2) });
    expect((await itemsOf(settlementId)).map((item) => [item.status, item.failureReason])).toEqual([
      ["FAILED", "SWEEP_REFUSED"],
      ["FAILED", "NOTHING_SWEPT"],
      ["FAILED", "NOTHING_SWEPT"],
    ]);
    expect(await stores.settlements.unsigned(own.chainId, 9)).toEqual([]);
    await expect(mustSign(settlementId)).rejects.toThrow("taken");
    expect(await settleableIds()).toEqual([first.id, second.id, third.id]);
  });

  test("dropItems under the lock: it was signed", async () => {
    await payCheckout();
    const { settlementId, items } = await mustOpen();
    const { id } = await mustSign(settlementId);
    await stores.settlements.dropItems(settlementId, items, "NOTHING_SWEPT", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", outgoingTransactionId: id });
    expect((await itemsOf(settlementId)).map(({ status }) => status)).toEqual(["PENDING"]);
  });
});

describe("a sweep that is refused", () => {
  const paused: SweepRefusal = { reason: "PAUSED", account: null };
  const mustOpenAt = async (at: Date) => {
    const settlement = await open(await waiting({ at }), { at });
    if (settlement === null) throw new Error("it was not tried again");
    return settlement;
  };
  const retryAt = async () => (await stores.settlements.refused(own.chainId, noon))[0]?.nextTryAt;

  test("is retried after a minute, then after twice as long each time, up to an hour", async () => {
    await payCheckout();
    let at = noon;
    const pauses: number[] = [];
    for (let round = 0; round < 9; round++) {
      await refuse(await mustOpenAt(at), at);
      const next = (await retryAt()) ?? noon;
      pauses.push((next.getTime() - at.getTime()) / minuteMs);
      at = next;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test("leaves one settlement behind for each cause, and not one for each retry", async () => {
    const checkout = await payCheckout();
    let at = noon;
    const [first, second] = [1, 2].map(
      (account): SweepRefusal => ({ reason: "BLACKLISTED", account: `0x${`${account}`.repeat(40)}` }),
    );
    for (const refusal of [other, other, paused, paused, other, first, first, second]) {
      await refuse(await mustOpenAt(at), at, refusal);
      at = (await retryAt()) ?? noon;
    }
    // The merchant sees how each request ended.
    const requested = await open(await waiting({ at }), { at }, true);
    if (requested === null) throw new Error("it was not opened");
    await refuse(requested, at, second);
    const items = await stores.database.prisma.settlementItem.findMany({
      where: { checkoutId: checkout.id },
    });
    expect(items.map(({ status }) => status)).toEqual(Array(6).fill("FAILED"));
    expect(await stores.database.prisma.settlement.count({ where: own })).toBe(6);
  });

  test("is counted by token and cause, and retried at once when its cause ends", async () => {
    const [first, second] = [await payCheckout(), await payCheckout()];
    await refuse(await mustOpen(), noon, paused);
    const [cause, ...rest] = await stores.settlements.refused(own.chainId, noon);
    expect(rest).toEqual([]);
    expect(cause).toMatchObject({ tokenAddress: usdc, refusal: paused, deposits: 2, checkoutId: first.id });
    if (cause === undefined) throw new Error("nothing was refused");
    expect(await settleableIds()).toEqual([]);
    await stores.settlements.release(own.chainId, { ...cause, refusal: other });
    expect(await settleableIds()).toEqual([]);
    await stores.settlements.release(own.chainId, cause);
    expect(await settleableIds()).toEqual([first.id, second.id]);
    expect(await stores.settlements.refused(own.chainId, noon)).toEqual([]);
  });

  test("for an unnamed cause is no longer reported after an hour without a retry", async () => {
    await payCheckout();
    await refuse(await mustOpen(), noon, other);
    const told = async (at: Date) => (await stores.settlements.refused(own.chainId, at)).length;
    expect(await told(later(61 * minuteMs - 1))).toBe(1);
    expect(await told(later(61 * minuteMs))).toBe(0);
  });

  test("is deleted once the deposit is empty", async () => {
    const checkout = await payCheckout();
    await refuse(await mustOpen(), noon, paused);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId })]),
    );
    expect(await stores.settlements.refused(own.chainId, noon)).toEqual([]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId: own.chainId })]),
    );
    expect(await settleableIds()).toEqual([checkout.id]);
  });
});

describe("the merchant's view", () => {
  test("settlements, newest first, and the gas paid for them by chain", async () => {
    const checkout = await payCheckout();
    const first = await mustOpen();
    const { id, txHash } = await mustSign(first.settlementId);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(checkout, { chainId: own.chainId, txHash })]),
    );
    await stores.outgoing.complete(id, buildMined({ txHash }), later(9));
    await payCheckout();
    const second = await mustOpen(later(10));
    const { items, total } = await stores.settlements.list(own.projectId, { take: 9, skip: 0 });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: second.settlementId, status: "PENDING", txHash: null, costWei: null, requested: false },
      {
        id: first.settlementId,
        status: "COMPLETED",
        txHash,
        costWei: 3_000_000n,
        items: [{ checkoutId: checkout.id, tokenAddress: usdc, status: "SWEPT", failureReason: null }],
      },
    ]);
    expect((await stores.settlements.list(own.projectId, { take: 1, skip: 1 })).items).toHaveLength(1);
    expect(await stores.settlements.gasSpent(own.projectId)).toEqual([
      { chainId: own.chainId, purpose: "SETTLEMENT", transactions: 1, costWei: 3_000_000n },
    ]);
    const stranger = await stores.createProject();
    expect(await stores.settlements.gasSpent(stranger)).toEqual([]);
    expect(await stores.settlements.list(stranger, { take: 9, skip: 0 })).toEqual({ items: [], total: 0 });
  });
});
