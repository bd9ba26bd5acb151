import { writeAudit } from "@/lib/accounts/audit.store";
import { type Database, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { type CheckoutStore, insertOn } from "./checkout.store";

/** Where checkouts are made by hand. */
export type CheckoutDesk = {
  /** Writes checkouts, and in the same transaction who made them. */
  writtenDownBy(userId: string): Pick<CheckoutStore, "insert">;
};

/** Checkouts made by hand, in Postgres. */
export function createCheckoutDesk({ pool }: Pick<Database, "pool">, secretBox: SecretBox): CheckoutDesk {
  return {
    writtenDownBy: (userId) => ({
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
