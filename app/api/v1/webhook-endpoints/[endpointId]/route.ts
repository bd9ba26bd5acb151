import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { updateEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { getEndpoint } from "@/lib/webhooks/endpoints/read-endpoints";
import { type StoredEndpoint, toEndpointResource } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";

const show = (endpoint: StoredEndpoint) => toEndpointResource(endpoint);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getWebhookEndpoint, async ({ project, params }) => {
    const { endpoint } = await getEndpoint(getWebhooks(), project.id, params.endpointId ?? "");
    return { data: show(endpoint) };
  }),
  POST: withServerKey(operations.updateWebhookEndpoint, async (call) => {
    const by = keyAccess(call).as("webhooks.manage");
    const id = call.params.endpointId ?? "";
    return { data: show(await updateEndpoint(getWebhooks(), by, id, call.body, call.keep(show))) };
  }),
});
