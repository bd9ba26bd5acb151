import { writeAudit } from "@/lib/accounts/audit.store";
import { type Database, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { type CheckoutStore, insertOn } from "./checkout.store";

/** Writes checkouts that a member creates in the dashboard. */
export type CheckoutDesk = {
  /** A store whose `insert` also writes the audit entry, in the same transaction. */
  withAuditActor(userId: string): Pick<CheckoutStore, "insert">;
};

/** Checkouts created in the dashboard, in Postgres. */
export function createCheckoutDesk({ pool }: Pick<Database, "pool">, secretBox: SecretBox): CheckoutDesk {
  return {
    withAuditActor: (userId) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const [{ id, projectId, createdAt }] = facts;
          const written = await insertOn(connection, secretBox, ...facts);
          const act = { action: "checkout.created", target: id, details: null } as const;
          await writeAudit(connection, { ...act, projectId, userId, at: createdAt });
          return written;
        }),
    }),
  };
}
