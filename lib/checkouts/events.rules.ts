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
