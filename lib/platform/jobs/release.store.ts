import { type Database, run, type Statement } from "@/lib/platform/database";

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

export function createReleaseStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): ReleaseStore {
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

/** SQL: several facts at once. */
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
