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
  updateEndpoint: async ({ access, input: { endpointId, ...changes } }) => {
    await updateEndpoint(getWebhooks(), access.as("webhooks.manage"), endpointId, changes);
    return {};
  },
  rotateEndpointSecret: async ({ access, input: { endpointId, overlap } }) => {
    const by = access.as("webhooks.manage");
    const { secret } = await rotateSecret(getWebhooks(), by, endpointId, { overlap });
    return { secret };
  },
  enableEndpoint: async ({ access, input }) => {
    await enableEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  disableEndpoint: async ({ access, input }) => {
    await disableEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  deleteEndpoint: async ({ access, input }) => {
    await deleteEndpoint(getWebhooks(), access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  testEndpoint: async ({ access, input, wake }) => {
    const { deliveryId } = await sendTestEvent(getWebhooks(), access.as("webhooks.manage"), input.endpointId);
    wake.deliveries(1);
    return { deliveryId };
  },
  replayDelivery: async ({ access, input, wake }) => {
    const { replayed } = await replayDelivery(getWebhooks(), access.as("webhooks.manage"), input.deliveryId);
    wake.deliveries(replayed);
    return { replayed };
  },
  replayFailed: async ({ access, input: { endpointId, ...range }, wake }) => {
    const result = await replayFailed(getWebhooks(), access.as("webhooks.manage"), endpointId, range);
    wake.deliveries(result.replayed + result.missed);
    return result;
  },
};
