import type { PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { publicColumns, publicSources, toPublicCheckout } from "@/lib/checkouts/views/public-checkout.store";
import { type Connections, run, type Statement } from "@/lib/platform/database";
import type { Limit } from "@/lib/platform/limits/client-limits.rules";
import type { Admission } from "@/lib/platform/limits/rate-limiter.port";
import { together } from "@/lib/platform/time-limit";
import { admissions, type LimitRow, limitParameters } from "./rate-limiter.store";

export type LimitedReads = {
  /**
   * Counts a request as the rate limiter does, and reads its checkout if it is admitted: in one statement, which
   * requests that come together share.
   *
   * @returns `found` is null for an unknown id
   */
  readCheckout(request: LimitedRead): Promise<{ admission: Admission; found: PublicCheckout | null }>;
};

type LimitedRead = { limits: readonly Limit[]; checkoutId: string };

/** @param options.now a clock for tests, instead of the database's */
export function createLimitedReads(
  { pool }: Connections,
  { now = () => null }: { now?: () => Date | null } = {},
): LimitedReads {
  return {
    readCheckout: together(async (requests: readonly LimitedRead[]) => {
      const limits = requests.map((request) => request.limits);
      const { values, ends } = limitParameters(limits);
      const ids = requests.map(({ checkoutId }) => checkoutId);
      const rows = await run<ReadRow>(pool, takeAndRead, [...values, now(), ids]);
      const judged = admissions(limits, ends, rows.flatMap(limitRows));
      return rows.map(({ admitted, remaining, reset_ms, ...columns }, index) => {
        const admission = judged[index];
        if (admission === undefined) throw new Error("take_limits left a request without an answer");
        return { admission, found: columns.id === null ? null : toPublicCheckout(columns) };
      });
    }),
  };
}

/** A request's limits in their order, and the columns of its checkout. */
type ReadRow = { admitted: boolean; remaining: number[]; reset_ms: number[] } & Record<string, unknown>;

function limitRows({ admitted, remaining, reset_ms }: ReadRow): LimitRow[] {
  return remaining.map((left, index) => ({ admitted, remaining: left, resetMs: reset_ms[index] ?? 0 }));
}

/**
 * A row for each request, in their order. Subselects hide the arrays' lengths: for a known length PostgreSQL finds a
 * plan of its own cheaper than the shared one, and planning anew takes longer than all the rest. SQL: limits and
 * checkouts take one trip, for all requests that wait.
 */
const takeAndRead: Statement = {
  name: "limits_take_and_read_checkout",
  text: `
    WITH judged AS MATERIALIZED (
      SELECT array_agg(admitted ORDER BY place) AS admitted, array_agg(remaining ORDER BY place) AS remaining,
        array_agg(reset_ms ORDER BY place) AS reset_ms
      FROM take_limits($1, $2, $3, $4, $5, $6, $7, $8)
        WITH ORDINALITY AS judgement (admitted, remaining, reset_ms, place)
    ), asked AS (
      SELECT id, last, coalesce(lag(last) OVER (ORDER BY place), 0) + 1 AS first, place
      FROM unnest((SELECT $9::text[]), (SELECT $7::int[])) WITH ORDINALITY AS request (id, last, place)
    )
    SELECT judged.admitted[asked.last] AS admitted, judged.remaining[asked.first:asked.last] AS remaining,
      judged.reset_ms[asked.first:asked.last] AS reset_ms, found.*
    FROM judged CROSS JOIN asked LEFT JOIN LATERAL (
      SELECT ${publicColumns} FROM ${publicSources} WHERE checkout.id = asked.id AND judged.admitted[asked.last]
    ) AS found ON true
    ORDER BY asked.place`,
};
