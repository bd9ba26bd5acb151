import { excessUnits, holdsExcess } from "@/lib/checkouts/checkout-row.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import { pageStatement, rowValues } from "@/lib/platform/lists/keyset";
import type { ListPlace, Place } from "@/lib/platform/lists/list-place.rules";
import { holdingsJudged } from "@/lib/settlement/deposit-facts.store";
import type { StrayCursor } from "@/lib/strays/stray.rules";
import type { Overpayment, StuckDeposit } from "./inbox.rules";

/** By their index. SQL: keyset list. */
const selectOver = pageStatement(
  "inbox_over",
  ({ order, past }) => `
    SELECT checkout.id, checkout.created_at, checkout.reference_id, checkout.item_name, checkout.chain_id,
      checkout.token_address, checkout.amount_units, checkout.paid_units, ${excessUnits} AS excess_units,
      CASE checkout.status WHEN 'CANCELLED' THEN 'cancelled' WHEN 'REFUNDED' THEN 'refunded' ELSE 'paid' END AS order_state,
      checkout.excess_requested_at IS NOT NULL AS is_requested
    FROM checkouts AS checkout
    WHERE checkout.project_id = $1 AND ${holdsExcess}
      ${past("(checkout.created_at, checkout.id)", "($3::timestamptz, $4::text)")}
    ORDER BY checkout.created_at ${order}, checkout.id ${order} LIMIT $2`,
);

/**
 * Of a bounded number of deposits, those that are frozen and those whose token refused the last sweep. `looked` is where
 * the search stopped. SQL: keyset list.
 */
const selectStuck = pageStatement("inbox_stuck", ({ order, past }) => {
  const sorted = (name: string) =>
    `${name}.checkout_id ${order}, ${name}.chain_id ${order}, ${name}.token_address ${order}`;
  return `
    WITH held AS MATERIALIZED (
      SELECT deposit.* FROM deposit_holdings AS deposit
      WHERE deposit.project_id = $1 AND deposit.amount_units > 0
        ${past("(deposit.checkout_id, deposit.chain_id, deposit.token_address)", "($3::text, $4::int, $5::text)")}
      ORDER BY ${sorted("deposit")} LIMIT ${holdingsJudged}
    ), looked AS (
      SELECT held.checkout_id, held.chain_id, held.token_address FROM held
      ORDER BY ${sorted("held")} OFFSET ${holdingsJudged - 1} LIMIT 1
    ), page AS (
      SELECT held.checkout_id, held.chain_id, held.token_address, held.amount_units AS units, checkout.created_at,
        checkout.reference_id, checkout.item_name, checkout.settlement_frozen AS is_frozen
      FROM held JOIN checkouts AS checkout ON checkout.id = held.checkout_id
      WHERE checkout.settlement_frozen OR held.sweep_refusal IS NOT NULL
      ORDER BY ${sorted("held")} LIMIT $2
    )
    SELECT page.*, looked.checkout_id AS looked_checkout_id, looked.chain_id AS looked_chain_id,
      looked.token_address AS looked_token_address
    FROM (SELECT) AS always LEFT JOIN looked ON true LEFT JOIN page ON true
    ORDER BY ${sorted("page")}`;
});

/** Among the newest entries of the audit log. SQL: one view from several tables. */
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

type Looked = {
  lookedCheckoutId: string | null;
  lookedChainId: number;
  lookedTokenAddress: `0x${string}`;
};

export type InboxStore = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  over(projectId: string, place: ListPlace, limit: number): Promise<Overpayment[]>;
  /**
   * The newest decisions of people on late payments: by how much the price of an accepted one had risen, null for a
   * refunded one.
   */
  lateDecisions(projectId: string, limit: number): Promise<(number | null)[]>;
  /** @returns `lookedTo`: where the search of a bounded number of deposits stopped; null when it reached the end */
  stuck(
    projectId: string,
    place: Place<StrayCursor>,
    limit: number,
  ): Promise<{ deposits: StuckDeposit[]; lookedTo: StrayCursor | null }>;
};

/** Overpaid checkouts and stuck deposits of a project, in Postgres. */
export function createInboxStore({ pool }: Connections): InboxStore {
  return {
    over: (projectId, place, limit) => read(pool, selectOver(place), [projectId, limit, ...rowValues(place)]),
    lateDecisions: async (projectId, limit) => {
      const rows = await read<{ movedBps: number | null }>(pool, selectLateDecisions, [projectId, limit]);
      return rows.map(({ movedBps }) => movedBps);
    },
    stuck: async (projectId, place, limit) => {
      const values = place.kind === "first" ? [] : cursorValues(place.cursor);
      const rows = await read<Looked & (StuckDeposit | { checkoutId: null })>(pool, selectStuck(place), [
        projectId,
        limit,
        ...values,
      ]);
      const [first] = rows;
      return {
        deposits: rows.flatMap(({ lookedCheckoutId, lookedChainId, lookedTokenAddress, ...found }) =>
          found.checkoutId === null ? [] : [found],
        ),
        lookedTo:
          first === undefined || first.lookedCheckoutId === null
            ? null
            : {
                checkoutId: first.lookedCheckoutId,
                chainId: first.lookedChainId,
                tokenAddress: first.lookedTokenAddress,
              },
      };
    },
  };
}

function cursorValues({ checkoutId, chainId, tokenAddress }: StrayCursor): unknown[] {
  return [checkoutId, chainId, tokenAddress ?? ""];
}
