import type { EventKind } from "@/lib/checkouts/events.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { NewWebhookEndpoint, WebhookEndpoint } from "./webhook-endpoint-store.port";

export const endpointColumns = `id, project_id, url, kinds, description, created_at, failing_since, disabled_at,
      disabled_reason`;

export type EndpointRow = {
  id: string;
  project_id: string;
  url: string;
  kinds: EventKind[];
  description: string | null;
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
};

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    kinds: row.kinds,
    description: row.description,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}

const insertRow: Statement = {
  name: "webhook_endpoints_insert",
  text: `
    WITH endpoint AS (
      INSERT INTO webhook_endpoints (id, project_id, url, kinds, description, created_at)
      VALUES ($1, $2, $3, $4::text[], $5, $6) RETURNING id, created_at
    )
    INSERT INTO webhook_secrets (endpoint_id, ciphertext, created_at) SELECT id, $7, created_at FROM endpoint`,
};

export async function insertEndpoint(
  connection: Queryable,
  { id, projectId, url, kinds, description, createdAt }: NewWebhookEndpoint,
  sealedSecret: string,
): Promise<void> {
  await run(connection, insertRow, [id, projectId, url, kinds, description, createdAt, sealedSecret]);
}

const updateRow: Statement = {
  name: "webhook_endpoints_save",
  text: `
    UPDATE webhook_endpoints
    SET url = $2, kinds = $3::text[], description = $4, failing_since = $5, disabled_at = $6, disabled_reason = $7
    WHERE id = $1`,
};

export async function saveEndpoint(connection: Queryable, endpoint: WebhookEndpoint): Promise<void> {
  const { id, url, kinds, description, failingSince, disabledAt, disabledReason } = endpoint;
  await run(connection, updateRow, [id, url, kinds, description, failingSince, disabledAt, disabledReason]);
}

const deleteRow: Statement = {
  name: "webhook_endpoints_remove",
  text: `
    WITH forgotten AS (DELETE FROM webhook_secrets WHERE endpoint_id = $1)
    UPDATE webhook_endpoints
    SET deleted_at = $3, disabled_at = coalesce(disabled_at, $3), disabled_reason = coalesce(disabled_reason, $2)
    WHERE id = $1`,
};

export async function removeEndpoint(
  connection: Queryable,
  endpointId: string,
  reason: string,
  at: Date,
): Promise<void> {
  await run(connection, deleteRow, [endpointId, reason, at]);
}

/** One that ends at once is of no use to anybody, and is not kept. */
const forgetSecrets: Statement = {
  name: "webhook_secrets_forget",
  text: "DELETE FROM webhook_secrets WHERE endpoint_id = $1 AND (expires_at IS NOT NULL OR $2::timestamptz IS NULL)",
};
const endSecret: Statement = {
  name: "webhook_secrets_end",
  text: "UPDATE webhook_secrets SET expires_at = $2 WHERE endpoint_id = $1",
};
const insertSecret: Statement = {
  name: "webhook_secrets_insert",
  text: "INSERT INTO webhook_secrets (endpoint_id, ciphertext, created_at) VALUES ($1, $2, $3)",
};

/** The endpoint's row is locked, so what is left after the first statement is one secret, or none. */
export async function replaceSecret(
  connection: Queryable,
  endpointId: string,
  sealedSecret: string,
  at: Date,
  overlapUntil: Date | null,
): Promise<void> {
  await run(connection, forgetSecrets, [endpointId, overlapUntil]);
  await run(connection, endSecret, [endpointId, overlapUntil]);
  await run(connection, insertSecret, [endpointId, sealedSecret, at]);
}
