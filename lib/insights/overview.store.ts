import { type Connections, read, type Statement, toUnits } from "@/lib/platform/database";
import type { Counted, TokenSum } from "./overview-figures.rules";

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

export function createOverviewStore({ pool, prisma }: Connections): OverviewStore {
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

/** SQL: `width_bucket` puts hours into the steps of the chart. */
const sumSteps: Statement = {
  name: "overview_steps",
  text: `
    SELECT width_bucket(hour, $4::timestamptz[]) - 1 AS step, chain_id, token_address, ${sums}
    FROM project_hours WHERE ${inRange} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
};

/**
 * A stray or a late payment was in no volume, so neither is its refund. SQL: groups over a join, as the other sums of
 * the page do.
 */
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

/** SQL: the limit holds for items, before their sweeps are summed. */
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
