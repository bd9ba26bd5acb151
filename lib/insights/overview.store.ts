import { type Connections, read, type Statement, toUnits } from "@/lib/platform/database";
import type { Counted, TokenSum } from "./overview-figures.rules";
import type { Span } from "./overview-range.rules";

/** Sums over the hourly counts of a project, never over its checkouts. */
export type OverviewStore = {
  /** By step; whole hours before `until`. */
  steps(
    projectId: string,
    range: { steps: readonly Date[]; until: Date },
  ): Promise<(Counted & { step: number })[]>;
  totals(projectId: string, span: Span): Promise<Counted[]>;
  /** Refunds that became final in `[from, until)`, of checkouts that count as paid. */
  refunded(projectId: string, span: Span): Promise<TokenSum[]>;
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
