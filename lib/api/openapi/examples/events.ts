import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type EventKind, eventKinds } from "@/lib/checkouts/events.rules";
import type { Refund } from "@/lib/checkouts/refund.rules";
import { eventBody, testEventBody } from "@/lib/checkouts/webhook-event.schema";
import { detected, ids, later, open, paid, refundTo, waiting } from "./facts";

type Moment = { checkout: Checkout; seconds: number; refund?: Refund };

const part = (waiting.amountUnits ?? 0n) / 3n;
const settled: Checkout = { ...paid, status: "SETTLED", eventSequence: 4 };
const late: Checkout = { ...paid, status: "LATE_PAID", paidAt: null, eventSequence: 3 };
const refunded: Checkout = {
  ...settled,
  status: "REFUNDED",
  refundedUnits: paid.paidUnits,
  eventSequence: 5,
};

/** What the checkout of the examples is after each kind of event, and when that was. */
const moments: Readonly<Record<EventKind, Moment>> = {
  "checkout.created": { checkout: open, seconds: 0 },
  "checkout.detected": { checkout: detected, seconds: 75 },
  "checkout.partially_paid": {
    checkout: { ...waiting, totalPaidUnits: part, eventSequence: 2 },
    seconds: 75,
  },
  "checkout.paid": { checkout: paid, seconds: 95 },
  "checkout.expired": {
    checkout: { ...waiting, status: "EXPIRED", totalPaidUnits: part, paidUnits: part, eventSequence: 3 },
    seconds: 1_802,
  },
  "checkout.late_paid": { checkout: late, seconds: 2_400 },
  "checkout.reverted": { checkout: { ...waiting, eventSequence: 3 }, seconds: 83 },
  "checkout.cancelled": {
    checkout: { ...waiting, status: "CANCELLED", cancelledAt: later(60), eventSequence: 2 },
    seconds: 60,
  },
  "checkout.settled": { checkout: settled, seconds: 130 },
  "checkout.refunded": { checkout: refunded, seconds: 7_200 },
  "refund.completed": {
    checkout: { ...settled, refundedUnits: refundTo.amountUnits, eventSequence: 5 },
    seconds: 7_200,
    refund: {
      ...refundTo,
      status: "COMPLETED",
      txHash: `0x${"5e".repeat(32)}`,
      completedAt: later(7_200),
    },
  },
  "refund.failed": {
    checkout: { ...settled, eventSequence: 5 },
    seconds: 7_200,
    refund: { ...refundTo, status: "FAILED", failureCode: "DESTINATION_REFUSED" },
  },
};

/** The exact text of a delivery, by kind. */
export const eventTexts = Object.fromEntries(
  eventKinds.map((kind) => {
    const { checkout, seconds, refund } = moments[kind];
    return [kind, eventBody(ids.event, kind, checkout, later(seconds), { refund: refund ?? null })];
  }),
) as Readonly<Record<EventKind, string>>;

/** The exact text of a test of an endpoint. */
export const testText = testEventBody(ids.event, ids.endpoint, later(0));
