import { type Database, run, type Statement, transact } from "@/lib/platform/database";
import { jobRunKey } from "@/lib/platform/jobs/job-runs.port";
import { hourMs } from "@/lib/platform/values/time.rules";

/** A stretch of a project's time: whole hours, the end not among them. */
export type HourSpan = { projectId: string; from: Date; to: Date };

/** The hourly counts of projects, and what tells which of them are to be counted anew. */
export type ProjectHourStore = {
  /**
   * Counts the spans from their checkouts and puts that in the place of what stood there. Two workers at once wait for
   * each other, so that no older count is written over a newer one. Deleted projects are left as they are.
   */
  recount(spans: readonly HourSpan[]): Promise<void>;
  /**
   * Of a part of all timelines, the newest first, the hours that its checkouts count in or ever counted in.
   *
   * @param beforeId entries from there on were looked at; null for none
   * @param limit entries to look at
   */
  touched(beforeId: bigint | null, limit: number): Promise<TouchedHours>;
  /** Projects, none of them deleted, that count anything in `[from, to)`, in order of their ids. */
  busyProjects(from: Date, to: Date): Promise<string[]>;
  /** When the first checkout was made; null without any. */
  firstCheckoutAt(): Promise<Date | null>;
  /** Up to when the last run that ended well has counted; null before there was one. */
  countedAt(): Promise<Date | null>;
  /** Where the walk through past days stands; null before the first. */
  walk(): Promise<Walk | null>;
  saveWalk(walk: Walk): Promise<void>;
};

export type TouchedHours = {
  /** Spans of one hour. */
  hours: HourSpan[];
  /** The oldest entry that was looked at; null when there are no more. */
  oldestId: bigint | null;
  /** The latest time of these entries. */
  youngestAt: Date | null;
};

/** One day after the other is counted anew, and each UTC day begins a new round. */
export type Walk = {
  /** Midnight UTC of the first day that this round has not counted. */
  nextDay: Date;
  /** Midnight UTC of the day on which the round began. */
  roundDay: Date;
};

export function createProjectHours({ pool, prisma }: Pick<Database, "pool" | "prisma">): ProjectHourStore {
  return {
    recount: (spans) =>
      transact(pool, async (connection) => {
        // Before the statement that counts: its view of the checkouts begins after anyone who counted before.
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
      const [row] = await run<{ first: Date | null }>(pool, selectFirst);
      return row?.first ?? null;
    },
    countedAt: async () => (await readRun(jobRunKey("count-hours", null)))?.startedAt ?? null,
    walk: async () => {
      const row = await readRun(walkName);
      return row === null ? null : { nextDay: row.startedAt, roundDay: row.endedAt };
    },
    saveWalk: async ({ nextDay, roundDay }: Walk) => {
      const times = { startedAt: nextDay, endedAt: roundDay };
      await prisma.jobRun.upsert({
        where: { name: walkName },
        create: { name: walkName, ...times },
        update: times,
      });
    },
  };

  function readRun(name: string) {
    return prisma.jobRun.findUnique({ where: { name } });
  }
}

/** Where the walk stands is kept in the table of what jobs did: the next day as the start, its round as the end. */
const walkName = "count-hours-walk";

type EntryRow = { id: bigint; createdAt: Date };

type HourRow = { project_id: string; hour: Date };

function toSpan({ project_id, hour }: HourRow): HourSpan {
  return { projectId: project_id, from: hour, to: new Date(hour.getTime() + hourMs) };
}

function endOf(entries: readonly EntryRow[]): Pick<TouchedHours, "oldestId" | "youngestAt"> {
  const oldest = entries.at(-1);
  if (oldest === undefined) return { oldestId: null, youngestAt: null };
  const youngest = entries.reduce((latest, { createdAt }) => Math.max(latest, createdAt.getTime()), 0);
  return { oldestId: oldest.id, youngestAt: new Date(youngest) };
}

/**
 * The number is ours alone among advisory locks (chain-position.ts has the other).
 * SQL: on the connection of a transaction of facts that commit together.
 */
const lockCounting: Statement = {
  name: "project_hours_lock",
  text: "SELECT pg_advisory_xact_lock(1128810308, 0)",
};

/** What a checkout counts as: chain 0 and an empty token where none is chosen. */
const terms =
  "coalesce(checkout.chain_id, 0) AS chain_id, coalesce(checkout.token_address, '') AS token_address";

/**
 * Both halves of an hour, from one moment's view. Each span is a subquery of its own (LATERAL), so that an index is
 * read for each, however many there are. A row that counts what it did before is not written.
 * SQL: several facts at once.
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
 * A checkout is paid at the time of an entry of its timeline, and stops being so at another: with the hour in which it
 * was made, those of its entries are all that it ever counted in.
 * SQL: many rows in one statement.
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

/** SQL: a plan that Prisma cannot ask for. */
const selectFirst: Statement = {
  name: "project_hours_first",
  text: `
    SELECT min(first.created_at) AS first FROM projects AS project
    CROSS JOIN LATERAL (
      SELECT checkout.created_at FROM checkouts AS checkout WHERE checkout.project_id = project.id
      ORDER BY checkout.created_at, checkout.id LIMIT 1
    ) AS first`,
};
