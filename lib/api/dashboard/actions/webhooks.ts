import "server-only";
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
  createEndpoint: async ({ deps, access, input }) => {
    const { endpoint, secret } = await createEndpoint(deps, access.as("webhooks.manage"), input);
    return { endpointId: endpoint.id, secret };
  },
  updateEndpoint: async ({ deps, access, input: { endpointId, ...changes } }) => {
    await updateEndpoint(deps, access.as("webhooks.manage"), endpointId, changes);
    return {};
  },
  rotateEndpointSecret: async ({ deps, access, input: { endpointId, overlap } }) => {
    const { secret } = await rotateSecret(deps, access.as("webhooks.manage"), endpointId, { overlap });
    return { secret };
  },
  enableEndpoint: async ({ deps, access, input }) => {
    await enableEndpoint(deps, access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  disableEndpoint: async ({ deps, access, input }) => {
    await disableEndpoint(deps, access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  deleteEndpoint: async ({ deps, access, input }) => {
    await deleteEndpoint(deps, access.as("webhooks.manage"), input.endpointId);
    return {};
  },
  testEndpoint: async ({ deps, access, input, wake }) => {
    const { deliveryId } = await sendTestEvent(deps, access.as("webhooks.manage"), input.endpointId);
    wake.deliveries(1);
    return { deliveryId };
  },
  replayDelivery: async ({ deps, access, input, wake }) => {
    const { replayed } = await replayDelivery(deps, access.as("webhooks.manage"), input.deliveryId);
    wake.deliveries(replayed);
    return { replayed };
  },
  replayFailed: async ({ deps, access, input: { endpointId, ...range }, wake }) => {
    const result = await replayFailed(deps, access.as("webhooks.manage"), endpointId, range);
    wake.deliveries(result.replayed + result.missed);
    return result;
  },
};
