import { excessUnits, holdsExcess } from "@/lib/checkouts/checkout-row.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import { holdingsJudged } from "@/lib/settlement/deposit-facts.store";
import type { StrayCursor } from "@/lib/strays/stray.rules";
import { byDeposit } from "@/lib/strays/stray.store";
import type { Overpayment, StuckDeposit } from "./inbox.rules";

/** By their index. */
const overList = defineList<object, Overpayment>({
  name: "inbox_over",
  table: "checkouts",
  row: "checkout",
  owner: "project_id",
  order: byCreation,
  where: holdsExcess,
  filters: {},
  columns: `checkout.id, checkout.created_at, checkout.reference_id, checkout.item_name, checkout.chain_id,
    checkout.token_address, checkout.amount_units, checkout.paid_units, ${excessUnits} AS excess_units,
    CASE checkout.status WHEN 'CANCELLED' THEN 'cancelled' WHEN 'REFUNDED' THEN 'refunded' ELSE 'paid' END AS order_state,
    checkout.excess_requested_at IS NOT NULL AS is_requested`,
});

/** Of a bounded number of deposits, those that are frozen and those whose token refused the last sweep. */
const stuckList = defineList<object, StuckDeposit, StuckDeposit, StrayCursor>({
  name: "inbox_stuck",
  table: "deposit_holdings",
  row: "held",
  owner: "project_id",
  order: byDeposit,
  where: "held.amount_units > 0",
  filters: {},
  walk: {
    rows: () => holdingsJudged,
    joins: "JOIN checkouts AS checkout ON checkout.id = held.checkout_id",
    where: () => "(checkout.settlement_frozen OR held.sweep_refusal IS NOT NULL)",
  },
  columns: `held.checkout_id, held.chain_id, held.token_address, held.amount_units AS units, checkout.created_at,
    checkout.reference_id, checkout.item_name, checkout.settlement_frozen AS is_frozen`,
  joins: "LEFT JOIN checkouts AS checkout ON checkout.id = held.checkout_id",
});

/** Among the newest entries of the audit log. SQL: the limit holds for the log, before its entries are judged. */
const selectLateDecisions: Statement = {
  name: "inbox_late_decisions",
  text: `
    SELECT (entry.details->>'movedBps')::int AS moved_bps
    FROM (SELECT * FROM audit_log WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1000) AS entry
    WHERE entry.action = 'checkout.payment_accepted' AND entry.details ? 'movedBps' AND NOT entry.details ? 'rule'
      OR entry.action = 'refund.requested' AND EXISTS (
        SELECT FROM refunds AS refund WHERE refund.id = entry.target AND refund.refund_type = 'LATE_PAYMENT')
    ORDER BY entry.created_at DESC, entry.id DESC LIMIT $2`,
};

export type InboxStore = {
  over: List<object, Overpayment>;
  stuck: List<object, StuckDeposit, StrayCursor>;
  /**
   * The newest decisions of people on late payments: by how much the price of an accepted one had risen, null for a
   * refunded one.
   */
  lateDecisions(projectId: string, limit: number): Promise<(number | null)[]>;
};

/** Overpaid checkouts and stuck deposits of a project, in Postgres. */
export function createInboxStore({ pool }: Connections): InboxStore {
  return {
    over: overList(pool),
    stuck: stuckList(pool),
    lateDecisions: async (projectId, limit) => {
      const rows = await read<{ movedBps: number | null }>(pool, selectLateDecisions, [projectId, limit]);
      return rows.map(({ movedBps }) => movedBps);
    },
  };
}
