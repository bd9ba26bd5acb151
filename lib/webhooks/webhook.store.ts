import { type Database, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { claimDeliveries, findDue } from "./webhook-claim.store";
import { recordAttempts } from "./webhook-record.store";
import type { WebhookStore } from "./webhook-store.port";

/**
 * Deliveries in Postgres, which is their queue: with leases, and a fencing token against a worker that lost its lease.
 */
export function createWebhookStore({ pool }: Pick<Database, "pool">, secretBox: SecretBox): WebhookStore {
  return {
    findDue: (now, places) => findDue(pool, now, places),
    claim: (order) => transact(pool, (connection) => claimDeliveries(connection, secretBox, order)),
    record: (finished) => transact(pool, (connection) => recordAttempts(connection, finished)),
  };
}
