import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { DeliveryStatus, EventKind } from "@/lib/checkouts/state/events.rules";
import type { DeliveryAttempt } from "./webhook-store.port";

/** A place in a list that is ordered by time, then id. */
export type Position = { createdAt: Date; id: string };

/** A delivery as a list shows it. */
export type DeliveryView = {
  id: string;
  endpointId: string;
  eventId: string;
  kind: EventKind | "endpoint.test";
  /** Null for a test. */
  checkoutId: string | null;
  status: DeliveryStatus;
  attemptCount: number;
  /** While it is PENDING, when it is tried next. */
  nextAttemptAt: Date;
  createdAt: Date;
  /** Null while it is PENDING. */
  completedAt: Date | null;
  /** Of the last attempt; null where none was made, or no answer came. */
  lastStatusCode: number | null;
  lastError: string | null;
};

/** With what was sent, and everything that came back. */
export type DeliveryDetails = DeliveryView & {
  url: string;
  /** The exact bytes of every attempt. */
  body: string;
  /** The newest first, at most 100. */
  attempts: readonly DeliveryAttempt[];
};

export type DeliveryFilter = {
  status?: DeliveryStatus | undefined;
  kind?: DeliveryView["kind"] | undefined;
  checkoutId?: string | undefined;
  /** Of the event: from then on. */
  from?: Date | undefined;
  /** Of the event: before then. */
  to?: Date | undefined;
};

/** What has become of a delivery that is to be sent again. */
export type Replayed = "replayed" | "in_hand" | "endpoint_disabled";

export type WebhookDeliveryLog = {
  /**
   * An endpoint's deliveries, newest first, after a place.
   * @returns at most `take` of them, and where to go on: null at the end. What is rare is looked for among a bounded
   *   number, so a page may be short, or empty, and still have a next one
   */
  list(
    endpointId: string,
    filter: DeliveryFilter,
    page: { after: Position | null; take: number },
  ): Promise<{ items: DeliveryView[]; next: Position | null }>;
  /** Where a delivery stands among its endpoint's; null for one of another. */
  position(endpointId: string, deliveryId: string): Promise<Position | null>;
  /** Null for an unknown id and equally for another project's. */
  find(projectId: string, deliveryId: string): Promise<DeliveryDetails | null>;
  /**
   * Makes a delivery due now, regardless of its outcome, with the whole schedule before it. One in a worker's hands is left
   * to that one. Null for an unknown id and equally for another project's.
   */
  replay(projectId: string, deliveryId: string, now: Date, entry: AuditEntry): Promise<Replayed | null>;
  /**
   * The same for some of those of an enabled endpoint that failed, oldest first.
   * @returns how many, and the place of the last; null when none is left
   */
  replayFailed(
    endpointId: string,
    range: { after: Position; before: Date },
    now: Date,
    limit: number,
  ): Promise<{ count: number; last: Position | null }>;
  /**
   * Makes deliveries, due now, of events that an enabled endpoint listens to and has none of.
   * @returns how many, and the place of the last event; null when none is left
   */
  deliverMissed(
    endpointId: string,
    range: { after: Position; before: Date },
    now: Date,
    limit: number,
  ): Promise<{ count: number; last: Position | null }>;
};
