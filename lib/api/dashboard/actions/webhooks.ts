import "server-only";
import { createEndpoint } from "@/lib/webhooks/endpoints/create-endpoint";
import { deleteEndpoint } from "@/lib/webhooks/endpoints/delete-endpoint";
import { disableEndpoint } from "@/lib/webhooks/endpoints/disable-endpoint";
import { enableEndpoint } from "@/lib/webhooks/endpoints/enable-endpoint";
import { replayDelivery } from "@/lib/webhooks/endpoints/replay-delivery";
import { replayFailed } from "@/lib/webhooks/endpoints/replay-failed";
import { rotateSecret } from "@/lib/webhooks/endpoints/rotate-secret";
import { sendTestEvent } from "@/lib/webhooks/endpoints/send-test-event";
import { updateEndpoint } from "@/lib/webhooks/endpoints/update-endpoint";
import type { webhookActions } from "@/lib/webhooks/webhook-actions.schema";
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
