import { detected, ids, later, open, paid, refundTo, waiting } from "@/lib/api/openapi/examples/facts";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { eventBody } from "@/lib/checkouts/views/webhook-event.schema";
import type { Refund } from "@/lib/refunds/refund.rules";
import { type EventKind, eventKinds } from "@/lib/webhooks/events.rules";
import { testEventBody } from "@/lib/webhooks/test-event";
import { deliveryHeaders, reference } from "./json-schemas";
import type { Answer, PathItem } from "./types";

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

/** The example checkout after each kind of event, and the event's time. */
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

/** When each kind of event occurs. */
export const eventHelp: Readonly<Record<EventKind, string>> = {
  "checkout.created": "A checkout was created.",
  "checkout.detected": "A payment was seen on the network. It isn't final yet, so don't ship.",
  "checkout.partially_paid": "A payment arrived that doesn't cover the amount. The checkout stays PENDING.",
  "checkout.paid":
    "The payment is final. Check createdVia, referenceId and the price against your order, then ship.",
  "checkout.expired": "The checkout expired before the full amount arrived.",
  "checkout.late_paid":
    "The full amount arrived after expiry or cancellation. Ship only when `accepted` is true. We send it again when the merchant accepts.",
  "checkout.reverted":
    "A chain reorganisation reverted the payment; `status` is the checkout's new status. This is rare, and the payment usually arrives again.",
  "checkout.cancelled": "The merchant cancelled the checkout.",
  "checkout.settled": "The money is in the merchant's wallet.",
  "checkout.refunded": "The payment was refunded in full.",
  "refund.completed": "A refund is final; `refund` says which one, `status` is the checkout's status.",
  "refund.failed": "A refund failed; `refund.failureCode` says why.",
};

/** Sent on request only; endpoints can't subscribe to it. */
export const testHelp = "A test event that you sent. It belongs to no checkout: answer 2xx and do nothing.";

const answers: Record<string, Answer> = {
  "2XX": { description: "Received. We don't send this event again. Answer within 15 seconds." },
  "410": { description: "Gone. We disable the endpoint." },
  "429": { description: "Try later. The next attempt honours `Retry-After`, up to an hour." },
  "503": { description: "Try later. The next attempt honours `Retry-After`, up to an hour." },
  default: {
    description:
      "For any other status, a redirect, or no response within 15 seconds, we retry after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each counted from the previous attempt and varied by up to a fifth.",
  },
};

/** The service's requests to a merchant's endpoints, by kind: every event, and the test. */
export function toWebhooks(): Record<string, PathItem> {
  return Object.fromEntries([
    ...eventKinds.map((kind) => [kind, { post: toWebhook(kind, eventHelp[kind], eventTexts[kind]) }]),
    ["endpoint.test", { post: toWebhook("endpoint.test", testHelp, testText) }],
  ]);
}

function toWebhook(kind: string, description: string, text: string): PathItem["post"] {
  const name = kind.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    operationId: name,
    tags: ["Webhooks"],
    // The signature proves its origin; it is in headers of its own.
    security: [],
    summary: kind,
    description,
    parameters: Object.keys(deliveryHeaders).map((header) => ({
      $ref: `#/components/parameters/${header}`,
    })),
    requestBody: {
      description: "The signature covers the raw bytes: verify them before you parse the body.",
      required: true,
      content: {
        "application/json": {
          schema: { $ref: reference(`${name.charAt(0).toUpperCase()}${name.slice(1)}Event`) },
          examples: { [kind]: { summary: kind, value: JSON.parse(text) } },
        },
      },
    },
    responses: answers,
  };
}
