import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { inputId } from "@/lib/platform/primitives.schema";
import { createWebhookEndpointBody, replayRange, updateWebhookEndpointBody } from "./webhook-endpoint.schema";

const endpointId = inputId("whe", "webhook endpoint");
const deliveryId = inputId("whd", "webhook delivery");
const permission = "webhooks.manage";
const one = z.object({ endpointId });
const nothing = z.object({});

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
