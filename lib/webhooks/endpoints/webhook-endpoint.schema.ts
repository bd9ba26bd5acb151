import { z } from "zod";
import {
  checkoutId,
  count,
  deliveryId as deliveryIdField,
  endpointId as endpointIdField,
  eventId,
  time,
} from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { inputId, moment, says, text, timestamp } from "@/lib/platform/primitives.schema";
import { deliveryStatuses } from "@/lib/webhooks/delivery.rules";
import { defaultEventKinds, eventKinds } from "@/lib/webhooks/events.rules";
import { eventKind } from "@/lib/webhooks/events.schema";
import { deliveryCursors } from "@/lib/webhooks/webhook-schedule.rules";

/** What an act on one endpoint, or one delivery, is about. */
export const ofEndpoint = { endpointId: inputId("whe", "webhook endpoint") };
export const ofDelivery = { deliveryId: inputId("whd", "webhook delivery") };

const maxUrlLength = 2_048;
const maxDescriptionLength = 200;
/** Characters that move a terminal's cursor, or change the direction of a line. */
const control = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const url = text(maxUrlLength).describe(
  "https on port 443 or 8443 under a public name; in the demo also http://127.0.0.1 or localhost on any port.",
);
const kinds = z
  .array(eventKind)
  .min(1, says(fault("fields.oneKind")))
  .refine((given) => new Set(given).size === given.length, says(fault("fields.kindTwice")))
  .describe("The event kinds that the endpoint receives.");
const description = text(maxDescriptionLength)
  .refine((value) => !control.test(value), says(fault("fields.noControls")))
  .nullable()
  .describe("Your name for it.");

/** A new endpoint; without kinds it gets those that a shop needs. */
export const createWebhookEndpointBody = z.object({
  url,
  kinds: kinds.default([...defaultEventKinds]),
  description: description.default(null),
});
export type CreateWebhookEndpointBody = z.output<typeof createWebhookEndpointBody>;

/** A missing field stays unchanged. */
export const updateWebhookEndpointBody = z.object({
  url: url.optional(),
  kinds: kinds.optional(),
  description: description.optional(),
});
export type UpdateWebhookEndpointBody = z.output<typeof updateWebhookEndpointBody>;

/** Which failed deliveries to replay, by the time of their events. */
export const replayRange = z
  .object({ from: moment.describe("From this time on."), to: moment.describe("Before this time.") })
  .refine(({ from, to }) => from < to, { ...says(fault("fields.afterFrom")), path: ["to"] });
export type ReplayRange = z.output<typeof replayRange>;

const deliveryFilters = {
  status: z.enum(deliveryStatuses).optional().describe("Only deliveries in this state."),
  kind: z
    .enum([...eventKinds, "endpoint.test"])
    .optional()
    .describe("Only deliveries of this kind of event."),
  checkoutId: inputId("chk", "checkout").optional().describe("Only deliveries about this checkout."),
  from: moment.optional().describe("Only events from this time on."),
  to: moment.optional().describe("Only events before this time."),
};

export const listEndpointDeliveriesQuery = cursorQuery(deliveryCursors, deliveryFilters);

/** The operator's log, which goes on after a delivery. */
export const deliveryLogQuery = z.object({ ...deliveryFilters, after: text(200).optional() });

export const endpointCursors = rowCursors("whe");
export const listEndpointsQuery = cursorQuery(endpointCursors, {});

export const rotateSecretBody = z.object({
  overlap: z
    .boolean()
    .default(true)
    .describe("Whether the previous secret signs beside the new one for 24 hours. False ends it at once."),
});

const kindsField = z.array(eventKind).describe("The event kinds that it receives.");

/** A webhook endpoint in the Server API. */
export const endpointResource = z.object({
  id: endpointIdField,
  url: z.string().describe("Where events are sent."),
  kinds: kindsField,
  description: z.string().nullable().describe("Your name for it."),
  createdAt: time,
  failingSince: time.nullable().describe("Since when every attempt has failed; null while it works."),
  disabledAt: time.nullable().describe("Since when it receives nothing; null while it is enabled."),
  disabledReason: z.string().nullable().describe("Why it was disabled; null while it is enabled."),
  secret: z
    .string()
    .nullable()
    .describe("The secret that signs its deliveries. Only in the response to the creation; null otherwise."),
});
export type EndpointResource = z.infer<typeof endpointResource>;

export const rotatedSecret = z.object({
  secret: z.string().describe("The new secret. Only in this response."),
  previousExpiresAt: time
    .nullable()
    .describe("Until when the previous secret signs beside it; null when it ended."),
});

export const sentTest = z.object({
  eventId: eventId.describe("The test event's id."),
  deliveryId: deliveryIdField,
});

/** A delivery of an event to an endpoint. */
export const deliveryResource = z.object({
  id: deliveryIdField,
  endpointId: endpointIdField,
  eventId: eventId.describe("The event's id."),
  kind: z.string().describe("The event's kind, or `endpoint.test`."),
  checkoutId: checkoutId.nullable().describe("The event's checkout; null for a test."),
  status: z
    .enum(deliveryStatuses)
    .describe(
      "PENDING: to be sent. DELIVERED: answered 2xx. FAILED: every attempt failed, or the endpoint was disabled.",
    ),
  attemptCount: count.describe("How often it was sent."),
  nextAttemptAt: time.nullable().describe("When it is sent next; null unless PENDING."),
  lastStatusCode: count.nullable().describe("Status of the last answer; null without one."),
  lastError: z.string().nullable().describe("Why the last attempt had no answer; null if it had one."),
  createdAt: time.describe("The event's time."),
  completedAt: time.nullable().describe("When it was delivered or failed; null before."),
});
export type DeliveryResource = z.infer<typeof deliveryResource>;

/** With what was sent and each answer. */
export const deliveryDetails = deliveryResource.extend({
  url: z.string().describe("Where the endpoint receives now."),
  body: z.string().describe("The exact text of every attempt."),
  requestId: z.string().nullable().describe("Of the API request that caused the event; null without one."),
  attempts: z
    .array(
      z.object({
        number: count.describe("From 1."),
        startedAt: time,
        durationMs: count.describe("In milliseconds."),
        statusCode: count.nullable().describe("Status of the answer; null without one."),
        error: z.string().nullable().describe("Why there was no answer; null with one."),
        responseBody: z.string().nullable().describe("The answer's first 64 KiB; null without one."),
      }),
    )
    .describe("Newest first, the last 100 of the last 30 days."),
});

export const resentDelivery = z.object({
  id: deliveryIdField,
  resent: z.boolean().describe("False if it is being sent at this moment: then it is left alone."),
});

/** An endpoint as its store returns it. */
export type StoredEndpoint = Pick<EndpointResource, "id" | "url" | "description" | "disabledReason"> & {
  kinds: readonly EndpointResource["kinds"][number][];
  createdAt: Date;
  failingSince: Date | null;
  disabledAt: Date | null;
};

type Times = "nextAttemptAt" | "createdAt" | "completedAt";

/** A delivery as its store returns it. */
type StoredDelivery = Omit<DeliveryResource, Times> & {
  nextAttemptAt: Date;
  createdAt: Date;
  completedAt: Date | null;
};

type Attempt = z.infer<typeof deliveryDetails>["attempts"][number];

type StoredDetails = StoredDelivery &
  Pick<z.infer<typeof deliveryDetails>, "url" | "body" | "requestId"> & {
    attempts: readonly (Omit<Attempt, "startedAt"> & { startedAt: Date })[];
  };

export function toEndpointResource(
  { id, url, kinds, description, ...endpoint }: StoredEndpoint,
  secret: string | null = null,
): EndpointResource {
  const at = (time: Date | null) => (time === null ? null : timestamp(time));
  return {
    id,
    url,
    kinds: [...kinds],
    description,
    createdAt: timestamp(endpoint.createdAt),
    failingSince: at(endpoint.failingSince),
    disabledAt: at(endpoint.disabledAt),
    disabledReason: endpoint.disabledReason,
    secret,
  };
}

export function toDeliveryResource(delivery: StoredDelivery): DeliveryResource {
  const { id, endpointId, eventId, kind, checkoutId, status, attemptCount } = delivery;
  const { lastStatusCode, lastError, completedAt } = delivery;
  return {
    id,
    endpointId,
    eventId,
    kind,
    checkoutId,
    status,
    attemptCount,
    nextAttemptAt: status === "PENDING" ? timestamp(delivery.nextAttemptAt) : null,
    lastStatusCode,
    lastError,
    createdAt: timestamp(delivery.createdAt),
    completedAt: completedAt === null ? null : timestamp(completedAt),
  };
}

export function toDeliveryDetails(delivery: StoredDetails): z.infer<typeof deliveryDetails> {
  const { url, body, requestId, attempts } = delivery;
  return {
    ...toDeliveryResource(delivery),
    url,
    body,
    requestId,
    attempts: attempts.map(({ number, startedAt, durationMs, statusCode, error, responseBody }) => ({
      number,
      startedAt: timestamp(startedAt),
      durationMs,
      statusCode,
      error,
      responseBody,
    })),
  };
}
