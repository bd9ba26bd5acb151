import type { EventKind } from "@/lib/checkouts/state/events.rules";

/** A delivery that this worker may send until its lease ends. */
export type ClaimedDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  /** A test is sent as any other event, but says nothing about its endpoint. */
  kind: EventKind | "endpoint.test";
  url: string;
  /** Secrets in force: the newest and, while rotation overlaps, the one before. None when they cannot be read. */
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
  /** The receiver said it is gone (410): its endpoint is disabled. */
  | { kind: "gone" };

/** An attempt that is over, of a delivery that was claimed, and what follows from it. */
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
  /** Endpoints that got as much as they may have at once: more may be due. */
  full: string[];
  /** Endpoints that another transaction holds, and disabled ones for which more waits than fails at once: ask again. */
  passedOver: string[];
};

export type WebhookStore = {
  /**
   * Endpoints that have something due and in no one's hands, and when after `now` something becomes due at any:
   * a retry, or what a worker may have died with. `places` limits how many of an endpoint's can be leased.
   */
  findDue(now: Date, places: EndpointPlaces): Promise<{ endpointIds: string[]; nextDueAt: Date | null }>;
  /**
   * Due deliveries of these endpoints, leased to this worker, oldest first. An endpoint never has more in flight
   * than `places`, whatever other workers claim at the same time.
   * What waits for a disabled endpoint fails instead.
   */
  claim(order: {
    endpoints: readonly EndpointClaim[];
    now: Date;
    leaseMs: number;
    places: EndpointPlaces;
  }): Promise<Claim>;
  /**
   * Stores the attempts and what follows, all or nothing, and with them since when an endpoint fails. One that was
   * told to be gone, or has failed for five days, is disabled, and what waits for it fails, by this or by claims.
   *
   * @returns the ids of the deliveries that were still this worker's; for others nothing is written
   */
  record(finished: readonly FinishedAttempt[]): Promise<ReadonlySet<string>>;
};
