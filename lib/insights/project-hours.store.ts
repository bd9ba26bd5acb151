import { type Connections, run, type Statement, transact } from "@/lib/platform/database";
import { jobRunKey } from "@/lib/platform/jobs/job-runs";
import { readJobRun, saveJobRun } from "@/lib/platform/jobs/job-runs.store";
import { hourMs } from "@/lib/platform/values/time.rules";

/** A span of a project's time: whole hours, end exclusive. */
export type HourSpan = { projectId: string; from: Date; to: Date };

/** The hourly counts of projects, and which of them need a recount. */
export type ProjectHourStore = {
  /**
   * Recounts the spans from their checkouts and replaces the stored counts. Concurrent workers wait, so that an older
   * count never overwrites a newer one. Skips deleted projects.
   */
  recount(spans: readonly HourSpan[]): Promise<void>;
  /**
   * For a page of all timelines, newest first: the hours in which its checkouts count or ever counted.
   *
   * @param beforeId entries from there on were already read; null for none
   * @param limit entries to read
   */
  touched(beforeId: bigint | null, limit: number): Promise<TouchedHours>;
  /** Projects, except deleted ones, with counts in `[from, to)`, in order of their ids. */
  busyProjects(from: Date, to: Date): Promise<string[]>;
  /** When the first checkout was created; null without any. */
  firstCheckoutAt(): Promise<Date | null>;
  /** The time up to which the last successful run has counted; null before the first. */
  countedAt(): Promise<Date | null>;
  /** Position of the walk through past days; null before the first. */
  walk(): Promise<Walk | null>;
  saveWalk(walk: Walk): Promise<void>;
};

export type TouchedHours = {
  /** Spans of one hour. */
  hours: HourSpan[];
  /** The oldest entry that was read; null when there are no more. */
  oldestId: bigint | null;
  /** The latest time of these entries. */
  youngestAt: Date | null;
};

/** The walk recounts one day after another; each UTC day begins a new round. */
export type Walk = {
  /** Midnight UTC of the first day that this round has not counted. */
  nextDay: Date;
  /** Midnight UTC of the day on which the round began. */
  roundDay: Date;
};

export function createProjectHours({ pool, prisma }: Connections): ProjectHourStore {
  return {
    recount: (spans) =>
      transact(pool, async (connection) => {
        // Before the counting statement: its snapshot must begin after any other worker has counted.
        await run(connection, lockCounting);
        await run(connection, recount, [
          spans.map(({ projectId }) => projectId),
          spans.map(({ from }) => from),
          spans.map(({ to }) => to),
        ]);
      }),
    touched: async (beforeId, limit) => {
      const entries = await prisma.checkoutEvent.findMany({
        ...(beforeId === null ? {} : { where: { id: { lt: beforeId } } }),
        select: { id: true, checkoutId: true, createdAt: true },
        orderBy: { id: "desc" },
        take: limit,
      });
      const checkoutIds = [...new Set(entries.map(({ checkoutId }) => checkoutId))];
      const rows = await run<HourRow>(pool, selectHours, [checkoutIds]);
      return { hours: rows.map(toSpan), ...endOf(entries) };
    },
    busyProjects: async (from, to) => {
      const within = { gte: from, lt: to };
      const projects = await prisma.project.findMany({
        where: {
          deletedAt: null,
          OR: [
            { checkouts: { some: { createdAt: within } } },
            { checkouts: { some: { paidAt: within } } },
            { hours: { some: { hour: within } } },
          ],
        },
        select: { id: true },
        orderBy: { id: "asc" },
      });
      return projects.map(({ id }) => id);
    },
    firstCheckoutAt: async () => {
      // Asked before the first walk alone.
      const { _min: first } = await prisma.checkout.aggregate({ _min: { createdAt: true } });
      return first.createdAt;
    },
    countedAt: async () => (await readJobRun(prisma, jobRunKey("count-hours", null)))?.startedAt ?? null,
    walk: async () => {
      const row = await readJobRun(prisma, walkName);
      return row === null ? null : { nextDay: row.startedAt, roundDay: row.endedAt };
    },
    saveWalk: async ({ nextDay, roundDay }: Walk) => {
      await saveJobRun(prisma, walkName, { startedAt: nextDay, endedAt: roundDay });
    },
  };
}

/** The walk's position is stored with the job runs: the next day as the start, its round as the end. */
const walkName = "count-hours-walk";

type EntryRow = { id: bigint; createdAt: Date };

type HourRow = { project_id: string; hour: Date };

function toSpan({ project_id, hour }: HourRow): HourSpan {
  return { projectId: project_id, from: hour, to: new Date(hour.getTime() + hourMs) };
}

function endOf(entries: readonly EntryRow[]): Omit<TouchedHours, "hours"> {
  const oldest = entries.at(-1);
  if (oldest === undefined) return { oldestId: null, youngestAt: null };
  const youngest = entries.reduce((latest, { createdAt }) => Math.max(latest, createdAt.getTime()), 0);
  return { oldestId: oldest.id, youngestAt: new Date(youngest) };
}

/**
 * The number is reserved for this advisory lock (chain-position.store.ts has the other). SQL: Prisma has no advisory locks.
 */
const lockCounting: Statement = {
  name: "project_hours_lock",
  text: "SELECT pg_advisory_xact_lock(1128810308, 0)",
};

/** A checkout's key in the counts: chain 0 and an empty token when none is chosen. */
const terms =
  "coalesce(checkout.chain_id, 0) AS chain_id, coalesce(checkout.token_address, '') AS token_address";

/**
 * Both halves of an hour. An unchanged row is not written. SQL: one snapshot; each span is a subquery of its own
 * (LATERAL), so that an index serves each of any number.
 */
const recount: Statement = {
  name: "project_hours_recount",
  text: `
    WITH span AS MATERIALIZED (
      SELECT span.* FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS span (project_id, starts, ends)
      JOIN projects AS project ON project.id = span.project_id AND project.deleted_at IS NULL
    ), counted AS MATERIALIZED (
      SELECT span.project_id, fact.hour, fact.chain_id, fact.token_address, sum(fact.created)::int AS created_count,
        sum(fact.converted)::int AS converted_count, sum(fact.paid)::int AS paid_count,
        sum(fact.units) AS paid_units, sum(fact.ms)::bigint AS paid_ms_sum
      FROM span CROSS JOIN LATERAL (
        SELECT date_trunc('hour', checkout.created_at, 'UTC') AS hour, ${terms},
          count(*) AS created, count(checkout.paid_at) AS converted, 0 AS paid, 0::numeric AS units, 0::numeric AS ms
        FROM checkouts AS checkout
        WHERE checkout.project_id = span.project_id
          AND checkout.created_at >= span.starts AND checkout.created_at < span.ends
        GROUP BY 1, 2, 3
        UNION ALL
        SELECT date_trunc('hour', checkout.paid_at, 'UTC'), ${terms}, 0, 0, count(*), sum(checkout.total_paid_units),
          sum(greatest(0, extract(epoch FROM checkout.paid_at - checkout.created_at) * 1000))
        FROM checkouts AS checkout
        WHERE checkout.project_id = span.project_id
          AND checkout.paid_at >= span.starts AND checkout.paid_at < span.ends
        GROUP BY 1, 2, 3
      ) AS fact
      GROUP BY span.project_id, fact.hour, fact.chain_id, fact.token_address
    ), gone AS (
      DELETE FROM project_hours AS stored USING span
      WHERE stored.project_id = span.project_id AND stored.hour >= span.starts AND stored.hour < span.ends
        AND NOT EXISTS (
          SELECT FROM counted
          WHERE counted.project_id = stored.project_id AND counted.hour = stored.hour
            AND counted.chain_id = stored.chain_id AND counted.token_address = stored.token_address)
    )
    INSERT INTO project_hours AS stored (project_id, hour, chain_id, token_address, created_count, converted_count,
      paid_count, paid_units, paid_ms_sum)
    SELECT project_id, hour, chain_id, token_address, created_count, converted_count, paid_count, paid_units,
      paid_ms_sum
    FROM counted
    ON CONFLICT (project_id, hour, chain_id, token_address) DO UPDATE SET
      created_count = excluded.created_count, converted_count = excluded.converted_count,
      paid_count = excluded.paid_count, paid_units = excluded.paid_units, paid_ms_sum = excluded.paid_ms_sum
    WHERE (stored.created_count, stored.converted_count, stored.paid_count, stored.paid_units, stored.paid_ms_sum)
      IS DISTINCT FROM (excluded.created_count, excluded.converted_count, excluded.paid_count, excluded.paid_units,
        excluded.paid_ms_sum)`,
};

/**
 * A timeline entry marks when a checkout becomes paid, another when it stops: the hours of these entries and of the
 * creation are all that it ever counted in. SQL: Prisma cannot compute the hour of a time (`date_trunc`).
 */
const selectHours: Statement = {
  name: "project_hours_touched",
  text: `
    SELECT DISTINCT checkout.project_id, date_trunc('hour', noted.at, 'UTC') AS hour
    FROM unnest($1::text[]) AS touched (id)
    JOIN checkouts AS checkout ON checkout.id = touched.id
    CROSS JOIN LATERAL (
      SELECT checkout.created_at AS at
      UNION ALL
      SELECT entry.created_at FROM checkout_events AS entry WHERE entry.checkout_id = checkout.id
    ) AS noted
    ORDER BY 1, 2`,
};
