import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Fault } from "@/lib/platform/faults/fault.rules";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import type { List } from "@/lib/platform/lists/list-place.rules";
import type { DeliveryStatus } from "./delivery.rules";
import type { EventKind } from "./events.rules";

/** A delivery that this worker may send until its lease ends. */
export type ClaimedDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  /** A test is sent like any other event, but says nothing about its endpoint's health. */
  kind: EventKind | "endpoint.test";
  url: string;
  /**
   * Secrets in force: the newest and, during a rotation's overlap, the previous one. Empty when they cannot be read.
   */
  secrets: readonly string[];
  body: string;
  /** Of the API request that caused the event; null when the chain or the clock did. */
  requestId: string | null;
  attemptsMade: number;
  /** Attempts made when the schedule last began: 0, or more after a replay. */
  scheduleStart: number;
  fencingToken: number;
  leasedUntil: Date;
};

export type DeliveryAttempt = {
  number: number;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
};

export type DeliveryResult =
  | { kind: "delivered" }
  | { kind: "retry"; at: Date }
  | { kind: "exhausted" }
  /** The receiver answered 410: its endpoint is disabled. */
  | { kind: "gone" };

/** A finished attempt of a claimed delivery, and its outcome. */
export type FinishedAttempt = {
  delivery: Pick<ClaimedDelivery, "id" | "endpointId" | "kind" | "url" | "fencingToken">;
  attempt: DeliveryAttempt;
  result: DeliveryResult;
  /** Nothing was sent, by the service's own fault: it says nothing about the endpoint. */
  isOwnFault?: boolean;
};

/** How many deliveries of one endpoint all workers together may lease. A replay counts as a retry. */
export type EndpointPlaces = { firstAttempts: number; retries: number; retriesWhileFailing: number };

/** The most that one claim takes for an endpoint. */
export type EndpointClaim = { id: string; firstAttempts: number; retries: number };

export type Claim = {
  deliveries: ClaimedDelivery[];
  /** Endpoints that got their full share: more may be due. */
  full: string[];
  /**
   * Endpoints locked by another transaction, and disabled ones with more waiting deliveries than fail at once: try
   * again.
   */
  passedOver: string[];
};

export type WebhookStore = {
  /**
   * Endpoints with a due, unleased delivery, and when the next one becomes due after `now`: a retry, or a delivery of a
   * dead worker. `places` limits the leases per endpoint.
   */
  findDue(now: Date, places: EndpointPlaces): Promise<{ endpointIds: string[]; nextDueAt: Date | null }>;
  /**
   * Due deliveries of these endpoints, leased to this worker, oldest first. An endpoint never has more in flight than
   * `places`, even with concurrent claims. Waiting deliveries of a disabled endpoint fail instead.
   */
  claim(order: {
    endpoints: readonly EndpointClaim[];
    now: Date;
    leaseMs: number;
    places: EndpointPlaces;
  }): Promise<Claim>;
  /**
   * Stores the attempts and their outcomes, all or nothing, and since when an endpoint has been failing. An endpoint
   * that answered 410, or failed for five days, is disabled, and its waiting deliveries fail, here or in claims.
   *
   * @returns the ids of the deliveries that this worker still had; nothing is written for others
   */
  record(finished: readonly FinishedAttempt[]): Promise<ReadonlySet<string>>;
};

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
  /** Of the API request that caused the event; null when the chain or the clock did. */
  requestId: string | null;
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

export type WebhookDeliveryLog = List<DeliveryFilter, DeliveryView> & {
  /** A delivery's position among its endpoint's; null for another endpoint's. */
  position(endpointId: string, deliveryId: string): Promise<Position | null>;
  /** Null for an unknown id or another project's. */
  find(projectId: string, deliveryId: string): Promise<DeliveryDetails | null>;
  /**
   * Makes a delivery due now, whatever its outcome, with a new schedule. A leased one is left to its worker. Null for
   * an unknown id or another project's.
   */
  replay(
    projectId: string,
    deliveryId: string,
    now: Date,
    entry: AuditEntry,
    /** Builds the answer to keep, unless the endpoint is disabled; null for none. */
    keep: (outcome: Exclude<Replayed, "endpoint_disabled">) => Completion | null,
  ): Promise<Replayed | null>;
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

/** A receiver's answer. */
export type WebhookResponse =
  | { kind: "answered"; statusCode: number; retryAfterMs: number | null; body: string }
  | { kind: "failed"; error: string };

/** Posts a signed body to a merchant's endpoint; never throws. */
export type WebhookSender = {
  post(input: {
    url: string;
    eventId: string;
    body: string;
    requestId?: string | null;
    secrets: readonly string[];
    at: Date;
    timeoutMs: number;
  }): Promise<WebhookResponse>;
};

/**
 * Whether the service may send to a merchant's URL; resolves its name. Each connection checks again.
 *
 * @returns null, or the reason in words for the merchant
 */
export type CheckWebhookUrl = (url: string) => Promise<Fault | null>;
