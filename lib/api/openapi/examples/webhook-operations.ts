import { eventTexts } from "@/lib/api/openapi/webhooks";
import { timestamp } from "@/lib/platform/primitives.schema";
import {
  toDeliveryDetails,
  toDeliveryResource,
  toEndpointResource,
} from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { delivery, ids, later, webhookEndpoint, webhookSecret } from "./facts";

const disabled = toEndpointResource({
  ...webhookEndpoint,
  disabledAt: later(3_600),
  disabledReason: "Disabled by hand.",
});
const paid = JSON.parse(eventTexts["checkout.paid"]);

/** Examples of events and webhook endpoints. */
export const webhookExamples = {
  listEvents: {
    query: { kind: "checkout.paid", from: "2026-03-14" },
    data: { one: { summary: "One event", value: [paid] } },
  },
  getEvent: { data: { paid: { summary: "Paid", value: paid } } },
  createWebhookEndpoint: {
    bodies: {
      kinds: {
        summary: "For two kinds of events",
        value: {
          url: webhookEndpoint.url,
          kinds: webhookEndpoint.kinds,
          description: webhookEndpoint.description,
        },
      },
      usual: { summary: "For the kinds that a shop needs", value: { url: webhookEndpoint.url } },
    },
    data: {
      created: { summary: "With its secret", value: toEndpointResource(webhookEndpoint, webhookSecret) },
    },
  },
  listWebhookEndpoints: {
    data: { one: { summary: "One endpoint", value: [toEndpointResource(webhookEndpoint)] } },
  },
  getWebhookEndpoint: { data: { one: { summary: "At work", value: toEndpointResource(webhookEndpoint) } } },
  updateWebhookEndpoint: {
    bodies: { kinds: { summary: "Other kinds", value: { kinds: ["checkout.paid"] } } },
    data: {
      changed: {
        summary: "Changed",
        value: toEndpointResource({ ...webhookEndpoint, kinds: ["checkout.paid"] }),
      },
    },
  },
  disableWebhookEndpoint: { data: { disabled: { summary: "Disabled", value: disabled } } },
  enableWebhookEndpoint: {
    data: { enabled: { summary: "Enabled", value: toEndpointResource(webhookEndpoint) } },
  },
  rotateWebhookSecret: {
    bodies: {
      leaked: { summary: "The previous secret ends at once", value: { overlap: false } },
      usual: { summary: "It signs for 24 more hours", value: {} },
    },
    data: {
      rotated: {
        summary: "With an overlap",
        value: { secret: webhookSecret, previousExpiresAt: timestamp(later(86_400)) },
      },
    },
  },
  testWebhookEndpoint: {
    data: { sent: { summary: "To be sent", value: { eventId: ids.event, deliveryId: ids.delivery } } },
  },
  listWebhookDeliveries: {
    query: { status: "DELIVERED" },
    data: { one: { summary: "One delivery", value: [toDeliveryResource(delivery)] } },
  },
  getWebhookDelivery: {
    data: {
      delivered: {
        summary: "Delivered",
        value: toDeliveryDetails({
          ...delivery,
          url: webhookEndpoint.url,
          body: eventTexts["checkout.paid"],
          requestId: null,
          attempts: [
            {
              number: 1,
              startedAt: later(95),
              durationMs: 84,
              statusCode: 200,
              error: null,
              responseBody: "ok",
            },
          ],
        }),
      },
    },
  },
  resendWebhookDelivery: {
    data: { resent: { summary: "To be sent again", value: { id: ids.delivery, resent: true } } },
  },
} as const;
