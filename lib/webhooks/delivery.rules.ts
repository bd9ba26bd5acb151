/** Status of an event's delivery to an endpoint. FAILED: all attempts failed, or the endpoint was disabled. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The service's User-Agent towards receivers. */
export const webhookUserAgent = "stablecoin-checkout-webhooks";

/** Names the API request that caused an event, as its own answer did in `x-request-id`. */
export const requestIdHeader = "x-svc-request-id";

/** The headers that prove where an event comes from, in this service's own form and in that of Standard Webhooks. */
export function signatureHeaders({
  eventId,
  timestamp,
  own,
  standard,
}: {
  eventId: string;
  /** In whole seconds. */
  timestamp: string;
  own: string;
  standard: string;
}) {
  return {
    "x-svc-signature": `t=${timestamp},${own}`,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard,
  };
}

/**
 * The headers of an attempt, without the signatures: we do not store those, because anyone who had one could replay it.
 *
 * @param startedAt when the attempt began: the signed time
 */
export function sentHeaders(
  { eventId, requestId }: { eventId: string; requestId: string | null },
  startedAt: Date,
): readonly (readonly [string, string])[] {
  const timestamp = secondsOf(startedAt);
  return [
    ["content-type", "application/json"],
    ["user-agent", webhookUserAgent],
    ...(requestId === null ? [] : [[requestIdHeader, requestId] as const]),
    ...Object.entries(signatureHeaders({ eventId, timestamp, own: "v1=…", standard: "v1,…" })),
  ];
}

/** The time as it is signed. */
export function secondsOf(at: Date): string {
  return Math.floor(at.getTime() / 1_000).toString();
}
