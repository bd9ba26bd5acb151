import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import { awaitsDecision } from "@/lib/checkouts/checkout-row.store";
import { type Database, type Queryable, read, type Statement } from "@/lib/platform/database";
import { pageStatement, rowValues } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.store";
import {
  firstFree,
  holdingsJudged,
  settlementBlocker,
  termsTable,
  termValues,
} from "@/lib/settlement/settlement-blocker.store";
import type { ClosedSum, LatePayment, UnsweptSum, WaitingSum } from "./settlement-views.rules";

/** Balances of a project's deposit addresses, for its members. */
export type HoldingStore = {
  /** By chain and token, summed over a bounded number of deposits; `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, among the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Paid and final money on the terms' chain that the service may not sweep, by wallet and token. */
  closed(projectId: string, terms: SettlementTerms): Promise<ClosedSum[]>;
  /** The same by deposit, for this wallet, oldest first. */
  closedItems(
    projectId: string,
    terms: SettlementTerms,
    merchantAddress: Hex,
    limit: number,
  ): Promise<SweepItem[]>;
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  latePayments(projectId: string, place: ListPlace, limit: number): Promise<LatePayment[]>;
};

/** Paid and final money that the service may not sweep, oldest first. */
const closedHoldings = `
  WITH ${termsTable}, holding AS (
    SELECT * FROM deposit_holdings AS held
    WHERE held.project_id = $${firstFree} AND held.chain_id = $1::int AND held.amount_units > 0
    ORDER BY held.checkout_id LIMIT ${holdingsJudged}
  ), closed AS (
    SELECT holding.checkout_id, holding.token_address, holding.amount_units, checkout.deposit_address,
      checkout.merchant_address, checkout.refund_authority, checkout.open_sweep
    FROM terms CROSS JOIN holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE NOT checkout.open_sweep AND ${settlementBlocker(false)} = 'closed'
  )`;

/** SQL: sums or bounded counts. */
const sumClosed: Statement = {
  name: "holdings_closed",
  text: `${closedHoldings}
    SELECT merchant_address, token_address, count(*)::int AS deposits, sum(amount_units) AS units
    FROM closed GROUP BY merchant_address, token_address ORDER BY merchant_address, token_address`,
};

async function sumClosedHoldings(
  connection: Queryable,
  ...[projectId, terms]: Parameters<HoldingStore["closed"]>
): Promise<ClosedSum[]> {
  const values = [...termValues(terms), projectId];
  const rows = await read<Omit<ClosedSum, "chainId">>(connection, sumClosed, values);
  return rows.map((sum) => ({ ...sum, chainId: terms.chainId }));
}

/** SQL: sums or bounded counts. */
const selectClosed: Statement = {
  name: "holdings_closed_items",
  text: `${closedHoldings}
    SELECT checkout_id, token_address, deposit_address, merchant_address, refund_authority, open_sweep
    FROM closed WHERE merchant_address = $${firstFree + 1}
    ORDER BY checkout_id, token_address LIMIT $${firstFree + 2}`,
};

function listClosedHoldings(
  connection: Queryable,
  ...[projectId, terms, merchantAddress, limit]: Parameters<HoldingStore["closedItems"]>
): Promise<SweepItem[]> {
  return read(connection, selectClosed, [...termValues(terms), projectId, merchantAddress, limit]);
}

/** By their index. SQL: keyset list. */
const selectPage = pageStatement(
  "late_payments",
  ({ order, past }) => `
    SELECT checkout.id, checkout.status, checkout.created_at, checkout.reference_id, checkout.item_name, checkout.fiat_amount,
      checkout.fiat_currency, checkout.chain_id, checkout.token_address, checkout.amount_units,
      checkout.total_paid_units, checkout.paid_units, checkout.refunded_units, checkout.refunding_units, checkout.expires_at,
      checkout.cancelled_at, last.block_timestamp AS paid_at, checkout.payment_tx_hash AS tx_hash
    FROM checkouts AS checkout
    LEFT JOIN LATERAL (
      SELECT max(transfer.block_timestamp) AS block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = checkout.id AND transfer.chain_id = checkout.chain_id
        AND transfer.token_address = checkout.token_address AND NOT transfer.orphaned
    ) AS last ON true
    WHERE checkout.project_id = $1 AND ${awaitsDecision}
      ${past("(checkout.created_at, checkout.id)", "($3::timestamptz, $4::text)")}
    ORDER BY checkout.created_at ${order}, checkout.id ${order} LIMIT $2`,
);

function listLatePayments(
  connection: Queryable,
  ...[projectId, place, limit]: Parameters<HoldingStore["latePayments"]>
): Promise<LatePayment[]> {
  return read(connection, selectPage(place), [projectId, limit, ...rowValues(place)]);
}

/** Balances of a project's deposit addresses, in Postgres. */
export function createHoldingStore({ pool }: Pick<Database, "pool">): HoldingStore {
  return {
    unswept: async (projectId) => {
      const sums = await read<UnsweptSum>(pool, sumUnswept, [projectId]);
      const counted = sums.reduce((total, { deposits }) => total + deposits, 0);
      return { sums, isWhole: counted < holdingsSummed };
    },
    waiting: (projectId, terms) => read(pool, sumWaiting, [...termValues(terms), projectId]),
    closed: (...which) => sumClosedHoldings(pool, ...which),
    closedItems: (...which) => listClosedHoldings(pool, ...which),
    latePayments: (...which) => listLatePayments(pool, ...which),
  };
}

/** An index-only scan; a larger sum would make the page slow. */
const holdingsSummed = 50_000;

/** SQL: sums or bounded counts. */
const sumUnswept: Statement = {
  name: "holdings_unswept",
  text: `
    SELECT held.chain_id, held.token_address, count(*)::int AS deposits, sum(held.amount_units) AS units
    FROM (
      SELECT chain_id, token_address, amount_units FROM deposit_holdings
      WHERE project_id = $1 AND amount_units > 0 ORDER BY checkout_id DESC LIMIT ${holdingsSummed}
    ) AS held
    GROUP BY held.chain_id, held.token_address ORDER BY held.chain_id, units DESC, held.token_address`,
};

/**
 * Settlement postpones deposits that it checked; one without a blocker was below the floor then. SQL: sums or
 * bounded counts.
 */
const sumWaiting: Statement = {
  name: "holdings_waiting",
  text: `
    WITH ${termsTable}, holding AS (
      SELECT * FROM deposit_holdings AS held
      WHERE held.project_id = $${firstFree} AND held.chain_id = $1::int AND held.amount_units > 0
      ORDER BY held.checkout_id DESC LIMIT ${holdingsJudged}
    ), judged AS (
      SELECT holding.checkout_id, holding.token_address, holding.amount_units,
        coalesce(${settlementBlocker(false)}, CASE WHEN holding.look_after > terms.at THEN 'below_floor' END) AS reason
      FROM terms CROSS JOIN holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    )
    SELECT $1::int AS chain_id, (
        SELECT coalesce(rule.policy, project.settlement_policy)
        FROM projects AS project
        LEFT JOIN settlement_rules AS rule ON rule.project_id = project.id AND rule.chain_id = $1::int
        WHERE project.id = $${firstFree}
      ) AS policy, token_address, reason, count(*)::int AS deposits, sum(amount_units) AS units,
      (array_agg(checkout_id ORDER BY checkout_id DESC))[1:5] AS checkout_ids
    FROM judged GROUP BY token_address, reason ORDER BY units DESC, token_address, reason`,
};
