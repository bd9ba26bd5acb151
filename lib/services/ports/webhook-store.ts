import type { EventKind } from "@/lib/core/events";

/** A delivery that this worker may send until its lease ends. */
export type ClaimedDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  kind: EventKind;
  url: string;
  /** Secrets in force: the newest and, while rotation overlaps, the one before. None when they cannot be read. */
  secrets: readonly string[];
  body: string;
  attemptsMade: number;
  fencingToken: number;
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

export type WebhookStore = {
  /** Due deliveries, leased to this worker (`FOR UPDATE SKIP LOCKED`); oldest first. */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<ClaimedDelivery[]>;
  /** Stores the attempt and what follows. False when the lease was lost to another worker: nothing is written then. */
  record(
    delivery: Pick<ClaimedDelivery, "id" | "endpointId" | "fencingToken">,
    attempt: DeliveryAttempt,
    result: DeliveryResult,
  ): Promise<boolean>;
  /** When the next delivery is due; null when none is waiting. */
  nextDueAt(): Promise<Date | null>;
};
