import type { TokenRef } from "@/lib/chain/token.rules";
import { awaitsDecision, holdsExcess, waitsForExcess } from "@/lib/checkouts/checkout-row.store";
import { type Database, read, type Statement, toUnits } from "@/lib/platform/database";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { isStray, newestHoldings } from "@/lib/settlement/deposit-facts.store";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import { attentionMost, type Counted } from "./overview-figures.rules";
import type { TokenSum } from "./overview-money.rules";

/** Sums over the hourly counts of a project, never over its checkouts. */
export type OverviewStore = {
  /** By step; whole hours before `until`. */
  steps(
    projectId: string,
    range: { steps: readonly Date[]; until: Date },
  ): Promise<(Counted & { step: number })[]>;
  totals(projectId: string, range: { from: Date; until: Date }): Promise<Counted[]>;
  /** Refunds that became final in `[from, until)`, of checkouts that count as paid. */
  refunded(projectId: string, range: { from: Date; until: Date }): Promise<TokenSum[]>;
  /**
   * Swept to the merchant's wallets by settlements that ended in `[from, until)`, summed over a bounded number of
   * deposits; `isWhole` says whether these were all.
   */
  settled(
    projectId: string,
    range: { from: Date; until: Date },
  ): Promise<{ sums: TokenSum[]; isWhole: boolean }>;
};

export function createOverviewStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): OverviewStore {
  return {
    steps: (projectId, { steps, until }) => read(pool, sumSteps, [projectId, steps[0], until, steps]),
    totals: async (projectId, { from, until }) => {
      const totals = await prisma.projectHour.groupBy({
        by: ["chainId", "tokenAddress"],
        where: { projectId, hour: { gte: from, lt: until } },
        _sum: {
          createdCount: true,
          convertedCount: true,
          paidCount: true,
          paidUnits: true,
          paidMsSum: true,
        },
        orderBy: [{ chainId: "asc" }, { tokenAddress: "asc" }],
      });
      return totals.map(({ chainId, tokenAddress, _sum: sum }) => ({
        chainId,
        tokenAddress,
        createdCount: sum.createdCount ?? 0,
        convertedCount: sum.convertedCount ?? 0,
        paidCount: sum.paidCount ?? 0,
        paidUnits: sum.paidUnits === null ? 0n : toUnits(sum.paidUnits),
        paidMs: sum.paidMsSum ?? 0n,
      }));
    },
    refunded: (projectId, { from, until }) => read(pool, sumRefunded, [projectId, from, until]),
    settled: async (projectId, { from, until }) => {
      const rows = await read<TokenSum & { items: number }>(pool, sumSettled, [projectId, from, until]);
      const counted = rows.reduce((total, { items }) => total + items, 0);
      return { sums: rows.map(({ items: _, ...sum }) => sum), isWhole: counted < itemsSummed };
    },
  };
}

const sums = `sum(created_count)::int AS created_count, sum(converted_count)::int AS converted_count,
  sum(paid_count)::int AS paid_count, sum(paid_units) AS paid_units, sum(paid_ms_sum)::bigint AS paid_ms`;

/** A range of the primary key, project and hour: some thousand rows for a year. */
const inRange = "project_id = $1 AND hour >= $2::timestamptz AND hour < $3::timestamptz";

/** SQL: sums or bounded counts. */
const sumSteps: Statement = {
  name: "overview_steps",
  text: `
    SELECT width_bucket(hour, $4::timestamptz[]) - 1 AS step, chain_id, token_address, ${sums}
    FROM project_hours WHERE ${inRange} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
};

/** A stray or a late payment was in no volume, so neither is its refund. SQL: sums or bounded counts. */
const sumRefunded: Statement = {
  name: "overview_refunded",
  text: `
    SELECT refund.chain_id, refund.token_address, sum(refund.amount_units) AS units
    FROM refunds AS refund JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    WHERE refund.project_id = $1 AND refund.status = 'COMPLETED'
      AND refund.completed_at >= $2::timestamptz AND refund.completed_at < $3::timestamptz
      AND NOT refund.stray AND checkout.paid_at IS NOT NULL
    GROUP BY refund.chain_id, refund.token_address ORDER BY 1, 2`,
};

/** Two index look-ups each. */
const itemsSummed = 20_000;

/** SQL: sums or bounded counts. */
const sumSettled: Statement = {
  name: "overview_settled",
  text: `
    WITH swept AS (
      SELECT settlement.chain_id, item.checkout_id, item.token_address, sent.tx_hash
      FROM settlements AS settlement
      JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
      JOIN settlement_items AS item ON item.settlement_id = settlement.id AND item.status = 'SWEPT'
      WHERE settlement.project_id = $1
        AND settlement.completed_at >= $2::timestamptz AND settlement.completed_at < $3::timestamptz
      LIMIT ${itemsSummed}
    )
    SELECT swept.chain_id, swept.token_address, count(DISTINCT swept.checkout_id)::int AS items,
      sum(sweep.amount_units) AS units
    FROM swept JOIN sweeps AS sweep ON sweep.checkout_id = swept.checkout_id AND sweep.chain_id = swept.chain_id
      AND sweep.token_address = swept.token_address AND sweep.tx_hash = swept.tx_hash AND NOT sweep.orphaned
    GROUP BY swept.chain_id, swept.token_address ORDER BY 1, 2`,
};

/** How many of each kind need a decision in a project; each at most `attentionMost`. */
export type WaitingCounts = {
  /** Late payments, and parts at expired checkouts, neither accepted nor returned. */
  latePayments: number;
  /** Overpaid checkouts whose customer requested the excess back and has no answer yet. */
  excessRequests: number;
  refundsAwaitingApproval: number;
  refundsAwaitingSignature: number;
  refundsAwaitingAddress: number;
  /** Webhook endpoints whose deliveries fail now. */
  endpointsFailing: number;
  /** Webhook endpoints that the service disabled. */
  endpointsDisabled: number;
};

/** The same, of checkouts in the inbox. */
export type InboxCounts = { late: number; partial: number; over: number };

/** Among the newest deposits with a balance; each count at most `attentionMost`. */
export type DepositCounts = {
  /**
   * Listed tokens, or native coin, at deposit addresses where they pay nothing. Anyone can send any number of other
   * tokens: the list of strays shows them, but they raise no alert.
   */
  strayFunds: number;
  /** A reorg took a payment that had counted: nothing leaves until an operator reviews it. */
  frozen: number;
  /** The token refused their last sweep. */
  parked: number;
  /** The chains of these deposits. */
  chainIds: readonly number[];
};

/** An incident on a chain of the project, without details of other projects. */
export type ProjectIncident = {
  kind: IncidentKind;
  chainId: number | null;
  /** One of the project's own; null when it concerns the chain or a wallet of the service. */
  checkoutId: string | null;
  createdAt: Date;
};

/** A pending settlement wallet. */
export type WaitingWallet = { toWallet: Hex; effectiveAt: Date };

/** What needs a decision, for the overview: every statement reads a bounded number of rows. */
export type AttentionStore = {
  inboxCounts(projectId: string): Promise<InboxCounts>;
  waitingCounts(projectId: string): Promise<WaitingCounts>;
  depositCounts(projectId: string, listed: readonly TokenRef[]): Promise<DepositCounts>;
  /** Open ones of the project's checkouts and of its chains, newest first. */
  incidents(projectId: string, limit: number): Promise<ProjectIncident[]>;
  waitingWallet(projectId: string): Promise<WaitingWallet | null>;
};

/** What needs a decision in a project, in Postgres. */
export function createAttentionStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): AttentionStore {
  return {
    waitingCounts: async (projectId) => {
      const [row] = await read<WaitingCounts>(pool, countWaiting, [projectId, disabledByHand]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
    inboxCounts: async (projectId) => {
      const [row] = await read<InboxCounts>(pool, countInboxRows, [projectId]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
    depositCounts: async (projectId, listed) => {
      const [row] = await read<DepositCounts>(pool, countDeposits, [
        projectId,
        listed.map(({ chainId }) => chainId),
        listed.map(({ tokenAddress }) => tokenAddress),
      ]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return row;
    },
    incidents: async (projectId, limit) => {
      const tokens = await prisma.acceptedToken.findMany({ where: { projectId }, select: { chainId: true } });
      const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))];
      return prisma.incident.findMany({
        where: {
          resolvedAt: null,
          OR: [{ checkout: { projectId } }, { checkoutId: null, chainId: { in: chainIds } }],
        },
        select: { kind: true, chainId: true, checkoutId: true, createdAt: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      });
    },
    waitingWallet: async (projectId) => {
      const change = await prisma.walletChange.findFirst({
        where: { projectId, appliedAt: null, cancelledAt: null },
      });
      return change === null
        ? null
        : { toWallet: change.toWallet as WaitingWallet["toWallet"], effectiveAt: change.effectiveAt };
    },
  };
}

/** Counts rows up to the limit. */
const bounded = (from: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${from} LIMIT ${attentionMost}) AS found)`;

/** In the order of the index of that condition: without it, the planner would read the table until it found enough. */
const newestThat = (condition: string, limit: number) => `(
  SELECT checkout.status FROM checkouts AS checkout WHERE checkout.project_id = $1 AND ${condition}
  ORDER BY checkout.created_at DESC, checkout.id DESC LIMIT ${limit})`;

const refundsThat = (status: string) => bounded(`refunds WHERE project_id = $1 AND status = '${status}'`);
const endpointsThat = (state: string) =>
  bounded(`webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL AND ${state}`);

/** SQL: sums or bounded counts. */
const countWaiting: Statement = {
  name: "attention_waiting",
  text: `
    SELECT
      (SELECT count(*)::int FROM ${newestThat(awaitsDecision, attentionMost)} AS late) AS late_payments,
      (SELECT count(*)::int FROM ${newestThat(waitsForExcess, attentionMost)} AS requested) AS excess_requests,
      ${refundsThat("AWAITING_APPROVAL")} AS refunds_awaiting_approval,
      ${refundsThat("AWAITING_SIGNATURE")} AS refunds_awaiting_signature,
      ${refundsThat("AWAITING_ADDRESS")} AS refunds_awaiting_address,
      ${endpointsThat("failing_since IS NOT NULL AND disabled_at IS NULL")} AS endpoints_failing,
      ${endpointsThat("disabled_at IS NOT NULL AND disabled_reason <> $2")} AS endpoints_disabled`,
};

/** Late and partial payments share an index: this many rows are read to count them. */
const undecidedCounted = 10 * attentionMost;

/** SQL: sums or bounded counts. */
const countInboxRows: Statement = {
  name: "attention_inbox",
  text: `
    SELECT least(count(*) FILTER (WHERE undecided.status = 'LATE_PAID'), ${attentionMost})::int AS late,
      least(count(*) FILTER (WHERE undecided.status = 'EXPIRED'), ${attentionMost})::int AS partial,
      (SELECT count(*)::int FROM ${newestThat(holdsExcess, attentionMost)} AS overpaid) AS over
    FROM ${newestThat(awaitsDecision, undecidedCounted)} AS undecided`,
};

const most = (count: string) => `least(${count}, ${attentionMost})::int`;

/** A deposit's reason to wait follows from its checkout and its last sweep. SQL: many rows in one statement. */
const countDeposits: Statement = {
  name: "attention_deposits",
  text: `
    WITH holding AS (${newestHoldings("$1")}), judged AS (
      SELECT ${isStray} AS stray, (holding.chain_id, holding.token_address) IN (
          SELECT chain_id, token_address FROM unnest($2::int[], $3::text[]) AS token (chain_id, token_address)
        ) AS listed, checkout.settlement_frozen AS frozen,
        holding.sweep_refusal IS NOT NULL AS parked, holding.chain_id
      FROM holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    ), native AS (
      SELECT count(*) AS found FROM (
        SELECT FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
        WHERE balance.amount_wei > 0 AND checkout.project_id = $1 LIMIT ${attentionMost}
      ) AS coin
    )
    SELECT ${most("count(*) FILTER (WHERE stray AND listed) + (SELECT found FROM native)")} AS stray_funds,
      ${most("count(*) FILTER (WHERE frozen)")} AS frozen,
      ${most("count(*) FILTER (WHERE parked AND NOT frozen)")} AS parked,
      coalesce(array_agg(DISTINCT chain_id), '{}') AS chain_ids
    FROM judged`,
};
