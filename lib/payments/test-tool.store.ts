import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { type Database, run, type Statement, transact } from "@/lib/platform/database";

export type TestToolStore = {
  /**
   * Ends the time of a PENDING checkout, with a timeline entry and an audit entry.
   * @returns false when the project has no such checkout, or it is not PENDING
   */
  endTime(checkoutId: string, expiresAt: Date, entry: AuditEntry): Promise<boolean>;
  audit(entry: AuditEntry): Promise<void>;
  /** The project's checkouts, newest first. */
  recent(projectId: string, limit: number): Promise<RecentCheckout[]>;
};

export type RecentCheckout = {
  id: string;
  status: CheckoutStatus;
  itemName: string | null;
  referenceId: string | null;
  createdAt: Date;
};

export function createTestToolStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): TestToolStore {
  return {
    endTime: (checkoutId, expiresAt, entry) =>
      transact(pool, async (connection) => {
        const values = [checkoutId, entry.projectId, expiresAt, entry.at];
        const [ended] = await run(connection, endTime, values);
        if (ended === undefined) return false;
        await writeAudit(connection, entry);
        return true;
      }),

    audit: (entry) => writeAudit(pool, entry),

    recent: async (projectId, limit) => {
      return prisma.checkout.findMany({
        where: { projectId },
        select: { id: true, status: true, itemName: true, referenceId: true, createdAt: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      });
    },
  };
}

/** SQL: several facts at once. */
const endTime: Statement = {
  name: "test_tools_end_time",
  text: `
    WITH ended AS (
      UPDATE checkouts SET expires_at = least(expires_at, $3::timestamptz)
      WHERE id = $1 AND project_id = $2 AND status = 'PENDING' RETURNING id
    ), noted AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT id, 'test.time_ended', NULL, $4 FROM ended
    )
    SELECT id FROM ended`,
};
