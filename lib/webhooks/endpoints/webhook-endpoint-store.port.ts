import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { EventKind } from "@/lib/checkouts/state/events.rules";

/** Where a project's events are sent. */
export type WebhookEndpoint = {
  id: string;
  projectId: string;
  url: string;
  kinds: readonly EventKind[];
  /** What the merchant calls it. */
  description: string | null;
  createdAt: Date;
  /** Since when every attempt failed; null while it works. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
};

/** The reason of one that the merchant disabled; any other is the service's own. */
export const disabledByHand = "Disabled by hand.";

/** As it is made: enabled, and nothing failed yet. */
export type NewWebhookEndpoint = Pick<
  WebhookEndpoint,
  "id" | "projectId" | "url" | "kinds" | "description" | "createdAt"
>;

/** A secret in force, without itself: it is shown only when it is made. */
export type SecretInForce = {
  createdAt: Date;
  /** While a rotation overlaps, when the old one ends; null for the newest. */
  expiresAt: Date | null;
};

/** An event that a merchant sends to an endpoint to try it. */
export type TestEvent = { id: string; body: string; createdAt: Date };

/** From when to when an endpoint was disabled. */
export type Pause = { from: Date; to: Date };

/**
 * Reads and writes inside one database transaction. Locks are taken in one order: project, endpoint, delivery. A worker
 * that records an attempt holds its delivery first, so no delivery is waited for here.
 */
export type EndpointTransaction = {
  /**
   * Makes the project's new endpoints wait for each other.
   * @returns how many it has; null for a project that is unknown or deleted
   */
  lockProject(projectId: string): Promise<number | null>;
  insert(endpoint: NewWebhookEndpoint, secret: string): Promise<void>;
  /** Null for an unknown id, one that was deleted, and equally another project's. */
  lock(projectId: string, endpointId: string): Promise<WebhookEndpoint | null>;
  /** Writes what may change of a locked endpoint. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /** Disables a locked endpoint for good, and forgets its secrets. */
  remove(endpointId: string, reason: string, at: Date): Promise<void>;
  /**
   * Puts a secret in the place of a locked endpoint's newest. Any older one ends at once, so that never more than two
   * are in force.
   * @param overlapUntil till when the one before signs beside it; null ends that one at once, too
   */
  replaceSecret(endpointId: string, secret: string, at: Date, overlapUntil: Date | null): Promise<void>;
  /** When tests were sent to the endpoint after that time, oldest first. */
  testsSince(endpoint: WebhookEndpoint, since: Date): Promise<Date[]>;
  /** Writes a test with its delivery, whatever kinds the endpoint has. */
  insertTest(endpoint: WebhookEndpoint, event: TestEvent): Promise<{ deliveryId: string }>;
  audit(entry: AuditEntry): Promise<void>;
};

export type WebhookEndpointStore = {
  transaction<T>(work: (tx: EndpointTransaction) => Promise<T>): Promise<T>;
  /** The project's, oldest first, without those that were deleted. */
  list(projectId: string): Promise<WebhookEndpoint[]>;
  /** Null for an unknown id, one that was deleted, and equally another project's. */
  find(
    projectId: string,
    endpointId: string,
    now: Date,
  ): Promise<{ endpoint: WebhookEndpoint; secrets: readonly SecretInForce[] } | null>;
  /**
   * Fails some of what waits for an endpoint, if it is still disabled; not what is in a worker's hands.
   * @returns how many
   */
  failWaiting(endpointId: string, at: Date, limit: number): Promise<number>;
  /** When it was disabled and enabled again, as far as that ended after the given time; oldest first. */
  pausesSince(projectId: string, endpointId: string, since: Date): Promise<Pause[]>;
};
