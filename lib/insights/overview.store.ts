import { type Database, run, type Statement, toUnits } from "@/lib/platform/database";

/** Activity of one token on one chain; chain 0 and an empty token mean "none chosen". */
export type HourSums = {
  chainId: number;
  tokenAddress: string;
  /** Created in that time, and how many of those are paid now. */
  createdCount: number;
  convertedCount: number;
  /** Paid in that time, created at any time; smallest units. */
  paidCount: number;
  paidUnits: bigint;
  /** Sum of their times from creation to payment, in milliseconds. */
  paidMs: bigint;
};

/** Sums over the hourly counts of a project, never over its checkouts. */
export type OverviewStore = {
  /** By step, the first of which begins at `from`; whole hours in `[from, until)`. */
  steps(
    projectId: string,
    range: { from: Date; until: Date; stepMs: number },
  ): Promise<(HourSums & { step: number })[]>;
  totals(projectId: string, range: { from: Date; until: Date }): Promise<HourSums[]>;
};

export function createOverviewStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): OverviewStore {
  return {
    steps: async (projectId, { from, until, stepMs }) => {
      const rows = await run<SumsRow & { starts: Date }>(pool, sumSteps, [projectId, from, until, stepMs]);
      return rows.map((row) => ({ step: (row.starts.getTime() - from.getTime()) / stepMs, ...toSums(row) }));
    },
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
  };
}

type SumsRow = {
  chain_id: number;
  token_address: string;
  created_count: number;
  converted_count: number;
  paid_count: number;
  paid_units: bigint;
  paid_ms: bigint;
};

function toSums(row: SumsRow): HourSums {
  return {
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    createdCount: row.created_count,
    convertedCount: row.converted_count,
    paidCount: row.paid_count,
    paidUnits: row.paid_units,
    paidMs: row.paid_ms,
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
    SELECT date_bin($4 * interval '1 millisecond', hour, $2::timestamptz) AS starts, chain_id, token_address, ${sums}
    FROM project_hours WHERE ${inRange} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
};
