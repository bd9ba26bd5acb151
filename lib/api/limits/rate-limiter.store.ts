import { type Connections, run, type Statement } from "@/lib/platform/database";
import { type Limit, mostCounted } from "@/lib/platform/limits/client-limits.rules";
import type { Admission, LimitState, RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { together } from "@/lib/platform/time-limit";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** Buckets deleted per batch. */
const pruneLimit = 10_000;

/**
 * Counts requests in Postgres, for all instances together and by its clock. Every API request passes here, often into
 * one bucket: requests that arrive during a statement share the next one, in order, instead of each queueing for the
 * row's lock on its own connection.
 *
 * @param options.now a clock for tests, instead of the database's
 */
export function createRateLimiter(
  { pool }: Connections,
  { now = () => null }: { now?: () => Date | null } = {},
): RateLimiter {
  const take = together<readonly Limit[], Admission>(async (requests) => {
    const { values, ends } = limitParameters(requests);
    return admissions(requests, ends, await run<LimitRow>(pool, takeLimits, [...values, now()]));
  });

  return {
    take,

    prune: async () => {
      const [row] = await run<{ count: number }>(pool, pruneBuckets, [now(), pruneLimit]);
      return row?.count ?? 0;
    },
  };
}

/** State of one limit of a request; rows are in the order of limits and requests. */
export type LimitRow = LimitState & { admitted: boolean };

/**
 * SQL: `take_limits` judges and counts inside the database, so that requests to several instances share one count;
 * Prisma cannot call it.
 */
const takeLimits: Statement = {
  name: "limits_take",
  text: `SELECT admitted, remaining, reset_ms AS "resetMs" FROM take_limits($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** The arrays that `take_limits` describes, with the end of each request's limits. */
export function limitParameters(requests: readonly (readonly Limit[])[]): {
  values: unknown[];
  ends: number[];
} {
  const limits = requests.flatMap((request) => request.flatMap(withOwn));
  const places = new Map<string, number>();
  const windows: number[] = [];
  for (const { bucket, windowMs = minuteMs } of limits) {
    if (places.has(bucket)) continue;
    places.set(bucket, places.size + 1);
    windows.push(windowMs);
  }
  let end = 0;
  const ends = requests.map((request) => {
    end += request.flatMap(withOwn).length;
    return end;
  });
  return {
    ends,
    values: [
      [...places.keys()],
      windows,
      limits.map(({ bucket }) => places.get(bucket)),
      limits.map(({ most }) => most),
      limits.map((limit) => (limit.shared === undefined ? 0 : places.get(ownBucket(limit, limit.shared)))),
      limits.map(({ shared }) => shared?.free ?? 0),
      ends,
    ],
  };
}

/** A shared limit is followed by the client's own bucket, which refuses nothing. */
function withOwn(limit: Limit): Limit[] {
  const { shared, ...own } = limit;
  return shared === undefined
    ? [limit]
    : [limit, { ...own, bucket: ownBucket(limit, shared), most: mostCounted }];
}

function ownBucket({ bucket }: Limit, { client }: NonNullable<Limit["shared"]>): string {
  return `${bucket} ${client}`;
}

/** @param rows the states of every limit, also of the clients' own buckets, which are not reported */
export function admissions(
  requests: readonly (readonly Limit[])[],
  ends: readonly number[],
  rows: readonly LimitRow[],
): Admission[] {
  return requests.map((limits, index) => {
    const isOwn = limits.flatMap(({ shared }) => (shared === undefined ? [false] : [false, true]));
    return toAdmission(
      rows.slice(ends[index - 1] ?? 0, ends[index]).filter((_row, at) => isOwn[at] === false),
    );
  });
}

/** The admission of a request with these limits. */
export function toAdmission(states: readonly LimitRow[]): Admission {
  const admitted = states.every((state) => state.admitted);
  const full = states.filter(({ remaining }) => !admitted && remaining === 0);
  return {
    admitted,
    states: states.map(({ remaining, resetMs }) => ({ remaining, resetMs })),
    retryAfterMs: Math.max(0, ...full.map(({ resetMs }) => resetMs)),
  };
}

/**
 * Two windows after the last counted request a bucket is empty. SQL: Prisma has no SKIP LOCKED, and each row has its
 * own window.
 */
const pruneBuckets: Statement = {
  name: "rate_limits_prune",
  text: `
    WITH chosen AS (
      SELECT bucket FROM rate_limits
      WHERE updated_at < coalesce($1::timestamptz, clock_timestamp()) - 2 * window_ms * interval '1 millisecond'
      LIMIT $2 FOR UPDATE SKIP LOCKED
    ), forgotten AS (
      DELETE FROM rate_limits USING chosen WHERE rate_limits.bucket = chosen.bucket
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM forgotten`,
};
