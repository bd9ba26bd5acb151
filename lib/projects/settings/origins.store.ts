import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Connections, type PrismaTransaction, run, type Statement } from "@/lib/platform/database";
import { changeProject } from "@/lib/projects/project-lifecycle.store";

/** The origins of pages that may use a project's keys in browsers, and show its payment page in a frame. */
export type AllowedOrigins = {
  /** In alphabetical order. */
  list(projectId: string): Promise<string[]>;
  /**
   * Writes an audit entry if it changed anything.
   *
   * @param most how many a project may have
   * @returns false when there is no such project, or the list is full
   */
  allow(origin: string, most: number, entry: AuditEntry): Promise<boolean>;
  /** The same; a missing origin is already forbidden. */
  forbid(origin: string, entry: AuditEntry): Promise<boolean>;
};

/** The allow-lists of projects in Postgres. */
export function createAllowedOrigins({ prisma }: Connections): AllowedOrigins {
  const list = async (tx: PrismaTransaction, projectId: string) => {
    const allowed = await tx.allowedOrigin.findMany({ where: { projectId }, orderBy: { origin: "asc" } });
    return allowed.map(({ origin }) => origin);
  };
  return {
    list: (projectId) => list(prisma, projectId),

    allow: (origin, most, entry) =>
      changeProject({ prisma }, entry, async (tx, projectId) => {
        const origins = await list(tx, projectId);
        if (origins.includes(origin)) return "same";
        if (origins.length >= most) return "refused";
        await tx.allowedOrigin.create({ data: { projectId, origin, createdAt: entry.at } });
        return "changed";
      }),

    forbid: (origin, entry) =>
      changeProject({ prisma }, entry, async (tx, projectId) => {
        const { count } = await tx.allowedOrigin.deleteMany({ where: { projectId, origin } });
        return count > 0 ? "changed" : "same";
      }),
  };
}

/** Which pages may show a checkout's page in a frame. */
export type FrameOrigins = {
  /** The allow-list of the checkout's project, exactly as browsers send origins; null for an unknown id. */
  find(checkoutId: string): Promise<readonly string[] | null>;
};

/** A change of the allow-list takes effect after this long. */
const keptMs = 10_000;

const mostKept = 5_000;

/**
 * The allow-lists for `frame-ancestors`, cached for some seconds: a customer who chooses, pays and returns requests the
 * page several times.
 *
 * @param options.nowMs a clock for tests
 */
export function createFrameOrigins(
  { pool }: Connections,
  { nowMs = Date.now }: { nowMs?: () => number } = {},
): FrameOrigins {
  const kept = new Map<string, { origins: readonly string[]; untilMs: number }>();

  return {
    find: async (checkoutId) => {
      const known = kept.get(checkoutId);
      if (known !== undefined && nowMs() < known.untilMs) return known.origins;
      const [row] = await run<{ origins: string[] }>(pool, selectFrameOrigins, [checkoutId]);
      // Not kept: anyone can invent any number of ids.
      if (row === undefined) return null;
      kept.delete(checkoutId);
      kept.set(checkoutId, { origins: row.origins, untilMs: nowMs() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return row.origins;
    },
  };
}

/** SQL: every payment page waits for it before its first byte; one trip instead of Prisma's three. */
const selectFrameOrigins: Statement = {
  name: "checkout_frame_origins",
  text: `
    SELECT ARRAY(
      SELECT allowed.origin FROM allowed_origins AS allowed
      WHERE allowed.project_id = project.id AND project.deleted_at IS NULL ORDER BY allowed.origin
    ) AS origins
    FROM checkouts AS checkout JOIN projects AS project ON project.id = checkout.project_id
    WHERE checkout.id = $1`,
};
