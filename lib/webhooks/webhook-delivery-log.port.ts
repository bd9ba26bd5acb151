import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { DeliveryStatus, EventKind } from "@/lib/checkouts/state/events.rules";
import type { DeliveryAttempt } from "./webhook-store.port";

/** A position in a list ordered by time, then id. */
export type Position = { createdAt: Date; id: string };

/** A delivery in a list. */
export type DeliveryView = {
  id: string;
  endpointId: string;
  eventId: string;
  kind: EventKind | "endpoint.test";
  /** Null for a test. */
  checkoutId: string | null;
  status: DeliveryStatus;
  attemptCount: number;
  /** While PENDING, the time of the next attempt. */
  nextAttemptAt: Date;
  createdAt: Date;
  /** Null while PENDING. */
  completedAt: Date | null;
  /** Status of the last attempt; null without an attempt or an answer. */
  lastStatusCode: number | null;
  lastError: string | null;
};

/** With the body and all answers. */
export type DeliveryDetails = DeliveryView & {
  url: string;
  /** The exact bytes of every attempt. */
  body: string;
  /** Newest first, at most 100. */
  attempts: readonly DeliveryAttempt[];
};

export type DeliveryFilter = {
  status?: DeliveryStatus | undefined;
  kind?: DeliveryView["kind"] | undefined;
  checkoutId?: string | undefined;
  /** Events from then on. */
  from?: Date | undefined;
  /** Events before then. */
  to?: Date | undefined;
};

/** The outcome of a replay request. */
export type Replayed = "replayed" | "in_hand" | "endpoint_disabled";

export type WebhookDeliveryLog = {
  /**
   * An endpoint's deliveries, newest first, after a position.
   * @returns at most `take`, and where to continue: null at the end. A filter searches a bounded number of rows, so a
   * page may be short or empty and still have a next one
   */
  list(
    endpointId: string,
    filter: DeliveryFilter,
    page: { after: Position | null; take: number },
  ): Promise<{ items: DeliveryView[]; next: Position | null }>;
  /** A delivery's position among its endpoint's; null for another endpoint's. */
  position(endpointId: string, deliveryId: string): Promise<Position | null>;
  /** Null for an unknown id or another project's. */
  find(projectId: string, deliveryId: string): Promise<DeliveryDetails | null>;
  /**
   * Makes a delivery due now, whatever its outcome, with a new schedule. A leased one is left to its worker. Null for
   * an unknown id or another project's.
   */
  replay(projectId: string, deliveryId: string, now: Date, entry: AuditEntry): Promise<Replayed | null>;
  /**
   * The same for some failed deliveries of an enabled endpoint, oldest first.
   * @returns how many, and the position of the last; null when none is left
   */
  replayFailed(
    endpointId: string,
    range: { after: Position; before: Date },
    now: Date,
    limit: number,
  ): Promise<{ count: number; last: Position | null }>;
  /**
   * Creates deliveries, due now, for events of an enabled endpoint's kinds without one.
   * @returns how many, and the position of the last event; null when none is left
   */
  deliverMissed(
    endpointId: string,
    range: { after: Position; before: Date },
    now: Date,
    limit: number,
  ): Promise<{ count: number; last: Position | null }>;
};
