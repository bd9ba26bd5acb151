import { type Database, run, type Statement } from "@/lib/platform/database";

export type ServiceCountsStore = {
  /** Checkouts that something is still to be done for, by status; of each group at most `limit` are counted. */
  openCheckouts(limit: number): Promise<ReadonlyMap<string, number>>;
  openIncidents(): Promise<ReadonlyMap<string, number>>;
};

/** Counts for monitoring. */
export function createServiceCounts({ pool, prisma }: Pick<Database, "pool" | "prisma">): ServiceCountsStore {
  return {
    openCheckouts: async (limit) => {
      const rows = await run<{ status: string; count: number }>(pool, countOpenCheckouts, [limit]);
      return new Map(rows.map(({ status, count }) => [status, count]));
    },
    openIncidents: async () => {
      const rows = await prisma.incident.groupBy({ by: ["kind"], where: { resolvedAt: null }, _count: true });
      return new Map(rows.map(({ kind, _count }) => [kind, _count]));
    },
  };
}

/** Each part reads its own partial index. SQL: sums or bounded counts. */
const countOpenCheckouts: Statement = {
  name: "service_counts_open_checkouts",
  text: `
    SELECT status::text AS status, count(*)::int AS count FROM (
      (SELECT status FROM checkouts WHERE status = 'PENDING' LIMIT $1)
      UNION ALL (SELECT status FROM checkouts WHERE status = 'DETECTED' LIMIT $1)
      UNION ALL (
        SELECT status FROM checkouts WHERE status IN ('PAID', 'LATE_PAID') AND NOT settlement_frozen LIMIT $1)
    ) AS open
    GROUP BY 1 ORDER BY 1`,
};
