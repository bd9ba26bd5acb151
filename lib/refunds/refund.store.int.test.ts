import { beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { buildSweep, buildTransfer, later, newId, noon, usdc, usdt } from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";

const { stores } = await fileWorld();
let projectId: string;
let checkout: Checkout;

beforeEach(async () => {
  projectId = await stores.createProject();
  checkout = await stores.createCheckout({ projectId, totalPaidUnits: 4_500_000n, paidUnits: 4_500_000n });
});

const buildRefund = (overrides: Partial<Refund> = {}): Refund => ({
  id: newId("rfd"),
  projectId,
  checkoutId: checkout.id,
  chainId: 31337,
  tokenAddress: usdc,
  amountUnits: 1_000n,
  reason: "Broken cup",
  refundType: "OTHER",
  status: "PENDING",
  destinationAddress: `0x${"f1".repeat(20)}`,
  txHash: null,
  failureCode: null,
  viaApi: true,
  stray: false,
  createdAt: noon,
  completedAt: null,
  ...overrides,
});

const inTransaction: TestStores["refunds"]["transaction"] = (work) => stores.refunds.transaction(work);
const insert = async (overrides: Partial<Refund> = {}) => {
  const refund = buildRefund(overrides);
  await inTransaction((tx) => tx.insert(refund, null, []));
  return refund;
};
const list = (take = 20, skip = 0) => stores.refunds.list(projectId, checkout.id, { take, skip });

describe("insert", () => {
  test("stores every field, raises the pending amount, and writes the timeline", async () => {
    const refund = buildRefund({ amountUnits: 4_500_000n });
    await inTransaction((tx) =>
      tx.insert(refund, { hash: "ab".repeat(32), expiresAt: later(5) }, [
        { kind: "refund.requested", details: { refundId: refund.id }, at: later(1) },
        { kind: "second", details: null, at: later(2) },
      ]),
    );
    expect(await list()).toEqual({ items: [refund], total: 1 });
    expect((await stores.checkouts.find(projectId, checkout.id))?.checkout.refundingUnits).toBe(4_500_000n);
    const { pool } = stores.database;
    const { rows } = await pool.query(
      "SELECT claim_token_hash, claim_expires_at FROM refunds WHERE id = $1",
      [refund.id],
    );
    expect(rows).toEqual([{ claim_token_hash: "ab".repeat(32), claim_expires_at: later(5) }]);
    const { rows: timeline } = await pool.query(
      "SELECT kind, details, created_at FROM checkout_events WHERE checkout_id = $1 ORDER BY id OFFSET 1",
      [checkout.id],
    );
    expect(timeline).toEqual([
      { kind: "refund.requested", details: { refundId: refund.id }, created_at: later(1) },
      { kind: "second", details: null, created_at: later(2) },
    ]);
  });

  test("of more than the received amount violates the table's constraint", async () => {
    await insert({ amountUnits: 4_500_000n });
    await expect(insert({ amountUnits: 1n })).rejects.toThrow("checkouts_refunds_within_received");
    expect(await list()).toMatchObject({ total: 1 });
  });
});

describe("list", () => {
  test("is newest first, by id at equal times, in pages of one whole", async () => {
    const made = [];
    for (const minutes of [0, 1, 1, 1, 2]) made.push(await insert({ createdAt: later(minutes * 60_000) }));
    const expected = made
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    const pages = [await list(2, 0), await list(2, 2), await list(2, 4)];
    expect(pages.flatMap((page) => page?.items.map(({ id }) => id))).toEqual(expected);
    for (const page of pages) expect(page?.total).toBe(5);
  });

  test("is empty past its end, with the count", async () => {
    expect(await list()).toEqual({ items: [], total: 0 });
    await insert();
    expect(await list(20, 1)).toEqual({ items: [], total: 1 });
    expect(await list(20, 2_147_483_647)).toEqual({ items: [], total: 1 });
  });

  test("is null for an unknown checkout and another project's", async () => {
    await insert();
    const stranger = await stores.createProject();
    expect(await stores.refunds.list(stranger, checkout.id, { take: 20, skip: 0 })).toBeNull();
    expect(await stores.refunds.list(projectId, newId("chk"), { take: 20, skip: 0 })).toBeNull();
  });
});

describe("acceptedSince", () => {
  const accepted = () => inTransaction((tx) => tx.acceptedSince(projectId, later(10)));

  test("sums requests by API since then by token", async () => {
    await insert({ amountUnits: 1n, createdAt: later(9) });
    await insert({ amountUnits: 2n, createdAt: later(10) });
    await insert({ amountUnits: 4n, createdAt: later(11), status: "AWAITING_APPROVAL" });
    await insert({ amountUnits: 8n, createdAt: later(11), status: "COMPLETED" });
    await insert({ amountUnits: 16n, createdAt: later(11), tokenAddress: usdt });
    await insert({ amountUnits: 32n, createdAt: later(11), status: "CANCELLED" });
    await insert({ amountUnits: 64n, createdAt: later(11), status: "FAILED" });
    await insert({ amountUnits: 128n, createdAt: later(11), viaApi: false });
    const mine = checkout;
    const foreign = await stores.createProject();
    checkout = await stores.createCheckout({ projectId: foreign, totalPaidUnits: 999n });
    await insert({ amountUnits: 256n, createdAt: later(11), projectId: foreign });
    checkout = mine;
    const sums = await accepted();
    expect([...sums].sort((a, b) => (a.tokenAddress < b.tokenAddress ? -1 : 1))).toEqual([
      { chainId: 31337, tokenAddress: usdc, amountUnits: 10n },
      { chainId: 31337, tokenAddress: usdt, amountUnits: 16n },
    ]);
  });

  test("is empty on a new day", async () => {
    expect(await accepted()).toEqual([]);
  });
});

describe("lockCheckout", () => {
  const lock = () => inTransaction((tx) => tx.lockCheckout(projectId, checkout.id));

  test("returns the deposit's balance and its promised amount, without a settlement", async () => {
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([
        buildTransfer(checkout, { amountUnits: 700n }),
        buildTransfer(checkout, { amountUnits: 50n, tokenAddress: usdt }),
        buildTransfer(checkout, { amountUnits: 50n, chainId: 8453 }),
      ]),
    );
    for (const status of ["AWAITING_APPROVAL", "AWAITING_ADDRESS", "PENDING", "PROCESSING"] as const)
      await insert({ amountUnits: 10n, status });
    for (const other of [{ tokenAddress: usdt }, { chainId: 8453 }]) await insert({ stray: true, ...other });
    // Paid, which the ledger knows; and paid in a block that a reorg took.
    const pays = (refund: Refund, blockNumber: bigint) => ({
      ...buildSweep(checkout, { amountUnits: refund.amountUnits, blockNumber }),
      ...{ id: newId("rfp"), refundId: refund.id, fromAccount: "DEPOSIT" as const, toAddress: usdc },
    });
    const [paid, lost] = [await insert({ amountUnits: 100n }), await insert({ amountUnits: 5n })];
    await stores.payments.transaction(async (tx) => {
      await tx.insertRefundPayments([pays(paid, 11n), pays(lost, 12n)]);
      await tx.orphanAbove(31337, 11n);
    });
    for (const status of ["AWAITING_SIGNATURE", "COMPLETED", "FAILED", "CANCELLED"] as const)
      await insert({ amountUnits: 1_000n, status });
    expect(await lock()).toMatchObject({
      checkout: { id: checkout.id },
      atDepositUnits: 600n,
      promisedUnits: 45n,
      leavingUnits: 10n,
      beingSettled: false,
    });
  });

  test("returns an open settlement, and no failed one", async () => {
    const { pool } = stores.database;
    const settlementId = newId("stl");
    await pool.query("INSERT INTO settlements (id, project_id, chain_id) VALUES ($1, $2, 8453)", [
      settlementId,
      projectId,
    ]);
    await pool.query(
      "INSERT INTO settlement_items (settlement_id, checkout_id, token_address) VALUES ($1, $2, $3)",
      [settlementId, checkout.id, usdc],
    );
    expect((await lock())?.beingSettled).toBe(false);
    await pool.query("UPDATE settlements SET chain_id = 31337 WHERE id = $1", [settlementId]);
    expect((await lock())?.beingSettled).toBe(true);
    await pool.query("UPDATE settlement_items SET status = 'FAILED' WHERE settlement_id = $1", [
      settlementId,
    ]);
    expect((await lock())?.beingSettled).toBe(false);
  });

  test("returns nothing for a checkout without a token", async () => {
    checkout = await stores.createCheckout({
      projectId,
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
    });
    expect(await lock()).toMatchObject({ atDepositUnits: 0n, promisedUnits: 0n, beingSettled: false });
  });

  test("is null for another project's", async () => {
    const stranger = await stores.createProject();
    expect(await inTransaction((tx) => tx.lockCheckout(stranger, checkout.id))).toBeNull();
  });

  test("waits for the watcher's lock, and reads its changes", async () => {
    let locked: Promise<unknown> | undefined;
    await stores.payments.transaction(async (tx) => {
      await tx.lockCheckouts([checkout.id]);
      await tx.insertTransfers([buildTransfer(checkout, { amountUnits: 77n })]);
      locked = lock();
      await someoneWaits(stores.database);
    });
    expect(await locked).toMatchObject({ atDepositUnits: 77n });
  });
});

describe("lockProject", () => {
  test("admits the next after the first commits, with its request visible", async () => {
    let second: Promise<unknown> | undefined;
    await inTransaction(async (tx) => {
      await tx.lockProject(projectId);
      await tx.insert(buildRefund(), null, []);
      second = inTransaction(async (other) => {
        await other.lockProject(projectId);
        return other.acceptedSince(projectId, noon);
      });
      await someoneWaits(stores.database);
    });
    expect(await second).toEqual([{ chainId: 31337, tokenAddress: usdc, amountUnits: 1_000n }]);
  });

  test("doesn't block new checkouts of the project or other projects' requests", async () => {
    const other = await stores.createProject();
    await inTransaction(async (tx) => {
      await tx.lockProject(projectId);
      await stores.createCheckout({ projectId });
      await inTransaction((beside) => beside.lockProject(other));
    });
  });
});
