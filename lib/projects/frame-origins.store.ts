import { type Database, run, type Statement } from "@/lib/platform/database";

/** Which pages may show a checkout's page in a frame. */
export type FrameOrigins = {
  /** The allow-list of the checkout's project, exactly as browsers send origins; none for an unknown id. */
  find(checkoutId: string): Promise<readonly string[]>;
};

/** A change of the allow-list shows this much later. */
const keptMs = 10_000;

const mostKept = 5_000;

/**
 * The allow-lists for `frame-ancestors`, kept for some seconds: a customer who chooses, pays and comes back asks
 * for one page several times.
 *
 * @param options.nowMs a clock for tests
 */
export function createFrameOrigins(
  { pool }: Pick<Database, "pool">,
  { nowMs = Date.now }: { nowMs?: () => number } = {},
): FrameOrigins {
  const kept = new Map<string, { origins: readonly string[]; untilMs: number }>();

  return {
    find: async (checkoutId) => {
      const known = kept.get(checkoutId);
      if (known !== undefined && nowMs() < known.untilMs) return known.origins;
      const [row] = await run<{ origins: string[] }>(pool, selectOrigins, [checkoutId]);
      // Ids that nobody has are without number.
      if (row === undefined) return [];
      kept.delete(checkoutId);
      kept.set(checkoutId, { origins: row.origins, untilMs: nowMs() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return row.origins;
    },
  };
}

const selectOrigins: Statement = {
  name: "checkout_frame_origins",
  text: `
    SELECT ARRAY(
      SELECT allowed.origin FROM allowed_origins AS allowed
      WHERE allowed.project_id = checkout.project_id ORDER BY allowed.origin
    ) AS origins
    FROM checkouts AS checkout JOIN projects AS project ON project.id = checkout.project_id
    WHERE checkout.id = $1 AND project.deleted_at IS NULL`,
};
