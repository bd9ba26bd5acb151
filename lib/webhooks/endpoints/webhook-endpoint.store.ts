import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import {
  type Connections,
  type PrismaTransaction,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import type { NewId } from "@/lib/platform/ids";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { completeIdempotency } from "@/lib/platform/limits/idempotency.store";
import { resealPageSize, type SealedPages, type SecretBox } from "@/lib/platform/secret-box";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { failWaiting } from "@/lib/webhooks/webhook-record.store";
import type { WebhookEndpoint as Row } from "@/prisma/generated/client";

/** A URL that receives a project's events. */
export type WebhookEndpoint = {
  id: string;
  projectId: string;
  url: string;
  kinds: readonly EventKind[];
  /** The merchant's name for it. */
  description: string | null;
  createdAt: Date;
  /** Since when every attempt has failed; null while it works. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
};

/** A new endpoint: enabled and without failures. */
export type NewWebhookEndpoint = Pick<
  WebhookEndpoint,
  "id" | "projectId" | "url" | "kinds" | "description" | "createdAt"
>;

/** A secret in force, without its value, which is shown only at creation. */
export type SecretInForce = {
  createdAt: Date;
  /** During a rotation's overlap, when the old one ends; null for the newest. */
  expiresAt: Date | null;
};

/** A test event that a merchant sends to an endpoint. */
export type TestEvent = { id: string; body: string; createdAt: Date };

/** A period in which an endpoint was disabled. */
export type Pause = { from: Date; to: Date };

/**
 * Reads and writes inside one database transaction. Lock order: project, endpoint, delivery. A worker that records an
 * attempt locks its delivery first, so we never wait for a delivery here.
 */
export type EndpointTransaction = {
  /**
   * Serialises the creation of a project's endpoints.
   * @returns how many it has; null for an unknown or deleted project
   */
  lockProject(projectId: string): Promise<number | null>;
  insert(endpoint: NewWebhookEndpoint, secret: string): Promise<void>;
  /** Null for an unknown or deleted id, or another project's. */
  lock(projectId: string, endpointId: string): Promise<WebhookEndpoint | null>;
  /** Writes the mutable fields of a locked endpoint. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /** Disables a locked endpoint for good, and deletes its secrets. */
  remove(endpointId: string, reason: string, at: Date): Promise<void>;
  /**
   * Replaces a locked endpoint's newest secret. An older one ends at once, so that at most two are in force.
   * @param overlapUntil until when the previous one signs beside it; null ends it at once, too
   */
  replaceSecret(endpointId: string, secret: string, at: Date, overlapUntil: Date | null): Promise<void>;
  /** Times of the tests sent to the endpoint after that time, oldest first. */
  testsSince(endpoint: WebhookEndpoint, since: Date): Promise<Date[]>;
  /** Writes a test with its delivery, even if the endpoint's kinds do not include it. */
  insertTest(endpoint: WebhookEndpoint, event: TestEvent): Promise<{ deliveryId: string }>;
  audit(entry: AuditEntry): Promise<void>;
  /** Keeps the answer for its idempotency key. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
};

export type WebhookEndpointStore = {
  transaction<T>(work: (tx: EndpointTransaction) => Promise<T>): Promise<T>;
  /** The project's endpoints, oldest first, without deleted ones. */
  list(projectId: string): Promise<WebhookEndpoint[]>;
  /** Null for an unknown or deleted id, or another project's. */
  find(
    projectId: string,
    endpointId: string,
    now: Date,
  ): Promise<{ endpoint: WebhookEndpoint; secrets: readonly SecretInForce[] } | null>;
  /**
   * Fails some waiting deliveries of an endpoint, if it is still disabled; not leased ones.
   * @returns how many
   */
  failWaiting(endpointId: string, at: Date, limit: number): Promise<number>;
  /** The periods in which it was disabled that ended after the given time; oldest first. */
  pausesSince(projectId: string, endpointId: string, since: Date): Promise<Pause[]>;
};

function toEndpoint(row: Row): WebhookEndpoint {
  const { id, projectId, url, description, createdAt, failingSince, disabledAt, disabledReason } = row;
  const kinds = row.kinds as EventKind[];
  return { id, projectId, url, kinds, description, createdAt, failingSince, disabledAt, disabledReason };
}

/** A project's webhook endpoints in Postgres, with sealed secrets. */
export function createWebhookEndpointStore(
  { pool, prisma }: Connections,
  secretBox: SecretBox,
  newId: NewId,
): WebhookEndpointStore {
  return {
    transaction: (work) =>
      transactByPrisma({ prisma }, (tx) => work(endpointTransaction(tx, secretBox, newId))),

    list: async (projectId) => {
      const endpoints = await prisma.webhookEndpoint.findMany({
        where: { projectId, deletedAt: null },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return endpoints.map(toEndpoint);
    },

    find: async (projectId, id, now) => {
      const inForce = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
      const row = await prisma.webhookEndpoint.findFirst({
        where: { id, projectId, deletedAt: null },
        include: { secrets: { where: inForce, orderBy: { id: "desc" } } },
      });
      if (row === null) return null;
      const secrets = row.secrets.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt }));
      return { endpoint: toEndpoint(row), secrets };
    },

    failWaiting: (endpointId, at, limit) => failWaiting(pool, [endpointId], at, limit),

    pausesSince: async (projectId, endpointId, since) => {
      const enabled = await prisma.auditLog.findMany({
        where: {
          projectId,
          target: endpointId,
          action: "webhook_endpoint.enabled",
          createdAt: { gt: since },
        },
        select: { details: true, createdAt: true },
        orderBy: { id: "asc" },
        take: 1_000,
      });
      // Who enables an endpoint writes down since when it was disabled, regardless of who had done that.
      return enabled.map(({ details, createdAt }) => ({
        from: new Date((details as { disabledSince: string }).disabledSince),
        to: createdAt,
      }));
    },
  };
}

function endpointTransaction(tx: PrismaTransaction, secretBox: SecretBox, newId: NewId): EndpointTransaction {
  return {
    lockProject: async (projectId) => {
      const locked = await lockProject(statementsOf(tx), projectId);
      return locked === null ? null : tx.webhookEndpoint.count({ where: { projectId, deletedAt: null } });
    },
    insert: async ({ id, projectId, url, kinds, description, createdAt }, secret) => {
      const secrets = { create: { ciphertext: secretBox.seal(secret, id), createdAt } };
      await tx.webhookEndpoint.create({
        data: { id, projectId, url, kinds: [...kinds], description, createdAt, secrets },
      });
    },
    // Two statements: facts read in the one that waits for a row would be from before the wait.
    lock: async (projectId, id) => {
      await run(statementsOf(tx), lockEndpoint, [id, projectId]);
      const row = await tx.webhookEndpoint.findFirst({ where: { id, projectId, deletedAt: null } });
      return row === null ? null : toEndpoint(row);
    },
    save: async ({ id, url, kinds, description, failingSince, disabledAt, disabledReason }) => {
      const data = { url, kinds: [...kinds], description, failingSince, disabledAt, disabledReason };
      await tx.webhookEndpoint.updateMany({ where: { id }, data });
    },
    remove: async (id, reason, at) => {
      await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
      const enabled = { id, disabledAt: null };
      await tx.webhookEndpoint.updateMany({
        where: enabled,
        data: { disabledAt: at, disabledReason: reason },
      });
      await tx.webhookEndpoint.updateMany({ where: { id }, data: { deletedAt: at } });
    },
    // The endpoint's row is locked, so at most one secret is left after the first statement.
    replaceSecret: async (endpointId, secret, at, overlapUntil) => {
      // A secret that ends at once is not kept.
      const ended = overlapUntil === null ? {} : { expiresAt: { not: null } };
      await tx.webhookSecret.deleteMany({ where: { endpointId, ...ended } });
      await tx.webhookSecret.updateMany({ where: { endpointId }, data: { expiresAt: overlapUntil } });
      const ciphertext = secretBox.seal(secret, endpointId);
      await tx.webhookSecret.create({ data: { endpointId, ciphertext, createdAt: at } });
    },
    // Searches the project's events of that short time for the endpoint's tests.
    testsSince: async ({ id: endpointId, projectId }, since) => {
      const tests = await tx.outboxEvent.findMany({
        where: { projectId, createdAt: { gt: since }, endpointId },
        select: { createdAt: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return tests.map(({ createdAt }) => createdAt);
    },
    insertTest: async ({ id: endpointId, projectId }, { id, body, createdAt }) => {
      const deliveryId = newId("whd");
      const event = { id, projectId, endpointId, kind: "endpoint.test", sequence: 0, body, createdAt };
      await tx.outboxEvent.create({ data: event });
      const delivery = { id: deliveryId, eventId: id, endpointId, nextAttemptAt: createdAt, createdAt };
      await tx.webhookDelivery.create({ data: delivery });
      noteDue(tx, "deliver");
      return { deliveryId };
    },
    audit: (entry) => writeAudit(statementsOf(tx), entry),
    complete: (completion) => completeIdempotency(statementsOf(tx), secretBox, completion),
  };
}

/** Events written meanwhile name the endpoint and need not wait. SQL: Prisma has no FOR NO KEY UPDATE. */
const lockEndpoint: Statement = {
  name: "webhook_endpoints_lock",
  text: `
    SELECT FROM webhook_endpoints
    WHERE id = $1 AND project_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
};

/** Every webhook secret, for a new data key. */
export async function* sealedWebhookSecrets({ prisma }: Connections): SealedPages {
  for (let after = 0n; ; ) {
    const rows = await prisma.webhookSecret.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: resealPageSize,
    });
    yield rows.map(({ id, ciphertext, endpointId }) => ({
      sealed: ciphertext,
      owner: endpointId,
      save: (resealed: string) =>
        prisma.webhookSecret.updateMany({ where: { id, ciphertext }, data: { ciphertext: resealed } }),
    }));
    if (rows.length < resealPageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}
