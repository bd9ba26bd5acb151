import "server-only";
import type { webhookActions } from "@/lib/schemas/dashboard/webhooks";
import { createEndpoint } from "@/lib/services/webhooks/create-endpoint";
import { deleteEndpoint } from "@/lib/services/webhooks/delete-endpoint";
import { disableEndpoint } from "@/lib/services/webhooks/disable-endpoint";
import { enableEndpoint } from "@/lib/services/webhooks/enable-endpoint";
import { replayDelivery } from "@/lib/services/webhooks/replay-delivery";
import { replayFailed } from "@/lib/services/webhooks/replay-failed";
import { rotateSecret } from "@/lib/services/webhooks/rotate-secret";
import { sendTestEvent } from "@/lib/services/webhooks/send-test-event";
import { updateEndpoint } from "@/lib/services/webhooks/update-endpoint";
import type { ProjectHandlers } from "./handler";

export const webhookHandlers: ProjectHandlers<typeof webhookActions> = {
  createEndpoint: async ({ deps, access, input }) => {
    const { endpoint, secret } = await createEndpoint(deps, access.actor, input);
    return { endpointId: endpoint.id, secret };
  },
  updateEndpoint: async ({ deps, access, input: { endpointId, ...changes } }) => {
    await updateEndpoint(deps, access.actor, endpointId, changes);
    return {};
  },
  rotateEndpointSecret: async ({ deps, access, input: { endpointId, overlap } }) => {
    const { secret } = await rotateSecret(deps, access.actor, endpointId, { overlap });
    return { secret };
  },
  enableEndpoint: async ({ deps, access, input }) => {
    await enableEndpoint(deps, access.actor, input.endpointId);
    return {};
  },
  disableEndpoint: async ({ deps, access, input }) => {
    await disableEndpoint(deps, access.actor, input.endpointId);
    return {};
  },
  deleteEndpoint: async ({ deps, access, input }) => {
    await deleteEndpoint(deps, access.actor, input.endpointId);
    return {};
  },
  testEndpoint: async ({ deps, access, input, wake }) => {
    const { deliveryId } = await sendTestEvent(deps, access.actor, input.endpointId);
    wake.deliveries(1);
    return { deliveryId };
  },
  replayDelivery: async ({ deps, access, input, wake }) => {
    const { replayed } = await replayDelivery(deps, access.actor, input.deliveryId);
    wake.deliveries(replayed);
    return { replayed };
  },
  replayFailed: async ({ deps, access, input: { endpointId, ...range }, wake }) => {
    const result = await replayFailed(deps, access.actor, endpointId, range);
    wake.deliveries(result.replayed + result.missed);
    return result;
  },
};
