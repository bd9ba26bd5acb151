/** Every kind of webhook event. */
export const eventKinds = [
  "checkout.created",
  "checkout.detected",
  "checkout.partially_paid",
  "checkout.paid",
  "checkout.expired",
  "checkout.late_paid",
  "checkout.reverted",
  "checkout.cancelled",
  "checkout.settled",
  "checkout.refunded",
  "refund.completed",
  "refund.failed",
] as const;

export type EventKind = (typeof eventKinds)[number];

/** The kinds that a new endpoint receives by default. */
export const defaultEventKinds: readonly EventKind[] = [
  "checkout.paid",
  "checkout.expired",
  "checkout.late_paid",
  "checkout.reverted",
];

/** Status of an event's delivery to an endpoint. FAILED: all attempts failed, or the endpoint was disabled. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The service's User-Agent towards receivers. */
export const webhookUserAgent = "stablecoin-checkout-webhooks";

/** Names the API request that caused an event, as its own answer did in `x-request-id`. */
export const requestIdHeader = "x-svc-request-id";

/**
 * The headers of an attempt, without the signatures: we do not store those, because anyone who had one could replay it.
 *
 * @param startedAt when the attempt began: the signed time
 */
export function sentHeaders(
  { eventId, requestId }: { eventId: string; requestId: string | null },
  startedAt: Date,
): readonly (readonly [string, string])[] {
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  return [
    ["content-type", "application/json"],
    ["user-agent", webhookUserAgent],
    ...(requestId === null ? [] : [[requestIdHeader, requestId] as const]),
    ["x-svc-signature", `t=${timestamp},v1=…`],
    ["webhook-id", eventId],
    ["webhook-timestamp", String(timestamp)],
    ["webhook-signature", "v1,…"],
  ];
}
