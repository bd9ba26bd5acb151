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

/** What a new endpoint receives unless it asks for more. */
export const defaultEventKinds: readonly EventKind[] = [
  "checkout.paid",
  "checkout.expired",
  "checkout.late_paid",
  "checkout.reverted",
];

/** What becomes of the delivery of an event to an endpoint. FAILED: tried often enough, or the endpoint was disabled. */
export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** As which the service presents itself to receivers. */
export const webhookUserAgent = "stablecoin-checkout-webhooks";

/**
 * The headers with which an attempt was sent, but for the signatures themselves: those are not kept, and anyone who had one
 * could send it once more.
 *
 * @param startedAt when the attempt began: the time that is signed
 */
export function sentHeaders(eventId: string, startedAt: Date): readonly (readonly [string, string])[] {
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  return [
    ["content-type", "application/json"],
    ["user-agent", webhookUserAgent],
    ["x-svc-signature", `t=${timestamp},v1=…`],
    ["webhook-id", eventId],
    ["webhook-timestamp", String(timestamp)],
    ["webhook-signature", "v1,…"],
  ];
}
