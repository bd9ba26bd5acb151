import { z } from "zod";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { toWebhookOrder, webhookOrder } from "@/lib/checkouts/order-fields.schema";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { Payment } from "@/lib/checkouts/state/payment-matching.rules";
import {
  checkoutId,
  count,
  endpointId,
  eventId,
  lowerCaseAddress,
  time,
  units,
} from "@/lib/platform/answer-fields.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import { type EventKind, eventKinds } from "@/lib/webhooks/events.rules";
import { createdVia } from "./checkout-fields.schema";
import { refundResource, toRefundResource } from "./refund-resource.schema";
import { sharedFields, toSharedFields } from "./shared-fields.schema";

/** Fields that events of every kind have about their checkout (spec §6). */
export const checkoutEventData = z
  .object({
    checkoutId,
    ...sharedFields,
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

function eventOf<Kind extends string, Data extends z.core.SomeType>(kind: Kind, data: Data) {
  const { id, ...rest } = envelope;
  return z.object({ id, event: z.literal(kind), data, ...rest });
}

/** Subject of an event besides its checkout: the refund, or the payment decided on. */
export type EventSubject = {
  refund?: Refund | null;
  payment?: Pick<Payment, "onTimeUnits" | "finalOnTimeUnits">;
};

/** The stages of one sale, from which the examples of events are made. */
export type ExampleSale = {
  /** Token and network left to the customer. */
  open: Checkout;
  waiting: Checkout;
  detected: Checkout;
  paid: Checkout;
  /** Of a part of the payment, to be sent. */
  refund: Refund;
  later: (seconds: number) => Date;
};

export type EventData = {
  data: z.ZodType;
  /** The values of the fields that this kind adds to every event's, or changes. @throws RangeError without its subject */
  values?: (checkout: Checkout, about: EventSubject) => object;
  /** The checkout after the event, the event's time after the creation, and its refund. */
  example: (sale: ExampleSale) => { checkout: Checkout; seconds: number; refund?: Refund };
};

const ofRefund = {
  data: checkoutEventData.extend({ refund: refundResource.describe("The refund after the event.") }),
  values: (_: Checkout, { refund }: EventSubject) => {
    if (refund == null) throw new RangeError("an event of a refund without the refund");
    return { refund: toRefundResource(refund) };
  },
};

/** The data of each kind of event, beside its words in `events.rules.ts`. */
export const eventData = {
  "checkout.created": {
    data: checkoutEventData,
    example: ({ open }) => ({ checkout: open, seconds: 0 }),
  },
  "checkout.detected": {
    data: checkoutEventData,
    example: ({ detected }) => ({ checkout: detected, seconds: 75 }),
  },
  "checkout.partially_paid": {
    data: checkoutEventData.extend({
      lateAmount: units.describe(
        "The part of totalPaid that arrived after expiry, smallest units. Above 0, the customer paid too late and too little.",
      ),
    }),
    values: (checkout, about) => ({ lateAmount: lateAmount(checkout, about) }),
    example: ({ waiting }) => ({
      checkout: { ...waiting, totalPaidUnits: third(waiting), eventSequence: 2 },
      seconds: 75,
    }),
  },
  "checkout.paid": {
    data: checkoutEventData,
    example: ({ paid }) => ({ checkout: paid, seconds: 95 }),
  },
  "checkout.expired": {
    data: checkoutEventData.extend({
      paidAmount: units.describe("Final transfers that arrived in time, smallest units."),
      totalPaid: units.describe("Transfers that arrived in time, smallest units."),
      partiallyPaid: z.boolean().describe("Something arrived in time, but not enough."),
      lateAmount: units.describe("Transfers that arrived too late, smallest units; usually 0."),
    }),
    values: (checkout, about) => ({
      paidAmount: (about.payment?.finalOnTimeUnits ?? checkout.paidUnits).toString(),
      totalPaid: inTimeUnits(checkout, about).toString(),
      partiallyPaid: inTimeUnits(checkout, about) > 0n,
      lateAmount: lateAmount(checkout, about),
    }),
    example: ({ waiting }) => {
      const received = { totalPaidUnits: third(waiting), paidUnits: third(waiting) };
      return { checkout: { ...waiting, status: "EXPIRED", ...received, eventSequence: 3 }, seconds: 1_802 };
    },
  },
  "checkout.late_paid": {
    data: checkoutEventData,
    example: ({ paid }) => ({
      checkout: { ...paid, status: "LATE_PAID", paidAt: null, eventSequence: 3 },
      seconds: 2_400,
    }),
  },
  "checkout.reverted": {
    data: checkoutEventData,
    example: ({ waiting }) => ({ checkout: { ...waiting, eventSequence: 3 }, seconds: 83 }),
  },
  "checkout.cancelled": {
    data: checkoutEventData,
    example: ({ waiting, later }) => ({
      checkout: { ...waiting, status: "CANCELLED", cancelledAt: later(60), eventSequence: 2 },
      seconds: 60,
    }),
  },
  "checkout.settled": {
    data: checkoutEventData,
    example: ({ paid }) => ({ checkout: { ...paid, status: "SETTLED", eventSequence: 4 }, seconds: 130 }),
  },
  "checkout.refunded": {
    data: checkoutEventData,
    example: ({ paid }) => ({
      checkout: { ...paid, status: "REFUNDED", refundedUnits: paid.paidUnits, eventSequence: 5 },
      seconds: 7_200,
    }),
  },
  "refund.completed": {
    ...ofRefund,
    example: ({ paid, refund, later }) => ({
      checkout: { ...paid, status: "SETTLED", refundedUnits: refund.amountUnits, eventSequence: 5 },
      seconds: 7_200,
      refund: {
        ...refund,
        status: "COMPLETED",
        txHash: `0x${"5e".repeat(32)}`,
        completedAt: later(7_200),
      },
    }),
  },
  "refund.failed": {
    ...ofRefund,
    example: ({ paid, refund }) => ({
      checkout: { ...paid, status: "SETTLED", eventSequence: 5 },
      seconds: 7_200,
      refund: { ...refund, status: "FAILED", failureCode: "DESTINATION_REFUSED" },
    }),
  },
  "refund.cancelled": {
    ...ofRefund,
    example: ({ paid, refund }) => ({
      checkout: { ...paid, status: "SETTLED", eventSequence: 5 },
      seconds: 7_200,
      refund: { ...refund, status: "CANCELLED" },
    }),
  },
} as const satisfies Record<EventKind, EventData>;

function inTimeUnits({ totalPaidUnits }: Checkout, { payment }: EventSubject): bigint {
  return payment?.onTimeUnits ?? totalPaidUnits;
}

function lateAmount(checkout: Checkout, about: EventSubject): string {
  return (checkout.totalPaidUnits - inTimeUnits(checkout, about)).toString();
}

function third({ amountUnits }: Checkout): bigint {
  return (amountUnits ?? 0n) / 3n;
}

type WebhookEvents = {
  [Kind in EventKind]: ReturnType<typeof eventOf<Kind, (typeof eventData)[Kind]["data"]>>;
};

/** The body of each kind of webhook (spec §6) with the additions `id` and `sequence`. */
export const webhookEvents = Object.fromEntries(
  eventKinds.map((kind) => [kind, eventOf(kind, eventData[kind].data)]),
) as WebhookEvents;

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
    ...toSharedFields(checkout),
    createdVia: checkout.createdVia,
    ...toWebhookOrder(checkout),
    tokenAddress: checkout.tokenAddress,
    accepted: checkout.acceptedUnits !== null || checkout.lateAcceptedAt !== null,
  };
  const { eventSequence: sequence } = checkout;
  const { values }: EventData = eventData[kind];
  const event = {
    id,
    event: kind,
    data: { ...data, ...values?.(checkout, about) },
    timestamp: timestamp(at),
    sequence,
  };
  return JSON.stringify(event);
}
