import { type EventKind, eventKinds } from "@/lib/core/events";
import { eventTexts } from "./examples/events";
import { deliveryHeaders } from "./headers";
import { reference } from "./json-schemas";
import type { Answer, JsonSchema, PathItem } from "./types";

/** When each kind of event happens. */
export const eventHelp: Readonly<Record<EventKind, string>> = {
  "checkout.created": "A checkout was created, by whomever.",
  "checkout.detected": "A payment was seen on the chain. It is not final yet: do not ship.",
  "checkout.partially_paid": "Something arrived, but less than the amount. The checkout stays PENDING.",
  "checkout.paid":
    "The payment is final. Check createdVia, referenceId and the price against your order, then ship.",
  "checkout.expired": "The time is over and the amount has not arrived.",
  "checkout.late_paid":
    "The amount was completed after expiry or cancellation. Ship only when `accepted` is true: it is sent again when the merchant accepts.",
  "checkout.reverted":
    "The chain took back a block that held the payment; `status` says what the checkout is now. Rare, and mostly followed by the payment once more.",
  "checkout.cancelled": "The merchant cancelled it.",
  "checkout.settled": "The money is in the merchant's wallet.",
  "checkout.refunded": "Everything that was received went back.",
  "refund.completed": "A refund is final on the chain; `refund` says which, `status` what the checkout was.",
  "refund.failed": "A refund could not be made; `refund.failureCode` says why.",
};

/** The member of `data` that one kind of event has for itself, and always. */
const ownMembers: Partial<Record<EventKind, Record<string, JsonSchema>>> = {
  "checkout.expired": { partiallyPaid: { type: "boolean" } },
  "checkout.late_paid": { accepted: { type: "boolean" } },
  "refund.completed": { refund: { $ref: reference("Refund") } },
  "refund.failed": { refund: { $ref: reference("Refund") } },
};

const answers: Record<string, Answer> = {
  "2XX": { description: "Received: this event is not sent again. To be given within 15 seconds." },
  "410": { description: "Nobody is here any more: the endpoint is disabled." },
  "429": { description: "Later: the next attempt honours `Retry-After`, up to an hour." },
  "503": { description: "Later: the next attempt honours `Retry-After`, up to an hour." },
  default: {
    description:
      "Anything else, a redirect, or nothing within 15 seconds: sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each counted from the attempt before and varied by a fifth.",
  },
};

/** What the service sends to a merchant's endpoints, by kind. */
export function toWebhooks(): Record<string, PathItem> {
  return Object.fromEntries(eventKinds.map((kind) => [kind, { post: toWebhook(kind) }]));
}

function toWebhook(kind: EventKind): PathItem["post"] {
  return {
    operationId: kind.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Webhooks"],
    // The signature is what proves its origin; it travels in headers of its own.
    security: [],
    summary: kind,
    description: eventHelp[kind],
    parameters: Object.keys(deliveryHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      description: "Signed as it is sent: verify the raw bytes, before they are parsed.",
      required: true,
      content: {
        "application/json": {
          schema: { allOf: [{ $ref: reference("WebhookEvent") }, ofKind(kind)] },
          examples: { [kind]: { summary: kind, value: JSON.parse(eventTexts[kind]) } },
        },
      },
    },
    responses: answers,
  };
}

function ofKind(kind: EventKind): JsonSchema {
  const own = ownMembers[kind];
  return {
    properties: {
      event: { const: kind },
      ...(own === undefined ? {} : { data: { properties: own, required: Object.keys(own) } }),
    },
  };
}
