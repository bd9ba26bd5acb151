import { beforeAll, expect, it } from "vitest";
import { refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import { createWaitingStore } from "@/lib/insights/inbox/waiting.store";
import { transact } from "@/lib/platform/database";
import { everyDay, type ListPlace } from "@/lib/platform/lists/list-place.rules";
import { createAuditLog } from "@/lib/projects/logs/logs.store";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { createSettlementListStore } from "@/lib/settlement/dashboard/settlement-list.store";
import { everySettlement } from "@/lib/settlement/dashboard/settlement-views.rules";
import { later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { touchedRows } from "@/lib/testing/touched-rows";
import { fileWorld } from "@/lib/testing/world";

// A merchant with much history: whatever a page shows, it reads about as many rows as that, by the plans that Postgres
// chooses for them.

const many = 20_000;
const { stores, project } = await fileWorld();
const projectId = project.id;

beforeAll(async () => {
  const { pool } = stores.database;
  const paid = {
    paidUnits: 4_500_000n,
    totalPaidUnits: 4_500_000n,
    paidAt: noon,
    paymentTxHash: uniqueHex(32),
  };
  const checkout = await stores.createCheckout({ projectId, status: "PAID", ...paid });
  await transact(pool, async (connection) => {
    await connection.query("SET LOCAL world.tidy = 'the plans are judged by the number of rows'");
    await connection.query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, created_at)
    SELECT 'rfd_' || lpad(n::text, 26, '0'), $1, $2, 1, 31337, $3,
      (CASE WHEN n % 2000 = 7 THEN 'AWAITING_APPROVAL' ELSE 'COMPLETED' END)::refund_status,
      $4::timestamptz + n * interval '1 second' FROM generate_series(1, ${many}) AS n`,
      [projectId, checkout.id, usdc, noon],
    );
    await connection.query(
      `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units)
    SELECT 'chk_' || lpad(n::text, 26, '0'), 31337, CASE WHEN n % 3 = 0 THEN $2 ELSE $3 END,
      CASE WHEN n % 10 = 0 THEN $1 ELSE 'prj_other' END, 1 FROM generate_series(1, ${many}) AS n`,
      [projectId, usdc, usdt],
    );
    await connection.query(
      `INSERT INTO audit_log (project_id, action, target, created_at)
    SELECT CASE WHEN n % 2 = 0 THEN $1 END, CASE WHEN n % 2000 = 8 THEN 'team.removed' ELSE 'team.left' END,
      'rfd_' || lpad(n::text, 26, '0'), $2::timestamptz + n * interval '1 second'
    FROM generate_series(1, ${many}) AS n`,
      [projectId, noon],
    );
    await connection.query(
      `INSERT INTO settlements (id, project_id, chain_id, status, created_at)
    SELECT 'stl_' || lpad(n::text, 26, '0'), $1, 31337,
      (CASE WHEN n % 2000 = 7 THEN 'FAILED' ELSE 'COMPLETED' END)::settlement_status,
      $2::timestamptz + n * interval '1 second' FROM generate_series(1, ${many}) AS n`,
      [projectId, noon],
    );
  });
  await pool.query("ANALYZE");
});

const everything = { statuses: refundStatuses, refundType: null, from: null, before: null };
/** The rows of its later half are of the next day there. */
const firstDay = { toDay: "2026-01-01", timeZone: "Asia/Seoul" };
const first: ListPlace = { kind: "first" };
const touching = (work: Parameters<typeof touchedRows>[1]) => touchedRows(stores.database.pool, work);

it("a page of the refunds, at the beginning or deep inside, for any filter", async () => {
  const deep: ListPlace = { kind: "after", cursor: { createdAt: later(5_000_000), id: "rfd_0" } };
  const rare = { ...everything, statuses: ["AWAITING_APPROVAL"] as const };
  for (const [filter, place, length] of [
    [everything, first, 26],
    [everything, deep, 26],
    [everything, { ...deep, kind: "before" }, 26],
    [rare, first, 10],
  ] as const) {
    const touched = await touching(async (database) => {
      const list = createRefundListStore({ ...stores.database, ...database });
      expect((await list.page(projectId, filter, place, 26)).items).toHaveLength(length);
    });
    expect(touched).toBeLessThan(500);
  }
});

it("reads waiting deposits by an index", async () => {
  const touched = await touching(async (database) => {
    const waiting = createWaitingStore({ ...stores.database, ...database });
    expect(await waiting.waitingCounts(projectId)).toMatchObject({ refunds: 10 });
  });
  expect(touched).toBeLessThan(500);
});

it("sums its own deposits, in a bounded number", async () => {
  const touched = await touching(async (database) => {
    const { sums } = await createHoldingStore({ ...stores.database, ...database }).unswept(projectId);
    expect(sums.reduce((sum, { deposits }) => sum + deposits, 0)).toBe(many / 10);
  });
  // No one else's.
  expect(touched).toBeLessThan(1.1 * (many / 10));
});

it("a page of the settlements, at the beginning or deep inside, of any status", async () => {
  const deep: ListPlace = { kind: "after", cursor: { createdAt: later(5_000_000), id: "stl_0" } };
  const all = everySettlement;
  for (const [filter, place, length] of [
    [all, first, 26],
    [all, deep, 26],
    [all, { ...deep, kind: "before" }, 26],
    [{ ...all, status: "FAILED" }, first, 10],
    [{ ...all, status: "PENDING" }, first, 0],
    [{ ...all, ...firstDay }, first, 26],
    [{ ...all, fromDay: "2020-01-01", toDay: "2020-01-31" }, first, 0],
  ] as const) {
    const touched = await touching(async (database) => {
      const list = createSettlementListStore({ ...stores.database, ...database });
      expect((await list.page(projectId, filter, place, 26)).items).toHaveLength(length);
    });
    expect(touched).toBeLessThan(500);
  }
});

it("a part of the audit log, at the beginning or deep inside, with the refunds that it is about", async () => {
  const everything = { userId: null, action: null, ...everyDay };
  const cursor = { at: later(10_000_000), id: 1n };
  for (const [filter, place, length] of [
    [everything, first, 51],
    [everything, { kind: "after", cursor }, 51],
    [everything, { kind: "before", cursor }, 51],
    [{ ...everything, ...firstDay }, first, 51],
    [{ ...everything, fromDay: "2020-01-01", toDay: "2020-01-31" }, first, 0],
    [{ ...everything, action: "team.removed" }, first, 10],
    [{ ...everything, action: "team.joined" }, first, 0],
  ] as const) {
    const touched = await touching(async (database) => {
      const log = createAuditLog({ ...stores.database, ...database });
      const { items } = await log.page(projectId, filter, place, 51);
      expect(items).toHaveLength(length);
      for (const { token } of items) expect(token?.tokenAddress).toBe(usdc);
    });
    expect(touched).toBeLessThan(500);
  }
});
