import { type Connections, run, type Statement } from "@/lib/platform/database";
import { fallbackSuffix } from "./job-runs";

/** `idleMs`: since when there is no holder; 0 while a fallback holds it. */
type IdleLease = { name: string; idleMs: number };

/**
 * Decides which instance runs work that each of several could run, such as watching a chain. A lease only avoids
 * duplicate work: it can expire while its holder is still working, so the work must be correct with two workers
 * (compare-and-set, unique keys). By the database's clock: the clocks of the instances may differ.
 */
export function createWorkLeases({ pool }: Connections) {
  return {
    /**
     * Acquires the lease for `ttlMs`, or wakes its live holder. A holder whose name ends with `fallbackSuffix` loses the
     * lease to any other.
     * @returns the number of requests for `release`; null while another holds the lease
     */
    acquire: async (name: string, holder: string, ttlMs: number): Promise<number | null> => {
      const [row] = await run<{ holder: string; wakes: number }>(pool, acquire, [name, holder, ttlMs]);
      return row?.holder === holder ? row.wakes : null;
    },

    /** @returns the number of requests so far; null when the lease was lost */
    renew: async (name: string, holder: string, ttlMs: number): Promise<number | null> => {
      const [row] = await run<{ wakes: number }>(pool, renew, [name, holder, ttlMs]);
      return row?.wakes ?? null;
    },

    /**
     * Releases the lease, unless a request came after the first `wakes`.
     * @param wakes null releases it in any case
     * @param isContinued the same work continues at once, perhaps elsewhere: no one needs to start it
     * @returns false when there was a new request, or the lease was lost
     */
    release: async (
      name: string,
      holder: string,
      wakes: number | null,
      isContinued: boolean,
    ): Promise<boolean> => (await run(pool, release, [name, holder, wakes, isContinued])).length > 0,

    /** Asks the live holder for another pass. @returns false when there is none: then start a run */
    wake: async (name: string): Promise<boolean> => (await run(pool, wake, [name])).length > 0,

    /**
     * Free leases for which no instance started a run within `everyMs`, and those held by a fallback, within
     * `fallbackEveryMs`. Counts the caller as the starter: it must start a run.
     */
    takeIdle: async (
      names: readonly string[],
      everyMs: number,
      fallbackEveryMs: number,
    ): Promise<IdleLease[]> => {
      const values = [names, everyMs, fallbackEveryMs];
      const rows = await run<{ name: string; idle_ms: number }>(pool, takeIdle, values);
      return rows.map(({ name, idle_ms }) => ({ name, idleMs: idle_ms }));
    },

    /** The present holders of the leases. */
    holders: async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const rows = await run<{ name: string; holder: string }>(pool, selectHolders, [names]);
      return new Map(rows.map(({ name, holder }) => [name, holder]));
    },

    /** Releases every lease of these holders. */
    releaseAll: async (holders: readonly string[]): Promise<void> => {
      await run(pool, releaseAll, [holders]);
    },

    /** Deletes leases that ended at or before `before`. @returns how many */
    prune: async (before: Date, limit: number): Promise<number> =>
      (await run(pool, pruneLeases, [before, limit])).length,
  };
}

export type WorkLeases = ReturnType<typeof createWorkLeases>;

// A statement that waited for the row must use the present time (`clock_timestamp`): its own start time could be before
// the lease began.
const isExpired = "lease.expires_at <= clock_timestamp()";
const isFallback = (holder: string) => `right(${holder}, ${fallbackSuffix.length}) = '${fallbackSuffix}'`;
// The column keeps milliseconds and rounds: a lease that ended now must not end a little later.
const now = "date_trunc('milliseconds', clock_timestamp())";
const expiry = "clock_timestamp() + $3 * interval '1 millisecond'";
const mayTake = `
  (lease.holder = excluded.holder OR ${isExpired}
    OR (${isFallback("lease.holder")} AND NOT ${isFallback("excluded.holder")}))`;

// SQL: leases are compared and set by the database's clock; Prisma would send the clock of this process.

const acquire: Statement = {
  name: "work_leases_acquire",
  text: `
    INSERT INTO work_leases AS lease (name, holder, expires_at) VALUES ($1, $2, ${expiry})
    ON CONFLICT (name) DO UPDATE SET (holder, expires_at, wakes) = (
      SELECT CASE WHEN is_taken THEN excluded.holder ELSE lease.holder END,
        CASE WHEN is_taken THEN excluded.expires_at ELSE lease.expires_at END,
        CASE WHEN is_taken THEN lease.wakes ELSE lease.wakes + 1 END
      -- One look at the clock for all three.
      FROM (SELECT ${mayTake} AS is_taken OFFSET 0) AS judged)
    RETURNING holder, wakes`,
};

const renew: Statement = {
  name: "work_leases_renew",
  text: `UPDATE work_leases SET expires_at = ${expiry} WHERE name = $1 AND holder = $2 RETURNING wakes`,
};

const release: Statement = {
  name: "work_leases_release",
  text: `
    UPDATE work_leases SET holder = '', expires_at = ${now},
      asked_at = CASE WHEN $4::boolean THEN clock_timestamp() END
    WHERE name = $1 AND holder = $2 AND ($3::int IS NULL OR wakes = $3::int) RETURNING name`,
};

const wake: Statement = {
  name: "work_leases_wake",
  text: `
    UPDATE work_leases AS lease SET wakes = wakes + 1
    WHERE name = $1 AND NOT ${isExpired} RETURNING name`,
};

const takeIdle: Statement = {
  name: "work_leases_take_idle",
  text: `
    INSERT INTO work_leases AS lease (name, holder, expires_at, asked_at)
    SELECT name, '', ${now}, clock_timestamp() FROM unnest($1::text[]) AS wanted (name) ORDER BY name
    ON CONFLICT (name) DO UPDATE SET asked_at = clock_timestamp()
    WHERE coalesce(lease.asked_at, '-infinity') <= clock_timestamp() - interval '1 millisecond'
      * CASE WHEN ${isExpired} THEN $2::float8 WHEN ${isFallback("lease.holder")} THEN $3::float8 END
    RETURNING name,
      (greatest(0, extract(epoch FROM clock_timestamp() - expires_at)) * 1000)::float8 AS idle_ms`,
};

const selectHolders: Statement = {
  name: "work_leases_holders",
  text: `
    SELECT name, holder FROM work_leases AS lease
    WHERE name = ANY ($1::text[]) AND NOT ${isExpired} ORDER BY name`,
};

const releaseAll: Statement = {
  name: "work_leases_release_all",
  text: `
    UPDATE work_leases SET holder = '', expires_at = ${now}, asked_at = NULL
    WHERE holder = ANY ($1::text[])`,
};

/** SQL: Prisma has no SKIP LOCKED. */
const pruneLeases: Statement = {
  name: "prune_work_leases",
  text: `
    WITH old AS MATERIALIZED (
      SELECT name FROM work_leases WHERE expires_at <= $1::timestamptz LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM work_leases AS lease USING old WHERE lease.name = old.name RETURNING lease.name`,
};

/** A build of the service, and its background functions. */
export type Release = { id: string; functionsHash: string };

export type ReleaseStore = {
  /**
   * Records that an instance of the release is running.
   * @returns the newest release with an instance alive within `aliveMs`; its age counts from its first start
   */
  noteRunning(release: Release, aliveMs: number): Promise<Release>;
  /** Saves how the Inngest server's functions differ from the release's; null when they match. */
  setMismatch(releaseId: string, mismatch: string | null): Promise<void>;
  /** The mismatch of the newest release. */
  mismatch(): Promise<string | null>;
};

export function createReleaseStore({ pool, prisma }: Connections): ReleaseStore {
  return {
    noteRunning: async (release, aliveMs) => {
      const [newest] = await run<ReleaseRow>(pool, noteRunning, [release.id, release.functionsHash, aliveMs]);
      return newest === undefined ? release : { id: newest.id, functionsHash: newest.functions_hash };
    },
    setMismatch: async (releaseId, mismatch) => {
      await prisma.release.updateMany({ where: { id: releaseId }, data: { mismatch } });
    },
    mismatch: async () => {
      const newest = await prisma.release.findFirst({
        orderBy: [{ seenAt: "desc" }, { firstSeenAt: "desc" }],
      });
      return newest?.mismatch ?? null;
    },
  };
}

type ReleaseRow = { id: string; functions_hash: string };

/** SQL: noting this release and finding the newest one that runs are one statement, by the database's clock. */
const noteRunning: Statement = {
  name: "releases_note_running",
  text: `
    WITH noted AS (
      INSERT INTO releases (id, functions_hash) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), functions_hash = excluded.functions_hash
      RETURNING id, functions_hash, first_seen_at
    )
    SELECT id, functions_hash FROM (
      SELECT id, functions_hash, first_seen_at FROM noted
      UNION ALL
      SELECT id, functions_hash, first_seen_at FROM releases
      WHERE id <> $1 AND seen_at > clock_timestamp() - $3 * interval '1 millisecond'
    ) AS running
    ORDER BY first_seen_at DESC, id DESC LIMIT 1`,
};
