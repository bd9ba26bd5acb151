import { z } from "zod";
import { nothing, type ProjectAction } from "@/lib/accounts/account.schema";
import { inputId, moment, text } from "@/lib/platform/primitives.schema";
import { deliveryStatuses } from "@/lib/webhooks/delivery.rules";
import { defaultEventKinds, eventKinds } from "@/lib/webhooks/events.rules";

const maxUrlLength = 2_048;
const maxDescriptionLength = 200;
/** Characters that move a terminal's cursor, or change the direction of a line. */
const control = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const url = text(maxUrlLength).describe(
  "https on port 443 or 8443 under a public name; in the demo also http://127.0.0.1 or localhost on any port.",
);
const kinds = z
  .array(z.enum(eventKinds))
  .min(1, "must have at least one kind")
  .refine((given) => new Set(given).size === given.length, "has a kind twice")
  .describe("The event kinds that the endpoint receives.");
const description = text(maxDescriptionLength)
  .refine((value) => !control.test(value), "must have no control characters")
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
  .refine(({ from, to }) => from < to, { error: "must be after from", path: ["to"] });
export type ReplayRange = z.output<typeof replayRange>;

export const listDeliveriesQuery = z.object({
  status: z.enum(deliveryStatuses).optional(),
  kind: z.enum([...eventKinds, "endpoint.test"]).optional(),
  checkoutId: text(200).optional(),
  from: moment.optional().describe("Events from this time on."),
  to: moment.optional().describe("Events before this time."),
  after: text(200).optional().describe("The `next` of the previous page."),
  take: z.int().min(1).max(100).default(20).describe("Page size, 1 to 100."),
});
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>;

const endpointId = inputId("whe", "webhook endpoint");
const deliveryId = inputId("whd", "webhook delivery");
const permission = "webhooks.manage";
const one = z.object({ endpointId });

/** Actions on webhook endpoints and deliveries. */
export const webhookActions = {
  createEndpoint: {
    permission,
    fresh: true,
    input: createWebhookEndpointBody,
    output: z.object({ endpointId, secret: z.string() }),
  },
  updateEndpoint: {
    permission,
    fresh: true,
    input: updateWebhookEndpointBody.extend({ endpointId }),
    output: nothing,
  },
  /** The holder of a secret can forge events to the shop. */
  rotateEndpointSecret: {
    permission,
    fresh: true,
    input: one.extend({ overlap: z.boolean() }),
    output: z.object({ secret: z.string() }),
  },
  enableEndpoint: { permission, fresh: true, input: one, output: nothing },
  disableEndpoint: { permission, fresh: true, input: one, output: nothing },
  deleteEndpoint: { permission, fresh: true, input: one, output: nothing },
  testEndpoint: { permission, fresh: false, input: one, output: z.object({ deliveryId }) },
  replayDelivery: {
    permission,
    fresh: false,
    input: z.object({ deliveryId }),
    output: z.object({ replayed: z.number() }),
  },
  replayFailed: {
    permission,
    fresh: false,
    input: one.and(replayRange),
    output: z.object({ replayed: z.number(), missed: z.number(), complete: z.boolean() }),
  },
} as const satisfies Record<string, ProjectAction>;
