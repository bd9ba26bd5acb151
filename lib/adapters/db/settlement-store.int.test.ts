import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Checkout, Hex } from "@/lib/core/checkout";
import type { SignedTransaction } from "@/lib/services/ports/chain-sender";
import type { OpenSettlement } from "@/lib/services/ports/settlement-store";
import { buildSweep, buildTransfer, later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { openTestStores, someoneWaits, type TestStores } from "@/lib/testing/stores";

/** Every batch has waited long enough, and every failure is old. */
const since = { batchedBefore: noon, failedBefore: later(9e9) };

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

async function settleableIds(upTo = 10n, overrides: Partial<typeof since> = {}): Promise<string[]> {
  const found = await stores.settlements.settleable(chainId, upTo, { ...since, ...overrides }, 99);
  return found.map(({ checkoutId }) => checkoutId);
}

async function openAll(at = noon): Promise<OpenSettlement | null> {
  const found = await stores.settlements.settleable(chainId, 10n, since, 99);
  return stores.settlements.open(newId("stl"), projectId, chainId, found, at);
}

async function mustOpen(at = noon): Promise<OpenSettlement> {
  const settlement = await openAll(at);
  if (settlement === null) throw new Error("nothing to settle");
  return settlement;
}

const signed = (nonce: bigint): SignedTransaction => ({
  to: operatorAddress,
  data: "0x",
  gasLimit: 100_000n,
  maxFeePerGas: 2n ** 100n,
  maxPriorityFeePerGas: 1n,
  txHash: uniqueHex(32),
  rawTransaction: "0x02",
  nonce,
});

const sign = (
  settlementId: string,
  overrides: { sign?: (nonce: bigint) => Promise<SignedTransaction> } = {},
) =>
  stores.settlements.storeSigned({
    transactionId: newId("otx"),
    settlementId,
    chainId,
    operatorAddress,
    firstNonce: 7n,
    sign: async (nonce) => signed(nonce),
    at: later(1),
    ...overrides,
  });

async function mustSign(settlementId: string) {
  const transaction = await sign(settlementId);
  if (transaction === null) throw new Error("signed already");
  return transaction;
}

const itemsOf = (settlementId: string) =>
  stores.database.prisma.settlementItem.findMany({ where: { settlementId }, orderBy: { checkoutId: "asc" } });
const settlementOf = (id: string) => stores.database.prisma.settlement.findUniqueOrThrow({ where: { id } });

describe("settleable", () => {
  test("finds paid and accepted late checkouts, longest waiting first", async () => {
    const second = await payCheckout({ paidAt: later(2) });
    const third = await payCheckout({ status: "LATE_PAID", paidAt: noon, lateAcceptedAt: later(3) });
    const first = await payCheckout({ paidAt: later(1) });
    expect(await stores.settlements.settleable(chainId, 10n, since, 99)).toEqual([
      { checkoutId: first.id, projectId, tokenAddress: first.tokenAddress, paidAt: later(1) },
      { checkoutId: second.id, projectId, tokenAddress: first.tokenAddress, paidAt: later(2) },
      { checkoutId: third.id, projectId, tokenAddress: first.tokenAddress, paidAt: later(3) },
    ]);
    expect(await stores.settlements.settleable(chainId, 10n, since, 1)).toHaveLength(1);
  });

  test("leaves out what is not to be swept", async () => {
    await payCheckout({ settlementFrozen: true });
    await payCheckout({ status: "LATE_PAID" });
    await payCheckout({ status: "DETECTED" });
    await payCheckout({ status: "SETTLED" });
    const refunding = await payCheckout();
    await stores.database.prisma.refund.create({
      data: {
        id: newId("rfd"),
        projectId,
        checkoutId: refunding.id,
        amountUnits: "1",
        chainId,
        tokenAddress: refunding.tokenAddress ?? "",
        status: "PROCESSING",
      },
    });
    expect(await settleableIds()).toEqual([]);
    await stores.database.prisma.refund.updateMany({ data: { status: "COMPLETED" } });
    expect(await settleableIds()).toEqual([refunding.id]);
  });

  test("waits for every transfer of the token to be deep enough", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId, blockNumber: 12n })]),
    );
    expect(await settleableIds(11n)).toEqual([]);
    expect(await settleableIds(12n)).toEqual([checkout.id]);
  });

  test("leaves out what was swept already, though its sweep is not final", async () => {
    const checkout = await payCheckout();
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(checkout, { chainId })]));
    expect(await settleableIds()).toEqual([]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { chainId, amountUnits: 1n })]),
    );
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("never finds checkouts of a project that settles by hand", async () => {
    projectId = await stores.createProject({ settlementPolicy: "MANUAL" });
    await payCheckout();
    expect(await settleableIds(10n, { batchedBefore: later(9e9) })).toEqual([]);
  });

  test("finds batched checkouts when the oldest has waited", async () => {
    projectId = await stores.createProject({ settlementPolicy: "BATCHED" });
    const old = await payCheckout({ paidAt: later(1) });
    const young = await payCheckout({ paidAt: later(5) });
    expect(await settleableIds(10n, { batchedBefore: noon })).toEqual([]);
    expect(await settleableIds(10n, { batchedBefore: later(1) })).toEqual([old.id, young.id]);
  });

  test("finds batched checkouts when fifty wait", async () => {
    projectId = await stores.createProject({ settlementPolicy: "BATCHED" });
    for (let count = 0; count < 49; count++) await payCheckout();
    expect(await settleableIds(10n, { batchedBefore: later(-1) })).toEqual([]);
    await payCheckout();
    expect(await settleableIds(10n, { batchedBefore: later(-1) })).toHaveLength(50);
  });
});

describe("open", () => {
  test("answers what the sweep needs, and again as unsigned", async () => {
    const checkout = await payCheckout({ openSweep: false });
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
      },
    ]);
    expect(await stores.settlements.unsigned(chainId, 9)).toEqual([settlement]);
    expect(await settleableIds()).toEqual([]);
  });

  test("gives each checkout to one of eight who open at the same time", async () => {
    for (let count = 0; count < 6; count++) await payCheckout();
    const found = await stores.settlements.settleable(chainId, 10n, since, 99);
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        stores.settlements.open(
          newId("stl"),
          projectId,
          chainId,
          worker % 2 === 0 ? found : [...found].reverse(),
          noon,
        ),
      ),
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
    const found = await stores.settlements.settleable(chainId, 10n, since, 99);
    await stores.database.prisma.checkout.update({
      where: { id: frozen.id },
      data: { settlementFrozen: true },
    });
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(swept, { chainId })]));
    const opened = await stores.settlements.open(newId("stl"), projectId, chainId, found, noon);
    expect(opened?.items.map(({ checkoutId }) => checkoutId)).toEqual([left.id]);
  });

  test("leaves out a deposit whose sweep failed of late", async () => {
    const checkout = await payCheckout();
    const failed = newId("stl");
    const found = await stores.settlements.settleable(chainId, 10n, since, 99);
    await stores.settlements.open(failed, projectId, chainId, found, noon);
    await stores.database.pool.query(
      "UPDATE settlement_items SET status = 'FAILED' WHERE settlement_id = $1",
      [failed],
    );
    const parked = { batchedBefore: noon, failedBefore: new Date(noon.getTime() - 1) };
    expect(await stores.settlements.settleable(chainId, 10n, parked, 99)).toEqual([]);
    const free = await stores.settlements.settleable(chainId, 10n, { ...parked, failedBefore: noon }, 99);
    expect(free.map(({ checkoutId }) => checkoutId)).toEqual([checkout.id]);
  });

  test("waits for whoever holds a checkout, and judges it as they left it", async () => {
    const checkout = await payCheckout();
    const found = await stores.settlements.settleable(chainId, 10n, since, 99);
    let opening: Promise<OpenSettlement | null> = Promise.resolve(null);
    await stores.payments.transaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      opening = stores.settlements.open(newId("stl"), projectId, chainId, found, noon);
      await someoneWaits(stores.database);
      await tx.insertSweeps([buildSweep(checkout, { chainId })]);
    });
    expect(await opening).toBeNull();
  });

  test("answers null and stores nothing when no item is left or all are another project's", async () => {
    await payCheckout();
    const found = await stores.settlements.settleable(chainId, 10n, since, 99);
    const stranger = await stores.createProject();
    expect(await stores.settlements.open(newId("stl"), stranger, chainId, found, noon)).toBeNull();
    expect(await stores.settlements.open(newId("stl"), projectId, chainId, [], noon)).toBeNull();
    expect(await stores.database.prisma.settlement.count({ where: { chainId } })).toBe(0);
  });
});

describe("storeSigned", () => {
  test("stores what was signed before anything is sent", async () => {
    await payCheckout();
    const { settlementId } = await mustOpen();
    const transaction = await mustSign(settlementId);
    expect(transaction).toMatchObject({ chainId, settlementId, nonce: 7n, broadcastCount: 0 });
    expect(await stores.settlements.openTransactions(chainId, 9)).toEqual([transaction]);
    expect(await stores.settlements.unsigned(chainId, 9)).toEqual([]);
    const row = await stores.database.prisma.outgoingTransaction.findUniqueOrThrow({
      where: { id: transaction.id },
    });
    expect(row).toMatchObject({ status: "SIGNED", nonce: 7n, gasLimit: 100_000n, createdAt: later(1) });
    expect(row.maxFeePerGas.toFixed(0)).toBe((2n ** 100n).toString());
  });

  test("gives eight settlements consecutive nonces, and each settlement one transaction", async () => {
    const settlements: string[] = [];
    for (let count = 0; count < 8; count++) {
      await payCheckout();
      settlements.push((await mustOpen()).settlementId);
    }
    const answers = await Promise.all(
      [...settlements, ...settlements].map((settlementId) => sign(settlementId)),
    );
    const made = answers.filter((answer) => answer !== null);
    expect(made).toHaveLength(8);
    expect(made.map(({ nonce }) => Number(nonce)).sort((a, b) => a - b)).toEqual([
      7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(new Set(made.map(({ settlementId }) => settlementId)).size).toBe(8);
    const open = await stores.settlements.openTransactions(chainId, 99);
    expect(open.map(({ nonce }) => nonce)).toEqual([7n, 8n, 9n, 10n, 11n, 12n, 13n, 14n]);
  });

  test("takes no nonce when signing fails or signs for another nonce", async () => {
    await payCheckout();
    const { settlementId } = await mustOpen();
    await expect(sign(settlementId, { sign: () => Promise.reject(new Error("no key")) })).rejects.toThrow(
      "no key",
    );
    await expect(sign(settlementId, { sign: async (nonce) => signed(nonce + 1n) })).rejects.toThrow(
      /instead of 7/,
    );
    expect((await mustSign(settlementId)).nonce).toBe(7n);
  });

  test("notes each broadcast", async () => {
    await payCheckout();
    const { id } = await mustSign((await mustOpen()).settlementId);
    await stores.settlements.noteBroadcast(id, later(1), null);
    await stores.settlements.noteBroadcast(id, later(2), "already known");
    const [open] = await stores.settlements.openTransactions(chainId, 9);
    expect(open).toMatchObject({ id, broadcastCount: 2, lastBroadcastAt: later(2) });
  });
});

describe("complete", () => {
  const mined = (status: "success" | "reverted") =>
    ({ kind: "mined", status, blockNumber: 20n, blockHash: uniqueHex(32) }) as const;

  test("items with a sweep in the transaction are SWEPT, the others FAILED and free", async () => {
    const swept = await payCheckout();
    const failed = await payCheckout();
    const { settlementId } = await mustOpen(later(60_000));
    const { id, txHash } = await mustSign(settlementId);
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(swept, { chainId, txHash })]));
    await stores.settlements.complete(id, mined("success"), later(90_000));

    const statuses = Object.fromEntries(
      (await itemsOf(settlementId)).map((item) => [item.checkoutId, [item.status, item.failureReason]]),
    );
    expect(statuses).toEqual({ [swept.id]: ["SWEPT", null], [failed.id]: ["FAILED", "NOT_SWEPT"] });
    expect(await settlementOf(settlementId)).toMatchObject({
      status: "COMPLETED",
      completedAt: later(90_000),
    });
    expect(await stores.settlements.openTransactions(chainId, 9)).toEqual([]);
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
    await stores.settlements.complete(id, { kind: "replaced" }, later(30_000));
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
    await stores.settlements.complete(id, mined("success"), later(2));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED" });
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("what failed is left out while it is fresh, unless its transaction never came to be mined", async () => {
    const checkout = await payCheckout();
    const fresh = { failedBefore: later(1) };
    const replaced = await mustSign((await mustOpen()).settlementId);
    await stores.settlements.complete(replaced.id, { kind: "replaced" }, later(1));
    expect(await settleableIds(10n, fresh)).toEqual([checkout.id]);

    const { id } = await mustSign((await mustOpen()).settlementId);
    await stores.settlements.complete(id, mined("success"), later(2));
    expect(await settleableIds(10n, fresh)).toEqual([]);
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("a reverted transaction frees its checkouts, and being told twice changes nothing", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    const { id } = await mustSign(settlementId);
    await stores.settlements.complete(id, mined("reverted"), later(2));
    await stores.settlements.complete(id, mined("success"), later(3));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(2) });
    const row = await stores.database.prisma.outgoingTransaction.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "REVERTED", blockNumber: 20n, completedAt: later(2) });
    expect(await settleableIds()).toEqual([checkout.id]);
    expect((await mustSign((await mustOpen()).settlementId)).nonce).toBe(8n);
  });
});

describe("abandon", () => {
  test("frees the items of a settlement for which nothing was signed", async () => {
    const checkout = await payCheckout();
    const { settlementId } = await mustOpen();
    await stores.settlements.abandon(settlementId, "NOTHING_SWEPT", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "FAILED", completedAt: later(1) });
    expect(await itemsOf(settlementId)).toMatchObject([{ status: "FAILED", failureReason: "NOTHING_SWEPT" }]);
    expect(await stores.settlements.unsigned(chainId, 9)).toEqual([]);
    expect(await sign(settlementId)).toBeNull();
    expect(await settleableIds()).toEqual([checkout.id]);
  });

  test("leaves a signed one alone: its transaction may be on the network", async () => {
    await payCheckout();
    const { settlementId } = await mustOpen();
    const { id } = await mustSign(settlementId);
    await stores.settlements.abandon(settlementId, "NOTHING_SWEPT", later(1));
    expect(await settlementOf(settlementId)).toMatchObject({ status: "PENDING", outgoingTransactionId: id });
    expect((await itemsOf(settlementId)).map(({ status }) => status)).toEqual(["PENDING"]);
  });
});
