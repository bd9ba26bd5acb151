import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import { awaitsDecision } from "@/lib/checkouts/checkout-row.store";
import { type Connections, type Queryable, read, type Statement } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import { depositFacts, holdingsJudged, isStray } from "@/lib/settlement/deposit-facts.store";
import {
  type DepositFacts,
  type SettlementTerms,
  settlementBlocker,
} from "@/lib/settlement/settlement-blocker.rules";
import {
  type LatePayment,
  sumWaiting,
  type UnsweptSum,
  type WaitingReason,
  type WaitingSum,
} from "./settlement-views.rules";

/** A paid and final deposit that only a wallet of the merchant may sweep. */
export type ClosedDeposit = SweepItem & { units: bigint };

/** Balances of a project's deposit addresses, for its members. */
export type HoldingStore = {
  /** By chain and token, summed over a bounded number of deposits; `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, among the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Paid and final deposits on the terms' chain that the service may not sweep, oldest first, among the oldest ones. */
  closed(projectId: string, terms: SettlementTerms): Promise<ClosedDeposit[]>;
  latePayments: List<Pick<LatePayment, "status">, LatePayment>;
};

/**
 * Among the oldest deposits, those that may be `closed`: the conditions leave out what `settlementBlocker` would, so
 * that few rows are read where the service has the refund key. SQL: the limit holds for deposits, before their
 * checkouts are judged.
 */
const selectPerhapsClosed: Statement = {
  name: "holdings_perhaps_closed",
  text: `
    SELECT holding.checkout_id, holding.token_address, holding.amount_units AS units, checkout.deposit_address,
      ${depositFacts}
    FROM (
      SELECT * FROM deposit_holdings AS held
      WHERE held.project_id = $1 AND held.chain_id = $2::int AND held.amount_units > 0
      ORDER BY held.checkout_id LIMIT ${holdingsJudged}
    ) AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE NOT checkout.open_sweep AND NOT checkout.settlement_frozen AND NOT ${isStray}
      AND checkout.status IN ('PAID', 'SETTLED', 'LATE_PAID', 'REFUNDED')
      AND $3 NOT IN (checkout.merchant_address, checkout.refund_authority)
      AND checkout.refund_authority IS DISTINCT FROM $4
    ORDER BY holding.checkout_id, holding.token_address`,
};

async function listClosed(
  connection: Queryable,
  ...[projectId, terms]: Parameters<HoldingStore["closed"]>
): Promise<ClosedDeposit[]> {
  const rows = await read<ClosedDeposit & DepositFacts>(connection, selectPerhapsClosed, [
    projectId,
    terms.chainId,
    terms.walletAddress,
    terms.refundWallet,
  ]);
  return rows.filter((row) => settlementBlocker(row, terms, "policy") === "closed");
}

/** By their index: as text, the status invites no other. */
const lateList = defineList<Pick<LatePayment, "status">, LatePayment>({
  name: "late_payments",
  table: "checkouts",
  row: "checkout",
  owner: "project_id",
  order: byCreation,
  where: awaitsDecision,
  filters: { status: (status, param) => `checkout.status::text = ${param(status)}` },
  columns: `checkout.id, checkout.status, checkout.created_at, checkout.reference_id, checkout.item_name,
    checkout.fiat_amount, checkout.fiat_currency, checkout.chain_id, checkout.token_address, checkout.amount_units,
    checkout.total_paid_units, checkout.paid_units, checkout.refunded_units, checkout.refunding_units, checkout.expires_at,
    checkout.cancelled_at, last.block_timestamp AS paid_at, checkout.payment_tx_hash AS tx_hash,
    checkout.exchange_rate_used, checkout.replaced_by IS NOT NULL AS is_replaced, EXISTS (
      SELECT FROM refunds AS back
      WHERE back.checkout_id = checkout.id AND back.status NOT IN ('FAILED', 'CANCELLED')
    ) AS goes_back,
    checkout.excess_requested_at IS NOT NULL AND checkout.excess_dismissed_at IS NULL AS is_requested`,
  joins: `
    LEFT JOIN LATERAL (
      SELECT max(transfer.block_timestamp) AS block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = checkout.id AND transfer.chain_id = checkout.chain_id
        AND transfer.token_address = checkout.token_address AND NOT transfer.orphaned
    ) AS last ON true`,
});

/** Balances of a project's deposit addresses, in Postgres. */
export function createHoldingStore({ pool }: Connections): HoldingStore {
  return {
    unswept: async (projectId) => {
      const sums = await read<UnsweptSum>(pool, sumUnswept, [projectId]);
      const counted = sums.reduce((total, { deposits }) => total + deposits, 0);
      return { sums, isWhole: counted < holdingsSummed };
    },
    waiting: (...which) => sumWaitingDeposits(pool, ...which),
    closed: (...which) => listClosed(pool, ...which),
    latePayments: lateList(pool),
  };
}

/** An index-only scan; a larger sum would make the page slow. */
const holdingsSummed = 50_000;

/** SQL: sums over a limited number of rows. */
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
 * The newest deposits. SQL: the limit holds for deposits, whose facts are computed as settlement does (`depositFacts`).
 */
const selectNewest: Statement = {
  name: "holdings_newest",
  text: `
    SELECT holding.checkout_id, holding.token_address, holding.amount_units AS units,
      nullif(holding.look_after, '-infinity') AS postponed_until, ${depositFacts}
    FROM (
      SELECT * FROM deposit_holdings AS held
      WHERE held.project_id = $1 AND held.chain_id = $2::int AND held.amount_units > 0
      ORDER BY held.checkout_id DESC LIMIT ${holdingsJudged}
    ) AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    ORDER BY holding.checkout_id DESC`,
};

/** SQL: the chain's rule or else the project's policy, in one trip. */
const selectPolicy: Statement = {
  name: "holdings_policy",
  text: `
    SELECT coalesce(rule.policy, project.settlement_policy) AS policy FROM projects AS project
    LEFT JOIN settlement_rules AS rule ON rule.project_id = project.id AND rule.chain_id = $2::int
    WHERE project.id = $1`,
};

async function sumWaitingDeposits(
  connection: Queryable,
  ...[projectId, terms]: Parameters<HoldingStore["waiting"]>
): Promise<WaitingSum[]> {
  const values = [projectId, terms.chainId];
  const [settling] = await read<Pick<WaitingSum, "policy">>(connection, selectPolicy, values);
  if (settling === undefined) return [];
  const rows = await read<JudgedRow>(connection, selectNewest, values);
  const { chainId } = terms;
  return sumWaiting(
    rows.map((row) => ({ ...row, reason: waitingReason(row, terms) })),
    { chainId, policy: settling.policy },
  );
}

type JudgedRow = DepositKey & DepositFacts & { units: bigint; postponedUntil: Date | null };

/** Settlement postpones deposits that it checked; one without a blocker was below the floor then. */
function waitingReason(row: JudgedRow, terms: SettlementTerms): WaitingReason {
  const isPostponed = row.postponedUntil !== null && row.postponedUntil > terms.at;
  return settlementBlocker(row, terms, "policy") ?? (isPostponed ? "below_floor" : null);
}
