import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Checkout, Hex } from "@/lib/core/checkout";
import type { TransactionOutcome } from "@/lib/services/ports/outgoing-store";
import type { DepositKey, OpenSettlement, SettlementTerms } from "@/lib/services/ports/settlement-store";
import { buildSweep, buildTransfer, later, newId, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { openTestStores, someoneWaits, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;
let projectId: string;
/** A chain of its own for each test. */
let chainId = 1_000;

beforeAll(async () => {
  stores = await openTestStores();
});
beforeEach(async () => {
  chainId += 1;
  projectId = await stores.createProject();
});
afterAll(() => stores.close());

const operatorAddress: Hex = `0x${"e".repeat(40)}`;
const dayMs = 24 * 3_600_000;

/** Paid by one transfer in block 10. */
async function payCheckout(overrides: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await stores.createCheckout({
    projectId,
    chainId,
    status: "PAID",
    paymentTxHash: uniqueHex(32),
    paidAt: noon,
    ...overrides,
  });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { chainId })]));
  return checkout;
}

const termsAt = (overrides: Partial<SettlementTerms> = {}): SettlementTerms => ({
  chainId,
  upTo: 10n,
  walletAddress: operatorAddress,
  refundsSince: later(-dayMs),
  // Every failure is old, unless a test says otherwise.
  failedSince: later(9e9),
  at: noon,
  ...overrides,
});
const waiting = (overrides: Partial<SettlementTerms> = {}) =>
  stores.settlements.waiting(termsAt(overrides), 99);

/** What may be swept. */
async function settleableIds(overrides: Partial<SettlementTerms> = {}): Promise<string[]> {
  const found = await waiting(overrides);
  return found.filter(({ hindrance }) => hindrance === null).map(({ checkoutId }) => checkoutId);
}
const hindrances = async (overrides: Partial<SettlementTerms> = {}) =>
  (await waiting(overrides)).map(({ hindrance }) => hindrance);

const open = (deposits: readonly DepositKey[], terms: Partial<SettlementTerms> = {}, requested = false) =>
  stores.settlements.open({ settlementId: newId("stl"), projectId, requested }, termsAt(terms), deposits);

async function mustOpen(at = noon): Promise<OpenSettlement> {
  const settlement = await open(await waiting(), { at });
  if (settlement === null) throw new Error("nothing to settle");
  return settlement;
}

async function mustSign(settlementId: string) {
  const txHash = uniqueHex(32);
  const stored = await stores.outgoing.storeSigned({
    transactionId: newId("otx"),
    owner: { purpose: "SETTLEMENT", settlementId },
    projectId,
    chainId,
    walletAddress: operatorAddress,
    firstNonce: 7n,
    onlyNonce: null,
    cap: null,
    maxCostWei: 1_000n,
    sign: async (nonce) => ({
      to: operatorAddress,
      gasLimit: 100_000n,
      maxFeePerGas: 2n ** 100n,
      maxPriorityFeePerGas: 1n,
      maxCostWei: 1_000n,
      txHash,
      rawTransaction: "0x02",
      nonce,
    }),
    at: later(1),
  });
  if (stored.kind !== "stored") throw new Error(`not signed: ${stored.kind}`);
  return { id: stored.transaction.id, nonce: stored.transaction.nonce, txHash };
}

const mined = (status: "success" | "reverted", txHash: Hex): TransactionOutcome => ({
  kind: "mined",
  status,
  txHash,
  blockNumber: 20n,
  blockHash: uniqueHex(32),
  gasUsed: 50_000n,
  costWei: 600n,
});

const itemsOf = (settlementId: string) =>
  stores.database.prisma.settlementItem.findMany({ where: { settlementId }, orderBy: { checkoutId: "asc" } });
const settlementOf = (id: string) => stores.database.prisma.settlement.findUniqueOrThrow({ where: { id } });

describe("waiting", () => {
  test("finds paid and accepted late checkouts, longest waiting first", async () => {
    const second = await payCheckout({ paidAt: later(2) });
    const third = await payCheckout({ status: "LATE_PAID", paidAt: noon, lateAcceptedAt: later(3) });
    const first = await payCheckout({ paidAt: later(1) });
    const { tokenAddress } = first;
    const rest = {
      projectId,
      tokenAddress,
      policy: "IMMEDIATE",
      openSettlements: 0,
      units: 4_500_000n,
      hindrance: null,
    };
    expect(await waiting()).toEqual([
      { checkoutId: first.id, waitingSince: later(1), ...rest },
      { checkoutId: second.id, waitingSince: later(2), ...rest },
      { checkoutId: third.id, waitingSince: later(3), ...rest },
    ]);
    expect(await stores.settlements.waiting(termsAt(), 1)).toHaveLength(1);
  });

  test("says what is not to be swept, and why", async () => {
    const because = async (overrides: Partial<Checkout>) => {
      const { id } = await payCheckout(overrides);
      return (await waiting()).find(({ checkoutId }) => checkoutId === id)?.hindrance;
    };
    expect(await because({ settlementFrozen: true })).toBe("frozen");
    expect(await because({ status: "LATE_PAID" })).toBe("not_paid");
    expect(await because({ status: "DETECTED" })).toBe("not_final");
    expect(await because({ status: "EXPIRED" })).toBe("not_paid");
    expect(await because({ status: "CANCELLED" })).toBe("not_paid");
    expect(await because({ tokenAddress: usdt })).toBe("stray");
    expect(await because({ chainId: chainId + 50_000 })).toBe("stray");
    expect(await because({ openSweep: false })).toBe("closed");
    expect(await because({ openSweep: false, refundAuthority: operatorAddress })).toBeNull();
    expect(await because({ status: "SETTLED" })).toBeNull();
  });

  test("a refund holds a settlement up for a day, one that is being sent for as long as it takes", async () => {
    const { id, tokenAddress } = await payCheckout();
    const refund = await stores.database.prisma.refund.create({
      data: {
        id: newId("rfd"),
        projectId,
        checkoutId: id,
        amountUnits: "1",
        chainId,
        tokenAddress: tokenAddress ?? "",
        status: "AWAITING_ADDRESS",
        createdAt: noon,
      },
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

  test("waits for every transfer of the token to be deep enough", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId, blockNumber: 12n })]),
    );
    expect(await settleableIds({ upTo: 11n })).toEqual([]);
    expect(await settleableIds({ upTo: 12n })).toEqual([checkout.id]);
  });

  test("leaves out what was swept already, though its sweep is not final; what comes then waits since its block", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(checkout, { chainId, blockNumber: 11n })]),
    );
    expect(await waiting()).toEqual([]);
    await stores.database.pool.query("UPDATE checkouts SET status = 'SETTLED' WHERE id = $1", [checkout.id]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([
        buildTransfer(checkout, {
          chainId,
          amountUnits: 1n,
          blockNumber: 12n,
          blockTimestamp: later(12_000),
        }),
      ]),
    );
    expect(await waiting({ upTo: 12n })).toMatchObject([
      { checkoutId: checkout.id, units: 1n, waitingSince: later(12_000), hindrance: null },
    ]);
    await stores.payments.transaction((tx) => tx.orphanAbove(chainId, 10n));
    expect(await waiting({ upTo: 12n })).toMatchObject([{ checkoutId: checkout.id, units: 4_500_000n }]);
  });

  test("goes by the policy for the chain where there is one, else by the project's", async () => {
    projectId = await stores.createProject({ settlementPolicy: "MANUAL" });
    const checkout = await payCheckout();
    expect(await waiting()).toEqual([]);
    const rule = (policy: "BATCHED" | "MANUAL") =>
      stores.database.pool.query(
        `INSERT INTO settlement_rules (project_id, chain_id, policy) VALUES ($1, $2, $3::settlement_policy)
         ON CONFLICT (project_id, chain_id) DO UPDATE SET policy = excluded.policy`,
        [projectId, chainId, policy],
      );
    await rule("BATCHED");
    expect(await waiting()).toMatchObject([{ checkoutId: checkout.id, policy: "BATCHED" }]);
    await rule("MANUAL");
    expect(await waiting()).toEqual([]);
  });

  test("takes so many of every project, and counts its open settlements", async () => {
    const projects = [projectId, await stores.createProject(), await stores.createProject()];
    for (const owner of projects)
      for (let count = 0; count < 3; count++) await payCheckout({ projectId: owner });
    const [first] = await stores.settlements.waiting(termsAt(), 1);
    expect((await stores.settlements.waiting(termsAt(), 2)).map((row) => row.projectId).sort()).toEqual(
      [...projects, ...projects].sort(),
    );
    if (first === undefined) throw new Error("nothing waits");
    projectId = first.projectId;
    await open([first]);
    const after = await stores.settlements.waiting(termsAt(), 9);
    expect(after.filter((row) => row.openSettlements === 1).map((row) => row.projectId)).toEqual([
      projectId,
      projectId,
      projectId,
    ]);
    expect(after.filter(({ hindrance }) => hindrance === "being_settled")).toHaveLength(1);
  });
});

describe("postpone", () => {
  const putOff = (deposit: DepositKey & { units: bigint }, waitsForMerchant = false) =>
    stores.settlements.postpone(chainId, [{ ...deposit, until: later(5_000), waitsForMerchant }], noon);

  test("hides a deposit until then, or until more comes", async () => {
    const checkout = await payCheckout();
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await putOff({ ...deposit, units: 1n });
    expect(await settleableIds()).toEqual([checkout.id]);
    await putOff(deposit);
    expect(await settleableIds({ at: later(4_999) })).toEqual([]);
    expect(await settleableIds({ at: later(5_000) })).toEqual([checkout.id]);
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { chainId })]));
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("tells the merchant once", async () => {
    const checkout = await payCheckout({ openSweep: false });
    const [deposit] = await waiting();
    if (deposit === undefined) throw new Error("nothing waits");
    await Promise.all([putOff(deposit, true), putOff(deposit, true)]);
    await stores.settlements.postpone(
      chainId,
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
  test("has whatever lies there of the tokens, page by page, but what can still be paid", async () => {
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
    const whose = { projectId, checkoutIds: null, tokens: [usdc] };
    const found = new Map<string, string | null>();
    for (let after: DepositKey | null = null; ; ) {
      const page = await stores.settlements.held(termsAt({ refundsSince: null }), whose, after, 4);
      for (const { checkoutId, hindrance } of page) found.set(checkoutId, hindrance);
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
    expect(named).toEqual([{ checkoutId: stray.id, tokenAddress: usdc, hindrance: null }]);
  });
});

describe("open", () => {
  test("answers what the sweep needs, and again as unsigned", async () => {
    const checkout = await payCheckout({ openSweep: false, refundAuthority: operatorAddress });
    const settlement = await mustOpen();
    expect(settlement).toMatchObject({ projectId, chainId });
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
    expect(await stores.settlements.unsigned(chainId, 9)).toEqual([settlement]);
    expect(await settleableIds()).toEqual([]);
  });

  test("gives each checkout to one of eight who open at the same time", async () => {
    for (let count = 0; count < 6; count++) await payCheckout();
    const found = await waiting();
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, worker) => open(worker % 2 === 0 ? found : [...found].reverse())),
    );
    const items = opened.flatMap((settlement) => settlement?.items ?? []);
    expect(items).toHaveLength(6);
    expect(new Set(items.map(({ checkoutId }) => checkoutId)).size).toBe(6);
    const stored = await stores.database.prisma.settlement.count({ where: { chainId } });
    expect(stored).toBe(opened.filter((settlement) => settlement !== null).length);
  });

  test("looks again: what was frozen, refunded or swept since it was chosen is left out", async () => {
    const frozen = await payCheckout();
    const swept = await payCheckout();
    const left = await payCheckout();
    const found = await waiting();
    await stores.database.prisma.checkout.update({
      where: { id: frozen.id },
      data: { settlementFrozen: true },
    });
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(swept, { chainId })]));
    const opened = await open(found);
    expect(opened?.items.map(({ checkoutId }) => checkoutId)).toEqual([left.id]);
  });

  test("leaves out a deposit whose sweep failed of late, unless it is asked for", async () => {
    const checkout = await payCheckout();
    const found = await waiting();
    const failed = await mustOpen();
    await stores.settlements.dropItems(failed.settlementId, failed.items, "SWEEP_REFUSED", noon);
    const parked = { failedSince: new Date(noon.getTime() - 1) };
    expect(await hindrances(parked)).toEqual(["parked"]);
    expect(await open(found, parked)).toBeNull();
    expect(await settleableIds({ failedSince: noon })).toEqual([checkout.id]);
    const opened = await open(found, parked, true);
    expect(opened?.items).toHaveLength(1);
    expect(await settlementOf(opened?.settlementId ?? "")).toMatchObject({ requested: true });
  });

  test("waits for whoever holds a checkout, and judges it as they left it", async () => {
    const checkout = await payCheckout();
    const found = await waiting();
    let opening: Promise<OpenSettlement | null> = Promise.resolve(null);
    await stores.payments.transaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      opening = open(found);
      await someoneWaits(stores.database);
      await tx.insertSweeps([buildSweep(checkout, { chainId })]);
    });
    expect(await opening).toBeNull();
  });

  test("answers null and stores nothing when no item is left or all are another project's", async () => {
    await payCheckout();
    const found = await waiting();
    expect(await open([])).toBeNull();
    projectId = await stores.createProject();
    expect(await open(found)).toBeNull();
    expect(await stores.database.prisma.settlement.count({ where: { chainId } })).toBe(0);
  });
});

describe("complete", () => {
  test("items with a sweep in the transaction are SWEPT, the others FAILED and free", async () => {
    const swept = await payCheckout();
    const failed = await payCheckout();
    const { settlementId } = await mustOpen(later(60_000));
    const { id, txHash } = await mustSign(settlementId);
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(swept, { chainId, txHash })]));
    await stores.outgoing.complete(id, mined("success", txHash), later(90_000));

    const statuses = Object.fromEntries(
      (await itemsOf(settlementId)).map((item) => [item.checkoutId, [item.status, item.failureReason]]),
    );
    expect(statuses).toEqual({ [swept.id]: ["SWEPT", null], [failed.id]: ["FAILED", "NOT_SWEPT"] });
    expect(await settlementOf(settlementId)).toMatchObject({
      status: "COMPLETED",
      completedAt: later(90_000),
    });
    expect(await stores.outgoing.open(chainId, operatorAddress, 9)).toEqual([]);
    expect(await settleableIds()).toEqual([failed.id]);
  });

  test("a sweep by somebody else since the settlement was opened counts, one from before does not", async () => {
    const swept = await payCheckout();
    const before = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(before, { chainId, amountUnits: 1n, blockNumber: 1n })]),
    );
    const { settlementId } = await mustOpen(later(20_700));
    const { id } = await mustSign(settlementId);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([buildSweep(swept, { chainId, blockNumber: 20n })]),
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
      await tx.insertSweeps([buildSweep(checkout, { chainId, txHash, blockNumber: 20n })]);
      await tx.orphanAbove(chainId, 19n);
    });
    await stores.outgoing.complete(id, mined("success", txHash), later(2));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED" });
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("what failed is left out while it is fresh, unless its transaction never came to be mined", async () => {
    const checkout = await payCheckout();
    const fresh = { failedSince: later(1) };
    const replaced = await mustSign((await mustOpen()).settlementId);
    await stores.outgoing.complete(replaced.id, { kind: "replaced" }, later(1));
    expect(await settleableIds(fresh)).toEqual([checkout.id]);

    const { id, txHash } = await mustSign((await mustOpen()).settlementId);
    await stores.outgoing.complete(id, mined("success", txHash), later(2));
    expect(await settleableIds(fresh)).toEqual([]);
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("a reverted transaction frees its checkouts, and being told twice changes nothing", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    const { id, txHash } = await mustSign(settlementId);
    await stores.outgoing.complete(id, mined("reverted", txHash), later(2));
    await stores.outgoing.complete(id, mined("success", txHash), later(3));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(2) });
    const row = await stores.database.prisma.outgoingTransaction.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "REVERTED", blockNumber: 20n, completedAt: later(2) });
    expect(await settleableIds()).toEqual([checkout.id]);
    expect((await mustSign((await mustOpen()).settlementId)).nonce).toBe(8n);
  });
});

describe("dropItems", () => {
  test("frees what is taken out, and ends a settlement of which nothing is left", async () => {
    const [first, second] = [await payCheckout(), await payCheckout()];
    const { settlementId, items } = await mustOpen();
    await stores.settlements.dropItems(settlementId, items.slice(0, 1), "SWEEP_REFUSED", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", completedAt: null });
    expect((await stores.settlements.unsigned(chainId, 9)).flatMap((left) => left.items)).toEqual(
      items.slice(1),
    );
    expect(await settleableIds()).toEqual([first.id]);
    await stores.settlements.dropItems(settlementId, items, "NOTHING_SWEPT", later(2));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(2) });
    expect((await itemsOf(settlementId)).map((item) => [item.status, item.failureReason])).toEqual([
      ["FAILED", "SWEEP_REFUSED"],
      ["FAILED", "NOTHING_SWEPT"],
    ]);
    expect(await stores.settlements.unsigned(chainId, 9)).toEqual([]);
    await expect(mustSign(settlementId)).rejects.toThrow("taken");
    expect(await settleableIds()).toEqual([first.id, second.id]);
  });

  test("leaves a signed one alone: its transaction may be on the network", async () => {
    await payCheckout();
    const { settlementId, items } = await mustOpen();
    const { id } = await mustSign(settlementId);
    await stores.settlements.dropItems(settlementId, items, "NOTHING_SWEPT", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", outgoingTransactionId: id });
    expect((await itemsOf(settlementId)).map(({ status }) => status)).toEqual(["PENDING"]);
  });
});

describe("what a merchant is shown", () => {
  test("settlements, newest first, and the gas paid for them by chain", async () => {
    const checkout = await payCheckout();
    const first = await mustOpen();
    const { id, txHash } = await mustSign(first.settlementId);
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(checkout, { chainId, txHash })]));
    await stores.outgoing.complete(id, mined("success", txHash), later(9));
    await payCheckout();
    const second = await mustOpen(later(10));
    const { items, total } = await stores.settlements.list(projectId, { take: 9, skip: 0 });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { id: second.settlementId, status: "PENDING", txHash: null, costWei: null, requested: false },
      {
        id: first.settlementId,
        status: "COMPLETED",
        txHash,
        costWei: 600n,
        items: [{ checkoutId: checkout.id, tokenAddress: usdc, status: "SWEPT", failureReason: null }],
      },
    ]);
    expect((await stores.settlements.list(projectId, { take: 1, skip: 1 })).items).toHaveLength(1);
    expect(await stores.settlements.gasSpent(projectId)).toEqual([
      { chainId, purpose: "SETTLEMENT", transactions: 1, costWei: 600n },
    ]);
    const stranger = await stores.createProject();
    expect(await stores.settlements.gasSpent(stranger)).toEqual([]);
    expect(await stores.settlements.list(stranger, { take: 9, skip: 0 })).toEqual({ items: [], total: 0 });
  });
});
