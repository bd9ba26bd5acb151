import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ListPlace } from "@/lib/core/dashboard/list/list-place";
import { refundStatuses } from "@/lib/core/refund";
import { later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { createAttentionStore } from "../overview/attention-store";
import { createAuditLog } from "../project/audit-log";
import { createHoldingDirectory } from "./holding-directory";
import { createRefundDirectory } from "./refund-directory";

// A merchant with much history: whatever a page shows, it reads about as many rows as that, by the plans that Postgres
// chooses for them.

const many = 20_000;
let stores: TestStores;
let projectId: string;
/** Rows that the last statements touched, those that a filter threw away among them. */
let touched = 0;

beforeAll(async () => {
  stores = await openTestStores();
  projectId = await stores.createProject();
  const { pool } = stores.database;
  const paid = {
    paidUnits: 4_500_000n,
    totalPaidUnits: 4_500_000n,
    paidAt: noon,
    paymentTxHash: uniqueHex(32),
  };
  const checkout = await stores.createCheckout({ projectId, status: "PAID", ...paid });
  await pool.query(
    `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, created_at)
    SELECT 'rfd_' || lpad(n::text, 26, '0'), $1, $2, 1, 31337, $3,
      (CASE WHEN n % 2000 = 7 THEN 'AWAITING_APPROVAL' ELSE 'COMPLETED' END)::refund_status,
      $4::timestamptz + n * interval '1 second' FROM generate_series(1, ${many}) AS n`,
    [projectId, checkout.id, usdc, noon],
  );
  await pool.query(
    `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units)
    SELECT 'chk_' || lpad(n::text, 26, '0'), 31337, CASE WHEN n % 3 = 0 THEN $2 ELSE $3 END,
      CASE WHEN n % 10 = 0 THEN $1 ELSE 'prj_other' END, 1 FROM generate_series(1, ${many}) AS n`,
    [projectId, usdc, usdt],
  );
  await pool.query(
    `INSERT INTO audit_log (project_id, action, target, created_at)
    SELECT CASE WHEN n % 2 = 0 THEN $1 END, 'team.left', 'rfd_' || lpad(n::text, 26, '0'), $2
    FROM generate_series(1, ${many}) AS n`,
    [projectId, noon],
  );
  await pool.query("ANALYZE");
});
afterAll(() => stores?.close());

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

function rowsIn(plan: Plan): number {
  const type = plan["Node Type"];
  // A bitmap's rows are counted where they are read from the table.
  const own = type.endsWith("Scan") && type !== "CTE Scan" && type !== "Bitmap Index Scan";
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  return (own ? rows : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0);
}

/** The database, with every statement explained beside being run. */
function explained(): { pool: Pool } {
  touched = 0;
  const { pool } = stores.database;
  const query = async (statement: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, statement.values);
    touched += rowsIn(rows[0]["QUERY PLAN"][0].Plan);
    return pool.query(statement.text, statement.values);
  };
  return { pool: { query } as unknown as Pool };
}

const everything = { statuses: refundStatuses, refundType: null, from: null, before: null };
const first: ListPlace = { kind: "first" };

it("a part of the refunds, at the beginning or deep inside, whichever they are", async () => {
  const deep: ListPlace = { kind: "after", cursor: { createdAt: later(5_000_000), id: "rfd_0" } };
  for (const place of [first, deep, { ...deep, kind: "before" } as const]) {
    expect(await createRefundDirectory(explained()).page(projectId, everything, place, 26)).toHaveLength(26);
    expect(touched).toBeLessThan(500);
  }
  const rare = { ...everything, statuses: ["AWAITING_APPROVAL"] as const };
  expect(await createRefundDirectory(explained()).page(projectId, rare, first, 26)).toHaveLength(10);
  expect(touched).toBeLessThan(500);
});

it("what waits for somebody", async () => {
  const attention = createAttentionStore(explained());
  expect(await attention.waitingCounts(projectId)).toMatchObject({ refundsAwaitingApproval: 10 });
  expect(await attention.incidents(projectId, 20)).toEqual([]);
  expect(touched).toBeLessThan(500);
});

it("sums of its own deposits, and of a bounded number of them", async () => {
  const { sums } = await createHoldingDirectory(explained()).unswept(projectId);
  expect(sums.reduce((sum, { deposits }) => sum + deposits, 0)).toBe(many / 10);
  // Nobody else's.
  expect(touched).toBeLessThan(1.1 * (many / 10));
});

it("a part of the audit log, at the beginning or deep inside, with the refunds that it is about", async () => {
  const everybody = { userId: null, action: null };
  for (const place of [
    first,
    { kind: "after", cursor: 10_000n },
    { kind: "before", cursor: 10_000n },
  ] as const) {
    const page = await createAuditLog(explained()).page(projectId, everybody, place, 51);
    expect(page).toHaveLength(51);
    expect(page[0]?.token?.tokenAddress).toBe(usdc);
    expect(touched).toBeLessThan(500);
  }
});
