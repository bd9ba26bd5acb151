import { type Connections, run, type Statement } from "@/lib/platform/database";

/** A project's progress through the quickstart, up to its first webhook. */
export type QuickstartFacts = {
  /** An active key, of either kind. */
  hasKey: boolean;
  /** The newest; null before the first. */
  checkoutId: string | null;
  /** The first existing one; null for none. */
  endpointId: string | null;
  /** One of the latest deliveries to some endpoint got a 2xx. */
  isDelivered: boolean;
};

/** Reads a bounded number of rows for a project of any size. */
export type QuickstartReader = { read(projectId: string, now: Date): Promise<QuickstartFacts> };

export function createQuickstartReader({ pool }: Connections): QuickstartReader {
  return {
    read: async (projectId, now) => {
      const [facts] = await run<QuickstartFacts>(pool, selectFacts, [projectId, now]);
      if (facts === undefined) throw new Error("a statement without FROM answers one row");
      return facts;
    },
  };
}

/** SQL: four facts from four tables in one trip. */
const selectFacts: Statement = {
  name: "quickstart_facts",
  text: `
    SELECT
      EXISTS (
        SELECT FROM api_keys
        WHERE project_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::timestamptz)
      ) AS "hasKey",
      (SELECT id FROM checkouts WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) AS "checkoutId",
      (
        SELECT id FROM webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL
        ORDER BY created_at, id LIMIT 1
      ) AS "endpointId",
      EXISTS (
        SELECT FROM webhook_endpoints AS endpoint
        CROSS JOIN LATERAL (
          SELECT status FROM webhook_deliveries WHERE endpoint_id = endpoint.id
          ORDER BY created_at DESC, id DESC LIMIT 50
        ) AS delivery
        WHERE endpoint.project_id = $1 AND delivery.status = 'DELIVERED'
      ) AS "isDelivered"`,
};
