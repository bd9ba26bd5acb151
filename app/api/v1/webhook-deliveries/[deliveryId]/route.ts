import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { getDelivery } from "@/lib/webhooks/endpoints/read-endpoints";
import { toDeliveryDetails } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getWebhookDelivery, async ({ project, params }) => ({
    data: toDeliveryDetails(await getDelivery(getWebhooks(), project.id, params.deliveryId ?? "")),
  })),
});
