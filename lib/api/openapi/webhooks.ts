import type { z } from "zod";
import { detected, ids, later, open, paid, refundTo, waiting } from "@/lib/api/openapi/examples/facts";
import {
  type EventData,
  eventBody,
  eventData,
  testEvent,
  webhookEvents,
} from "@/lib/checkouts/views/webhook-event.schema";
import { type EventKind, eventKinds, events } from "@/lib/webhooks/events.rules";
import { testEventBody } from "@/lib/webhooks/events.schema";
import { deliveryHeaders, reference } from "./json-schemas";
import type { Answer, PathItem } from "./types";

const sale = { open, waiting, detected, paid, refund: refundTo, later };

/** The exact text of a delivery, by kind. */
export const eventTexts = Object.fromEntries(
  eventKinds.map((kind) => {
    const { example }: EventData = eventData[kind];
    const { checkout, seconds, refund } = example(sale);
    return [kind, eventBody(ids.event, kind, checkout, later(seconds), { refund: refund ?? null })];
  }),
) as Readonly<Record<EventKind, string>>;

/** The exact text of a test of an endpoint. */
export const testText = testEventBody(ids.event, ids.endpoint, later(0));

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
    ...eventKinds.map((kind) => [kind, { post: toWebhook(kind, events[kind].help.en, eventTexts[kind]) }]),
    ["endpoint.test", { post: toWebhook("endpoint.test", testHelp, testText) }],
  ]);
}

/** The schemas of all events by their names in the document. */
export const eventSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...eventKinds.map((kind) => [schemaName(kind), webhookEvents[kind]]),
  [schemaName("endpoint.test"), testEvent],
]);

/** @example schemaName("checkout.late_paid") // "CheckoutLatePaidEvent" */
function schemaName(kind: string): string {
  const name = operationIdOf(kind);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Event`;
}

function operationIdOf(kind: string): string {
  return kind.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toWebhook(kind: string, description: string, text: string): PathItem["post"] {
  return {
    operationId: operationIdOf(kind),
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
          schema: { $ref: reference(schemaName(kind)) },
          examples: { [kind]: { summary: kind, value: JSON.parse(text) } },
        },
      },
    },
    responses: answers,
  };
}
