import { writeAudit } from "@/lib/accounts/audit.store";
import type { EventKind } from "@/lib/checkouts/state/events.rules";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { NewId } from "@/lib/platform/ids";
import type { SecretBox } from "@/lib/platform/secret-box";
import { failWaiting } from "./webhook-disabling.store";
import type {
  EndpointTransaction,
  NewWebhookEndpoint,
  SecretInForce,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "./webhook-endpoint-store.port";

const endpointColumns = `id, project_id, url, kinds, description, created_at, failing_since, disabled_at,
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

function toEndpoint(row: EndpointRow): WebhookEndpoint {
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

async function insertEndpoint(
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

async function saveEndpoint(connection: Queryable, endpoint: WebhookEndpoint): Promise<void> {
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

async function removeEndpoint(
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
async function replaceSecret(
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

/** Of the project's events in that time, which is short, the endpoint's tests. */
const selectTests: Statement = {
  name: "webhook_tests_since",
  text: `
    SELECT created_at FROM outbox_events
    WHERE project_id = $1 AND created_at > $3 AND endpoint_id = $2 ORDER BY created_at, id`,
};

const insertEventAndDelivery: Statement = {
  name: "webhook_tests_insert",
  text: `
    WITH event AS (
      INSERT INTO outbox_events (id, project_id, endpoint_id, kind, sequence, body, created_at)
      VALUES ($1, $2, $3, 'endpoint.test', 0, $4, $5) RETURNING id, endpoint_id, created_at
    )
    INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
    SELECT $6, id, endpoint_id, created_at, created_at FROM event`,
};

async function testsSince(
  connection: Queryable,
  ...[{ id, projectId }, since]: Parameters<EndpointTransaction["testsSince"]>
): Promise<Date[]> {
  const rows = await run<{ created_at: Date }>(connection, selectTests, [projectId, id, since]);
  return rows.map(({ created_at }) => created_at);
}

async function insertTest(
  connection: Queryable,
  ...[endpoint, event, deliveryId]: [...Parameters<EndpointTransaction["insertTest"]>, string]
): Promise<{ deliveryId: string }> {
  const { id, body, createdAt } = event;
  await run(connection, insertEventAndDelivery, [
    id,
    endpoint.projectId,
    endpoint.id,
    body,
    createdAt,
    deliveryId,
  ]);
  return { deliveryId };
}

/** A project's webhook endpoints in Postgres; their secrets sealed. */
export function createWebhookEndpointStore(
  { pool }: Pick<Database, "pool">,
  secretBox: SecretBox,
  newId: NewId,
): WebhookEndpointStore {
  return {
    transaction: (work) =>
      transact(pool, (connection) => work(endpointTransaction(connection, secretBox, newId))),

    list: async (projectId) => (await run<EndpointRow>(pool, selectAll, [projectId])).map(toEndpoint),

    find: async (projectId, endpointId, now) => {
      const [row] = await run<EndpointRow & { secrets: StoredSecret[] }>(pool, selectOne, [
        endpointId,
        projectId,
        now,
      ]);
      return row === undefined ? null : { endpoint: toEndpoint(row), secrets: row.secrets.map(toSecret) };
    },

    failWaiting: (endpointId, at, limit) => failWaiting(pool, [endpointId], at, limit),

    pausesSince: (...pauses) => run(pool, selectPauses, pauses),
  };
}

function endpointTransaction(connection: Queryable, secretBox: SecretBox, newId: NewId): EndpointTransaction {
  return {
    lockProject: async (projectId) => {
      const locked = await run(connection, lockProject, [projectId]);
      if (locked.length === 0) return null;
      const [counted] = await run<{ endpoints: number }>(connection, countEndpoints, [projectId]);
      return counted?.endpoints ?? 0;
    },
    insert: (endpoint, secret) => insertEndpoint(connection, endpoint, secretBox.seal(secret, endpoint.id)),
    lock: async (projectId, endpointId) => {
      const [row] = await run<EndpointRow>(connection, lockEndpoint, [endpointId, projectId]);
      return row === undefined ? null : toEndpoint(row);
    },
    save: (endpoint) => saveEndpoint(connection, endpoint),
    remove: (...removed) => removeEndpoint(connection, ...removed),
    replaceSecret: (endpointId, secret, at, overlapUntil) =>
      replaceSecret(connection, endpointId, secretBox.seal(secret, endpointId), at, overlapUntil),
    testsSince: (...since) => testsSince(connection, ...since),
    insertTest: (endpoint, event) => insertTest(connection, endpoint, event, newId("whd")),
    audit: (entry) => writeAudit(connection, entry),
  };
}

type StoredSecret = { createdAt: string; expiresAt: string | null };

function toSecret({ createdAt, expiresAt }: StoredSecret): SecretInForce {
  return { createdAt: new Date(createdAt), expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

/** Not FOR UPDATE: that would wait for everyone who merely inserts a row naming the project. */
const lockProject: Statement = {
  name: "webhook_endpoints_lock_project",
  text: "SELECT FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

const countEndpoints: Statement = {
  name: "webhook_endpoints_count",
  text: "SELECT count(*)::int AS endpoints FROM webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL",
};

/** Events that are told meanwhile name the endpoint and need not wait. */
const lockEndpoint: Statement = {
  name: "webhook_endpoints_lock",
  text: `
    SELECT ${endpointColumns} FROM webhook_endpoints
    WHERE id = $1 AND project_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
};

const selectAll: Statement = {
  name: "webhook_endpoints_list",
  text: `
    SELECT ${endpointColumns} FROM webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL
    ORDER BY created_at, id`,
};

const selectOne: Statement = {
  name: "webhook_endpoints_find",
  text: `
    SELECT ${endpointColumns}, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('createdAt', created_at, 'expiresAt', expires_at) ORDER BY id DESC), '[]')
        FROM webhook_secrets WHERE endpoint_id = endpoint.id AND (expires_at IS NULL OR expires_at > $3)
      ) AS secrets
    FROM webhook_endpoints AS endpoint WHERE id = $1 AND project_id = $2 AND deleted_at IS NULL`,
};

/** Who enables an endpoint writes down since when it was disabled, whoever had done that. */
const selectPauses: Statement = {
  name: "webhook_endpoints_pauses",
  text: `
    SELECT (details ->> 'disabledSince')::timestamptz AS "from", created_at AS "to" FROM audit_log
    WHERE project_id = $1 AND target = $2 AND action = 'webhook_endpoint.enabled' AND created_at > $3
    ORDER BY id LIMIT 1000`,
};
