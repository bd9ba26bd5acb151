import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { listEndpointDeliveries } from "@/lib/webhooks/endpoints/read-endpoints";
import { toDeliveryResource } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { deliveryCursors } from "@/lib/webhooks/webhook-schedule.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listWebhookDeliveries, async ({ project, params, query }) => {
    const { take, after, before, ...filter } = query;
    const id = params.endpointId ?? "";
    const place = placeIn({ after, before });
    const part = await listEndpointDeliveries(getWebhooks(), project.id, id, filter, place, take);
    return cursorPage(part, take, deliveryCursors, toDeliveryResource);
  }),
});
