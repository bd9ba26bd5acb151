import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { EventKind } from "@/lib/checkouts/state/events.rules";

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

/** The reason when the merchant disabled it; any other reason is the service's. */
export const disabledByHand = "Disabled by hand.";

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
