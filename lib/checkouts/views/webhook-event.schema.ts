import { z } from "zod";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { toWebhookOrder, webhookOrder } from "@/lib/checkouts/order-fields.schema";
import type { Payment } from "@/lib/checkouts/state/payment-matching.rules";
import { count, lowerCaseAddress, time, units } from "@/lib/platform/answer-fields.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import type { Refund } from "@/lib/refunds/refund.rules";
import { refundResource, toRefundResource } from "@/lib/refunds/refund.schema";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { checkoutFacts, toCheckoutFacts } from "./checkout-facts.schema";
import { checkoutId, createdVia, endpointId, eventId } from "./checkout-fields.schema";

/** Fields that events of every kind have about their checkout (spec §6). */
export const checkoutEventData = z
  .object({
    checkoutId,
    ...checkoutFacts,
    createdVia,
    ...webhookOrder,
    tokenAddress: lowerCaseAddress
      .nullable()
      .describe("The token's contract, in lower case; null until a token is selected."),
    accepted: z
      .boolean()
      .describe("The merchant accepted a partial or late payment: ship although less or later money came."),
  })
  .describe("The checkout after the event.");
type CheckoutEventData = z.infer<typeof checkoutEventData>;

const envelope = {
  id: eventId.describe(
    "Stable per event: repeated deliveries carry the same id. Store it so that you act only once.",
  ),
  timestamp: time.describe("When it happened, ISO 8601, UTC."),
  sequence: count.describe(
    "Order of a checkout's events, from 1, because they may arrive out of order. 0 for a test.",
  ),
};

function eventOf<Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) {
  const { id, ...rest } = envelope;
  return z.object({ id, event: z.literal(kind), data, ...rest });
}

const refundEventData = checkoutEventData.extend({
  refund: refundResource.describe("The refund after the event."),
});

/** The body of each kind of webhook (spec §6) with the additions `id` and `sequence`. */
export const webhookEvents = {
  "checkout.created": eventOf("checkout.created", checkoutEventData),
  "checkout.detected": eventOf("checkout.detected", checkoutEventData),
  "checkout.partially_paid": eventOf(
    "checkout.partially_paid",
    checkoutEventData.extend({
      lateAmount: units.describe(
        "The part of totalPaid that arrived after expiry, smallest units. Above 0, the customer paid too late and too little.",
      ),
    }),
  ),
  "checkout.paid": eventOf("checkout.paid", checkoutEventData),
  "checkout.expired": eventOf(
    "checkout.expired",
    checkoutEventData.extend({
      paidAmount: units.describe("Final transfers that arrived in time, smallest units."),
      totalPaid: units.describe("Transfers that arrived in time, smallest units."),
      partiallyPaid: z.boolean().describe("Something arrived in time, but not enough."),
      lateAmount: units.describe("Transfers that arrived too late, smallest units; usually 0."),
    }),
  ),
  "checkout.late_paid": eventOf("checkout.late_paid", checkoutEventData),
  "checkout.reverted": eventOf("checkout.reverted", checkoutEventData),
  "checkout.cancelled": eventOf("checkout.cancelled", checkoutEventData),
  "checkout.settled": eventOf("checkout.settled", checkoutEventData),
  "checkout.refunded": eventOf("checkout.refunded", checkoutEventData),
  "refund.completed": eventOf("refund.completed", refundEventData),
  "refund.failed": eventOf("refund.failed", refundEventData),
} as const satisfies Record<EventKind, z.ZodType>;

const [first, ...others] = Object.values(webhookEvents);
export const webhookEvent = z.discriminatedUnion("event", [first as NonNullable<typeof first>, ...others]);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** A test event that a merchant sends to an endpoint; it belongs to no checkout. */
export const testEvent = eventOf(
  "endpoint.test",
  z
    .object({
      endpointId,
      message: z.string().describe("For people: what this is."),
    })
    .describe("The endpoint to test."),
);

/** Subject of an event besides its checkout: the refund, or the payment decided on. */
export type EventSubject = {
  refund?: Refund | null;
  payment?: Pick<Payment, "onTimeUnits" | "finalOnTimeUnits">;
};

/**
 * The exact text that every delivery of the event sends, with the checkout's state after the event.
 *
 * @throws RangeError for a refund event without its refund
 */
export function eventBody(
  id: string,
  kind: EventKind,
  checkout: Checkout,
  at: Date,
  about: EventSubject = {},
): string {
  const data: CheckoutEventData = {
    checkoutId: checkout.id,
    ...toCheckoutFacts(checkout),
    createdVia: checkout.createdVia,
    ...toWebhookOrder(checkout),
    tokenAddress: checkout.tokenAddress,
    accepted: checkout.acceptedUnits !== null || checkout.lateAcceptedAt !== null,
  };
  const { eventSequence: sequence } = checkout;
  const event = {
    id,
    event: kind,
    data: { ...data, ...ownData(kind, checkout, about) },
    timestamp: timestamp(at),
    sequence,
  };
  return JSON.stringify(event);
}

/** The fields that this kind of event adds or changes. */
function ownData(kind: EventKind, checkout: Checkout, { refund, payment }: EventSubject): object {
  switch (kind) {
    case "checkout.expired": {
      const inTime = payment?.onTimeUnits ?? checkout.totalPaidUnits;
      return {
        paidAmount: (payment?.finalOnTimeUnits ?? checkout.paidUnits).toString(),
        totalPaid: inTime.toString(),
        partiallyPaid: inTime > 0n,
        lateAmount: (checkout.totalPaidUnits - inTime).toString(),
      };
    }
    case "checkout.partially_paid": {
      const inTime = payment?.onTimeUnits ?? checkout.totalPaidUnits;
      return { lateAmount: (checkout.totalPaidUnits - inTime).toString() };
    }
    case "refund.completed":
    case "refund.failed":
      if (refund == null) throw new RangeError(`${kind} is of a refund`);
      return { refund: toRefundResource(refund) };
    default:
      return {};
  }
}
