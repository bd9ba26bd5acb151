import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { advance, advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { transferMoves } from "@/lib/checkouts/state/transfer-moves.rules";
import { acceptPayment } from "@/lib/payments/accept-payment";
import { completeRefunds } from "@/lib/payments/confirm-payments";
import type { RecordParts } from "@/lib/payments/payments.parts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { listRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { claimRefund } from "@/lib/refunds/links/claim-refund";
import { issueSignLink, readRefundLink } from "@/lib/refunds/links/refund-links";
import { dailySum } from "@/lib/refunds/open-refund";
import { recordRefundPayments } from "@/lib/refunds/record-refund-payments";
import { requestExcess } from "@/lib/refunds/refund-excess";
import { approveRefund, cancelRefund } from "@/lib/refunds/refund-steps";
import { refundLatePayments } from "@/lib/refunds/request-refund";
import {
  buildPosition,
  buildQuote,
  buildSweep,
  buildTransfer,
  later,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { countStray, returnStray } from "./decide-strays";
import { listStrays } from "./list-strays";
import { createStrayListStore } from "./stray.store";
import { decideSweep } from "./sweep-stray";

const chainId = 31337;
const owner = { projectId: null, userId: null, approves: true };
const admin = { ...owner, approves: false };
const unknown: Hex = `0x${"77".repeat(20)}`;
/** Checkouts of the till end after half an hour. */
const afterTime = later(40 * 60_000);
const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);
let block = 1_000n;

beforeAll(async () => {
  await world.stores.payments.transaction((tx) =>
    tx.savePosition(buildPosition({ blockNumber: 9_999n, blockTimestamp: afterTime, advancedAt: afterTime })),
  );
  await world.query("INSERT INTO accepted_tokens (project_id, chain_id, token_address) VALUES ($1, $2, $3)", [
    world.project.id,
    chainId,
    usdt,
  ]);
});
beforeEach(() => {
  world.now = later(60_000);
});

const deps = () => ({
  ...world.deps,
  projects: world.stores.projects,
  payments: world.stores.payments,
  rates: { current: noRates, refresh: noRates },
});
const noRates = () => Promise.reject(new Error("no rate is asked for"));
const strayOf = (checkout: Checkout, tokenAddress: Hex = usdt) => ({
  checkoutId: checkout.id,
  chainId,
  tokenAddress,
});
const give = (checkout: Checkout, tokenAddress: Hex = usdt, by = owner, destinationAddress: Hex = customer) =>
  returnStray(deps(), by, { ...strayOf(checkout, tokenAddress), destinationAddress });
const count = (checkout: Checkout, tokenAddress: Hex = usdt) =>
  countStray(deps(), owner, strayOf(checkout, tokenAddress));

/** The log of a transfer in a block of its own, as a scan or a second inclusion brings it. */
async function bring(
  checkout: Checkout,
  { txHash = uniqueHex(32), amountUnits = price, at = world.now, tokenAddress = usdt, final = true } = {},
) {
  block += 1n;
  const place = { txHash, blockNumber: block, blockTimestamp: at };
  const transfer = buildTransfer(checkout, { ...place, tokenAddress, amountUnits });
  await world.stores.payments.transaction(async (tx) => {
    await tx.insertTransfers([transfer]);
    if (final) await tx.markTransfersFinal([transfer.id], world.now);
    await advanceCheckouts(world.deps, tx, [checkout.id]);
  });
  return transfer;
}
const reorg = (id: string, checkout: Checkout) =>
  world.stores.payments.transaction(async (tx) => {
    const gone = (await tx.orphanRows(chainId, [id])).flatMap((log) =>
      log.kind === "transfer" ? [log] : [],
    );
    await advanceCheckouts(world.deps, tx, [checkout.id], transferMoves("transfer.reverted", gone));
  });
/** Its customer may still choose the token. */
function choosable(): Promise<Checkout> {
  const price = { fiatAmount: null, fiatCurrency: null, exchangeRateUsed: null, exchangeRateAt: null };
  return till.create({ ...price, tokenFixed: false, fixedChainId: null });
}
const choose = ({ id }: Checkout) =>
  selectToken(deps() as unknown as Parameters<typeof selectToken>[0], id, { chainId, tokenAddress: usdt });
/** A checkout whose time passed before anything was decided. */
async function expired(): Promise<Checkout> {
  const checkout = await till.create();
  await expire(checkout);
  return world.find(checkout);
}
async function expire(checkout: Checkout): Promise<void> {
  const clock = { now: () => afterTime };
  await world.stores.payments.transaction((tx) =>
    advanceCheckouts({ ...world.deps, clock }, tx, [checkout.id]),
  );
}
/** The decision of a sweep that was refused on the chain. */
const refusedSweep = (checkout: Checkout, tokenAddress: Hex = usdt, projectId = checkout.projectId) =>
  world.deps.refunds.transaction((tx) =>
    decideSweep(deps(), tx, owner, projectId, strayOf(checkout, tokenAddress)),
  );
async function sweptByAnyone(checkout: Checkout, tokenAddress: Hex, amountUnits = price) {
  block += 1n;
  const sweep = buildSweep(checkout, { amountUnits, blockNumber: block, tokenAddress });
  await world.stores.payments.transaction(async (tx) => {
    await tx.insertSweeps([sweep]);
    await tx.markSweepsFinal([sweep.id], world.now);
    await advanceCheckouts(world.deps, tx, [checkout.id]);
  });
}
/** The chain shows the payment of a refund out of the deposit address. */
async function paidBack(checkout: Checkout, tokenAddress: Hex = usdt, amountUnits = price) {
  block += 1n;
  const header = { blockNumber: block, blockHash: uniqueHex(32) };
  const log = { ...header, tokenAddress, amountUnits, txHash: uniqueHex(32), logIndex: 0 };
  const { depositAddress } = checkout;
  const sent = { ...log, depositAddress, to: customer };
  const timestamps = new Map([[header.blockHash, world.now]]);
  const facts = { chainId, timestamps, refunds: [sent], transfers: [], orphaned: [], handedIn: null };
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const all = { ...world.deps, log: quiet };
  await world.stores.payments.transaction(async (tx) => {
    const moves = await recordRefundPayments(all, tx, facts, new Map([[depositAddress, checkout.id]]), []);
    await advanceCheckouts(world.deps, tx, [checkout.id], [], moves);
  });
  const [row] = await world.query<{ id: string }>(
    "SELECT id FROM refund_payments WHERE tx_hash = $1 AND NOT orphaned",
    [log.txHash],
  );
  await world.stores.payments.transaction((tx) =>
    completeRefunds(partsOf<RecordParts>(all), tx, [row?.id ?? ""]),
  );
}

/** The books agree with themselves, and no fact is left that would move the checkout. */
async function expectCleanBooks(checkout: Checkout) {
  const { books, positions } = world.stores;
  const ids = [checkout.id];
  expect([...(await books.ledger(ids)), ...(await books.sums(ids)), ...(await books.events(ids))]).toEqual(
    [],
  );
  const [facts] = await books.facts(ids);
  if (facts === undefined) throw new Error("the checkout is gone");
  expect(advance(world.deps, facts, await positions.all(), world.now)).toBeNull();
}
const refundOf = async (checkout: Checkout) => (await till.refunds(checkout))[0];

it("is listed with the newest transaction that the chain still has, and a sweep on its own chain", async () => {
  const checkout = await till.paid();
  const { txHash } = await bring(checkout);
  const { id } = await bring(checkout, { final: false });
  await reorg(id, checkout);
  const strayList = createStrayListStore(world.stores.database);
  const access = { projectId: world.project.id } as ProjectAccess;
  const listed = async () => (await listStrays({ strayList }, access, { kind: "first" }, 2)).items;
  const settlement = "INSERT INTO settlements (id, project_id, chain_id) VALUES ('stl_listed', $1, 31338)";
  await world.query(settlement, [world.project.id]);
  await world.query(
    "INSERT INTO settlement_items (settlement_id, checkout_id, token_address) VALUES ('stl_listed', $1, $2)",
    [checkout.id, usdt],
  );
  expect(await listed()).toMatchObject([{ checkoutId: checkout.id, txHash, beingSettled: false }]);
  await world.query("UPDATE settlements SET chain_id = 31337 WHERE id = 'stl_listed'");
  expect(await listed()).toMatchObject([{ checkoutId: checkout.id, txHash, beingSettled: true }]);
});

describe("a stray that is returned", () => {
  it("is returned by a refund in its own token, while the checkout waits for its payment", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const { refund } = await give(checkout);
    expect(refund).toMatchObject({ tokenAddress: usdt, amountUnits: price, status: "PENDING", stray: true });
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", refundingUnits: 0n });
    await expectCleanBooks(checkout);
    await paidBack(checkout);
    expect(await refundOf(checkout)).toMatchObject({ status: "COMPLETED" });
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", refundedUnits: 0n });
    await expectCleanBooks(checkout);
    await till.receive(checkout, price);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
    await expectCleanBooks(checkout);
  });

  it("can be returned again after its refund was cancelled, and not after it was paid", async () => {
    const checkout = await till.paid();
    await bring(checkout);
    const { refund } = await give(checkout);
    await cancelRefund(world.deps, owner, refund.id);
    await expectCleanBooks(checkout);
    await give(checkout);
    await paidBack(checkout);
    expect(await outcome(give(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: 7n });
    expect((await give(checkout)).refund.amountUnits).toBe(7n);
    await expectCleanBooks(checkout);
  });

  it("waits for the customer's address, proven by the wallet that sent it", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const { refund, claimUrl } = await returnStray(deps(), owner, strayOf(checkout));
    expect(refund.status).toBe("AWAITING_ADDRESS");
    const token = claimUrl?.split("/").at(-1) ?? "";
    expect(await world.stores.refunds.payers(checkout.id, refund)).toHaveLength(1);
    await claimRefund(world.deps, token, { destinationAddress: customer });
    expect(await refundOf(checkout)).toMatchObject({ status: "PENDING", destinationAddress: customer });
  });

  it("is on the customer's page with its refund, from which no second one can be requested", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const shown = async () => (await world.stores.checkouts.findPublic(checkout.id))?.strayTransfers;
    const request = () => outcome(requestExcess(world.deps, checkout.id, {}, "192.0.2.1"));
    expect(await shown()).toMatchObject([{ tokenAddress: usdt, refund: null }]);
    const { refund } = await returnStray(deps(), owner, strayOf(checkout));
    const { id, amountUnits } = refund;
    expect(await shown()).toMatchObject([
      { refund: { id, amountUnits, status: "AWAITING_ADDRESS", txHash: null } },
    ]);
    expect(await request()).toBe("CHECKOUT_NOT_REFUNDABLE");
    await cancelRefund(world.deps, owner, id);
    expect(await shown()).toMatchObject([{ refund: null }]);
    expect(await request()).toBe("done");
  });

  it("leaves the refundable amount of the checkout's own token unchanged", async () => {
    const checkout = await till.paid();
    await bring(checkout);
    await give(checkout);
    const { refund } = await till.refund(checkout, {
      amount: price.toString(),
      destinationAddress: customer,
    });
    expect(refund).toMatchObject({ status: "PENDING", tokenAddress: usdc, stray: false });
    expect(await world.find(checkout)).toMatchObject({ refundingUnits: price });
    await expectCleanBooks(checkout);
  });

  it.each(["PENDING", "COMPLETED"])(
    "is reduced by the amount returned while the checkout could be paid in it (%s)",
    async (status) => {
      const checkout = await till.create();
      await bring(checkout, { tokenAddress: usdc, amountUnits: 1_000n });
      await expire(checkout);
      await till.refund(checkout, { amount: "600", destinationAddress: customer });
      if (status === "COMPLETED") await paidBack(checkout, usdc, 600n);
      expect(await refundOf(checkout)).toMatchObject({ status });
      await bring(checkout, { at: afterTime });
      expect(await count(checkout)).toMatchObject({ status: "LATE_PAID", tokenAddress: usdt });
      expect((await give(checkout, usdc)).refund.amountUnits).toBe(400n);
      await expectCleanBooks(checkout);
      expect(await outcome(give(checkout, usdc))).toBe("CONFLICT");
    },
  );

  it("can't be returned while all of it waits for the merchant's signature", async () => {
    const merchantAddress = uniqueHex(20);
    const checkout = await till.create({ merchantAddress, refundAuthority: merchantAddress });
    await bring(checkout, { tokenAddress: usdc, amountUnits: 1_000n });
    await expire(checkout);
    const { refund } = await till.refund(checkout, { destinationAddress: customer });
    expect(refund).toMatchObject({ status: "AWAITING_SIGNATURE", amountUnits: 1_000n });
    await bring(checkout, { at: afterTime });
    await count(checkout);
    expect(await outcome(give(checkout, usdc))).toBe("CONFLICT");
    await expectCleanBooks(checkout);
  });

  it("is signed from the deposit address in strict mode, when the checkout's own payment was swept", async () => {
    const merchantAddress = uniqueHex(20);
    const checkout = await till.paid(price, { merchantAddress, refundAuthority: merchantAddress });
    await till.sweep(checkout, price);
    await bring(checkout);
    const own = await till.refund(checkout, { destinationAddress: customer });
    const { refund, transaction } = await give(checkout);
    expect(own.transaction).toMatchObject({ method: "transfer" });
    expect(transaction).toMatchObject({ method: "refund", from: merchantAddress });
    const { items } = await listRefunds(world.deps, world.project.id, checkout.id, { take: 9, skip: 0 });
    const byId = new Map(items.map((item) => [item.refund.id, item.transaction]));
    expect([byId.get(refund.id), byId.get(own.refund.id)]).toEqual([transaction, own.transaction]);
    const { signUrl } = await issueSignLink(world.deps, owner, refund.id);
    const link = await readRefundLink(world.deps, signUrl.split("/").at(-1) ?? "");
    expect(link.call).toEqual(transaction);
  });

  it("counts against the daily limit, and needs an owner's approval without a known price", async () => {
    const checkout = await till.paid();
    await bring(checkout, { amountUnits: 501_000_000n });
    expect((await give(checkout, usdt, admin)).refund.status).toBe("AWAITING_APPROVAL");
    await bring(checkout, { tokenAddress: unknown, amountUnits: 1n });
    const { refund } = await give(checkout, unknown, admin);
    expect(refund.status).toBe("AWAITING_APPROVAL");
    expect((await approveRefund(world.deps, owner, refund.id, { destinationAddress: customer })).status).toBe(
      "PENDING",
    );
    const limit = await world.stores.refunds.transaction((tx) =>
      tx.acceptedSince(world.project.id, later(0)),
    );
    expect(limit.filter(({ tokenAddress }) => tokenAddress === unknown)).toEqual([]);
    const sent = { chainId, tokenAddress: unknown, amountUnits: 10n ** 40n, stray: true };
    expect(dailySum(world.deps.chains, [sent])).toBe(0n);
  });

  it("never counts again: neither when its log returns in another block nor by a later selection", async () => {
    const open = await choosable();
    const part = await bring(open, { tokenAddress: usdc, amountUnits: 1n });
    const stray = await bring(open);
    await give(open);
    await reorg(stray.id, open);
    expect(await world.find(open)).toMatchObject({ settlementFrozen: true });
    await bring(open, { txHash: stray.txHash });
    await reorg(part.id, open);
    expect(await outcome(choose(open))).toBe("CHECKOUT_NOT_SELECTABLE");
    expect(await world.find(open)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    await expectCleanBooks(open);
  });

  it("allows a later selection once a reorganisation took the return", async () => {
    const open = await choosable();
    await paidBack(open);
    expect(await outcome(choose(open))).toBe("CHECKOUT_NOT_SELECTABLE");
    const [back] = await world.query<{ id: string }>(
      "SELECT id FROM refund_payments WHERE checkout_id = $1 AND NOT orphaned",
      [open.id],
    );
    await reorg(back?.id ?? "", open);
    expect(await outcome(choose(open))).toBe("done");
  });

  it("allows a later selection once its refund was cancelled", async () => {
    const open = await choosable();
    const part = await bring(open, { tokenAddress: usdc, amountUnits: 1n });
    await bring(open);
    const { refund } = await give(open);
    await reorg(part.id, open);
    expect(await outcome(choose(open))).toBe("CHECKOUT_NOT_SELECTABLE");
    await cancelRefund(deps(), owner, refund.id);
    expect(await outcome(choose(open))).toBe("done");
    expect(await world.find(open)).toMatchObject({ status: "PAID", tokenAddress: usdt });
  });

  it("does not complete an earlier selection after the checkout's time", async () => {
    const checkout = await expired();
    await world.query(
      "INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units) VALUES ($1, 0, $2, $3, $4)",
      [checkout.id, chainId, usdt, price],
    );
    const late = later(60_000, checkout.expiresAt);
    await bring(checkout, { amountUnits: price - 1n, at: late });
    const { refund } = await give(checkout);
    await bring(checkout, { amountUnits: 1n, at: late });
    expect((await world.find(checkout)).status).toBe("EXPIRED");
    await expectCleanBooks(checkout);
    expect(await cancelRefund(world.deps, owner, refund.id)).toMatchObject({ status: "CANCELLED" });
    expect(await world.find(checkout)).toMatchObject({
      status: "LATE_PAID",
      tokenAddress: usdt,
      paidAt: null,
    });
    await expectCleanBooks(checkout);
  });

  it("is held when a reorganisation removed it before its return", async () => {
    const checkout = await till.paid();
    const stray = await bring(checkout);
    await give(checkout);
    await reorg(stray.id, checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", settlementFrozen: true });
    const incidents = await world.query("SELECT kind FROM incidents WHERE checkout_id = $1", [checkout.id]);
    expect(incidents).toEqual([{ kind: "PAYMENT_REVERTED" }]);
  });

  it("is the merchant's to pay when someone swept it meanwhile", async () => {
    const checkout = await till.paid();
    await bring(checkout);
    await sweptByAnyone(checkout, usdt);
    expect(await outcome(give(checkout))).toBe("CONFLICT");
    await expectCleanBooks(checkout);
  });
});

describe("a stray that is counted", () => {
  it("pays on time by its own block, in its own token, with the checkout's amount", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect((await world.find(checkout)).status).toBe("PENDING");
    const counted = await count(checkout);
    expect(counted).toMatchObject({ status: "PAID", chainId, tokenAddress: usdt, totalPaidUnits: price });
    expect(await world.eventKinds(checkout)).toEqual([
      "checkout.created",
      "checkout.detected",
      "checkout.paid",
    ]);
    const [paid] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE checkout_id = $1 AND kind = 'checkout.paid'",
      [checkout.id],
    );
    expect(JSON.parse(paid?.body ?? "{}").data).toMatchObject({ chainId, tokenAddress: usdt });
    await expectCleanBooks(checkout);
    const { refund } = await till.refund(checkout, { amount: "1", destinationAddress: customer });
    expect(refund).toMatchObject({ tokenAddress: usdt, stray: false });
    await sweptByAnyone(checkout, usdt);
    expect((await world.find(checkout)).status).toBe("SETTLED");
    await expectCleanBooks(checkout);
  });

  it("pays late by its own block, and an expired checkout on time by an earlier one", async () => {
    const [late, early] = [await expired(), await expired()];
    await bring(late, { at: later(60_000, late.expiresAt) });
    await bring(early);
    expect(await count(late)).toMatchObject({ status: "LATE_PAID", paidAt: null });
    expect((await count(early)).status).toBe("PAID");
    await expectCleanBooks(late);
    await expectCleanBooks(early);
  });

  it("isn't refunded by the policy for late payments", async () => {
    const checkout = await expired();
    await bring(checkout, { at: later(60_000, checkout.expiresAt) });
    await count(checkout);
    await world.query("UPDATE projects SET late_payment_policy = 'REFUND' WHERE id = $1", [world.project.id]);
    const sentBack = await refundLatePayments(world.deps);
    await world.query("UPDATE projects SET late_payment_policy = 'HOLD' WHERE id = $1", [world.project.id]);
    expect(sentBack.filter(({ checkoutId }) => checkoutId === checkout.id)).toEqual([]);
    expect(await world.find(checkout)).toMatchObject({ status: "LATE_PAID", refundingUnits: 0n });
  });

  it("must be at least the amount, accepted, and listed as a dollar", async () => {
    const checkout = await till.create();
    await bring(checkout, { amountUnits: price - 1n });
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await bring(checkout, { tokenAddress: unknown });
    expect(await outcome(count(checkout, unknown))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: 1n });
    expect((await count(checkout)).status).toBe("PAID");
  });

  it("in dollars can't be counted for a price in euros", async () => {
    const checkout = await till.create({ fiatAmount: null, fiatCurrency: null });
    await bring(checkout);
    const chains = world.deps.chains.map((chain) => ({
      ...chain,
      tokens: chain.tokens.map((token) => (token.address === usdc ? { ...token, currency: "EUR" } : token)),
    }));
    const counted = countStray({ ...deps(), chains }, owner, strayOf(checkout));
    await expect(counted).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("isn't worth one USDT"),
    });
    await count(checkout);
  });

  it("leaves the checkout with its first terms when a reorganisation removes it, and pays again when it returns", async () => {
    const checkout = await till.create();
    const stray = await bring(checkout);
    await count(checkout);
    await reorg(stray.id, checkout);
    const gone = { status: "PENDING", tokenAddress: usdc, amountUnits: price, settlementFrozen: true };
    expect(await world.find(checkout)).toMatchObject(gone);
    await expectCleanBooks(checkout);
    await bring(checkout, { txHash: stray.txHash });
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", tokenAddress: usdt });
    await expectCleanBooks(checkout);
  });

  it("doesn't include money swept before", async () => {
    const checkout = await till.create();
    await bring(checkout);
    await sweptByAnyone(checkout, usdt);
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: price + 3n });
    expect(await count(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price + 3n });
    await expectCleanBooks(checkout);
  });

  it("doesn't include returned money", async () => {
    const checkout = await till.create();
    await bring(checkout);
    await give(checkout);
    await paidBack(checkout);
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: price - 1n });
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: 1n });
    expect(await count(checkout)).toMatchObject({ totalPaidUnits: price, refundedUnits: 0n });
    await expectCleanBooks(checkout);
  });

  it("is too little once a part of it left the address without a request", async () => {
    const checkout = await till.create();
    await bring(checkout);
    await paidBack(checkout, usdt, 1n);
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: 1n });
    expect((await count(checkout)).status).toBe("PAID");
  });

  it("is refused for a paid, fully refunded, or another project's checkout", async () => {
    const checkout = await till.paid();
    await bring(checkout);
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    const stranger = { projectId: await world.stores.createProject(), userId: null };
    const other = await till.create();
    await bring(other);
    expect(await outcome(countStray(deps(), stranger, strayOf(other)))).toBe("CHECKOUT_NOT_FOUND");
    expect(await outcome(refusedSweep(other, usdt, stranger.projectId))).toBe("CHECKOUT_NOT_FOUND");
    const theirs = returnStray(deps(), { ...stranger, approves: true }, strayOf(other));
    expect(await outcome(theirs)).toBe("CHECKOUT_NOT_FOUND");
  });
});

describe("a token that the customer can still pay with", () => {
  it("waits until the checkout is paid or over", async () => {
    const chosen = await till.create({ tokenFixed: false, fixedChainId: null });
    await bring(chosen);
    for (const act of [give, count, refusedSweep]) expect(await outcome(act(chosen))).toBe("CONFLICT");
    await till.receive(chosen, price);
    expect(await outcome(give(chosen))).toBe("done");
  });

  it("includes the checkout's own token, and an earlier selection's", async () => {
    const checkout = await till.create();
    await till.receive(checkout, 1n);
    expect(await outcome(give(checkout, usdc))).toBe("CONFLICT");
    await world.stores.payments.transaction(async (tx) => {
      const [facts] = await tx.lockCheckouts([checkout.id]);
      if (facts === undefined) throw new Error("it is gone");
      const newQuote = buildQuote({ tokenAddress: usdt });
      const told = { timeline: [], events: [] };
      await tx.saveAdvances([{ ...facts, previousStatus: "PENDING", newQuotes: [newQuote], ...told }]);
    });
    await bring(checkout, { amountUnits: 1n });
    expect(await outcome(give(checkout))).toBe("CONFLICT");
  });
});

describe("a stray that is swept", () => {
  it("may leave a checkout that can still be paid, never counts, and can be returned until it left", async () => {
    const checkout = await till.create();
    const stray = await bring(checkout);
    const terms = {
      chainId,
      upTo: 1_000_000n,
      chainIds: [chainId],
      walletAddress: customer,
      refundWallet: null,
      refundsSince: null,
      revertedSince: later(0),
      at: world.now,
    };
    const whose = { projectId: world.project.id, checkoutIds: [checkout.id], tokens: [usdt] };
    const held = async () => (await world.stores.settlements.held(terms, whose, null, 1))[0]?.blocker;
    expect(await held()).toBe("not_paid");
    await refusedSweep(checkout);
    expect(await held()).toBeNull();
    const { refund } = await give(checkout);
    expect(await held()).toBe("not_paid");
    await cancelRefund(world.deps, owner, refund.id);
    await refusedSweep(checkout);
    const open = { settlementId: `stl_${stray.id.slice(4)}`, projectId: world.project.id, requested: true };
    const deposits = [{ checkoutId: checkout.id, tokenAddress: usdt, projectId: world.project.id }];
    expect((await world.stores.settlements.open(open, terms, deposits))?.items).toHaveLength(1);
    expect(await outcome(give(checkout))).toBe("CONFLICT");
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await sweptByAnyone(checkout, usdt);
    await world.query("UPDATE settlement_items SET status = 'SWEPT' WHERE checkout_id = $1", [checkout.id]);
    await bring(checkout, { amountUnits: 1n });
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    await expectCleanBooks(checkout);
  });

  it("stays paid when a sweep was requested and refused before it was counted", async () => {
    for (const final of [true, false]) {
      const checkout = await till.create();
      const stray = await bring(checkout, { final });
      await refusedSweep(checkout);
      const counted = await count(checkout);
      expect(counted.status).toBe(final ? "PAID" : "DETECTED");
      await world.stores.payments.transaction(async (tx) => {
        await tx.markTransfersFinal([stray.id], world.now);
        await advanceCheckouts(world.deps, tx, [checkout.id]);
      });
      await sweptByAnyone(checkout, usdt);
      const settled = { status: "SETTLED", totalPaidUnits: price, settlementFrozen: false };
      expect(await world.find(checkout)).toMatchObject(settled);
      await expectCleanBooks(checkout);
    }
  });

  it("completes an earlier selection after its sweep was refused, and stays paid when it is settled", async () => {
    for (const swept of [0n, 3n]) {
      const checkout = await expired();
      await world.query(
        "INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units) VALUES ($1, 0, $2, $3, $4)",
        [checkout.id, chainId, usdt, price],
      );
      const late = later(60_000, checkout.expiresAt);
      await bring(checkout, { amountUnits: 3n, at: late });
      await refusedSweep(checkout);
      await bring(checkout, { amountUnits: price - 3n, at: late });
      expect((await world.find(checkout)).status).toBe("LATE_PAID");
      await acceptPayment(world.deps, owner, checkout.id, undefined);
      // The sweep of the first part may have been under way.
      if (swept > 0n) await sweptByAnyone(checkout, usdt, swept);
      await sweptByAnyone(checkout, usdt, price - swept);
      const settled = { status: "SETTLED", totalPaidUnits: price, settlementFrozen: false };
      expect(await world.find(checkout)).toMatchObject(settled);
      await expectCleanBooks(checkout);
    }
  });

  it("pays nothing later once its sweep is done", async () => {
    const checkout = await till.create();
    await bring(checkout);
    await refusedSweep(checkout);
    await sweptByAnyone(checkout, usdt);
    expect(await outcome(count(checkout))).toBe("CONFLICT");
    expect(await outcome(give(checkout))).toBe("CONFLICT");
    await bring(checkout, { amountUnits: price + 1n });
    expect(await count(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price + 1n });
    await sweptByAnyone(checkout, usdt, price + 1n);
    expect((await world.find(checkout)).status).toBe("SETTLED");
    await expectCleanBooks(checkout);
  });
});
