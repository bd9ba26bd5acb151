import "server-only";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import type { webhookActions } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { replayDelivery, replayFailed } from "@/lib/webhooks/replay-deliveries";
import type { ProjectHandlers } from "./handler";

export const webhookHandlers: ProjectHandlers<typeof webhookActions> = {
  replayDelivery: async ({ access, input }) => {
    const { replayed } = await replayDelivery(getWebhooks(), access.as("webhooks.manage"), input.deliveryId);
    return { replayed };
  },
  replayFailed: async ({ access, input: { endpointId, ...range } }) => {
    const result = await replayFailed(getWebhooks(), access.as("webhooks.manage"), endpointId, range);
    return result;
  },
};
