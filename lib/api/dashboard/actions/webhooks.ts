import "server-only";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "@/lib/webhooks/endpoints/manage-endpoints";
import type { webhookActions } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { replayDelivery, replayFailed, sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import type { ProjectHandlers } from "./handler";

export const webhookHandlers: ProjectHandlers<typeof webhookActions> = {
  createEndpoint: async ({ access, input }) => {
    const { endpoint, secret } = await createEndpoint(getWebhooks(), access.as("webhooks.manage"), input);
    return { endpointId: endpoint.id, secret };
  },
  updateEndpoint: ({ access, input: { endpointId, ...changes } }) =>
    updateEndpoint(getWebhooks(), access.as("webhooks.manage"), endpointId, changes),
  rotateEndpointSecret: async ({ access, input: { endpointId, overlap } }) => {
    const by = access.as("webhooks.manage");
    const { secret } = await rotateSecret(getWebhooks(), by, endpointId, { overlap });
    return { secret };
  },
  enableEndpoint: ({ access, input }) =>
    enableEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId),
  disableEndpoint: ({ access, input }) =>
    disableEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId),
  deleteEndpoint: ({ access, input }) =>
    deleteEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId),
  testEndpoint: async ({ access, input }) => {
    const { deliveryId } = await sendTestEvent(getWebhooks(), access.as("webhooks.manage"), input.endpointId);
    return { deliveryId };
  },
  replayDelivery: async ({ access, input }) => {
    const { replayed } = await replayDelivery(getWebhooks(), access.as("webhooks.manage"), input.deliveryId);
    return { replayed };
  },
  replayFailed: async ({ access, input: { endpointId, ...range } }) => {
    const result = await replayFailed(getWebhooks(), access.as("webhooks.manage"), endpointId, range);
    return result;
  },
};
