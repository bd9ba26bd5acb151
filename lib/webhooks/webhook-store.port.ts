import type { EventKind } from "@/lib/checkouts/state/events.rules";

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
  delivery: Pick<ClaimedDelivery, "id" | "endpointId" | "kind" | "fencingToken">;
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
