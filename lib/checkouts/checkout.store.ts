import { writeAudit } from "@/lib/accounts/audit.store";
import { findDetails } from "@/lib/checkouts/dashboard/checkout-details.store";
import { type CheckoutPage, listCheckouts } from "@/lib/checkouts/dashboard/checkout-list.store";
import type { ListCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { findPublicCheckout } from "@/lib/checkouts/views/public-checkout.store";
import { type Connections, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { CheckoutDetails, PublicCheckout } from "./checkout.rules";
import { createCheckoutInsert, type InsertCheckout, insertOn } from "./checkout-insert.store";

/** Where one kind of new checkouts is written. */
export type NewCheckouts = {
  /**
   * Writes the checkout, its quote (when the token is known), timeline, event and deliveries in one transaction, with
   * the answer kept for its idempotency key. Returns how many endpoints receive the event.
   * @throws LeaseLostError when another request took over the key; nothing is written then
   */
  insert: InsertCheckout;
};

export type CheckoutStore = NewCheckouts & {
  /** Null for an unknown id or another project's. */
  find(projectId: string, checkoutId: string): Promise<CheckoutDetails | null>;
  findPublic(checkoutId: string): Promise<PublicCheckout | null>;
  /** The project's checkouts, newest first; only those created by API keys when `byApiKey` is true. */
  list(projectId: string, query: ListCheckoutsQuery, byApiKey?: boolean): Promise<CheckoutPage>;
};

/** Checkouts in Postgres. Each statement is one round trip, prepared once. */
export function createCheckoutStore({ pool }: Connections, secretBox: SecretBox): CheckoutStore {
  return {
    insert: createCheckoutInsert(pool, secretBox),

    find: (projectId, checkoutId) => findDetails(pool, projectId, checkoutId),

    findPublic: (checkoutId) => findPublicCheckout(pool, checkoutId),

    list: (...args) => listCheckouts(pool, ...args),
  };
}

/** Writes checkouts that a member creates in the dashboard. */
export type CheckoutByHandStore = {
  /** A store whose `insert` also writes the audit entry, in the same transaction. */
  withAuditActor(userId: string): NewCheckouts;
};

/** Checkouts created in the dashboard, in Postgres. */
export function createCheckoutByHandStore({ pool }: Connections, secretBox: SecretBox): CheckoutByHandStore {
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
