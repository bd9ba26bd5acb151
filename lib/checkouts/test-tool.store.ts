import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { type Connections, statementsOf, transactByPrisma } from "@/lib/platform/database";
import type { CheckoutStatus } from "./checkout.rules";

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

export function createTestToolStore({ pool, prisma }: Connections): TestToolStore {
  return {
    endTime: (checkoutId, expiresAt, entry) =>
      transactByPrisma({ prisma }, async (tx) => {
        const pending = { id: checkoutId, projectId: entry.projectId ?? "", status: "PENDING" as const };
        const later = { ...pending, expiresAt: { gt: expiresAt } };
        const ended = await tx.checkout.updateMany({ where: later, data: { expiresAt } });
        if (ended.count === 0 && (await tx.checkout.count({ where: pending })) === 0) return false;
        await tx.checkoutEvent.create({ data: { checkoutId, kind: "test.time_ended", createdAt: entry.at } });
        await writeAudit(statementsOf(tx), entry);
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
