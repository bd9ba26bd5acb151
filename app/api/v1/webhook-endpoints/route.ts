import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { createEndpoint, type NewEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { listEndpointPage } from "@/lib/webhooks/endpoints/read-endpoints";
import { endpointCursors, toEndpointResource } from "@/lib/webhooks/endpoints/webhook-endpoint.schema";

const show = ({ endpoint, secret }: NewEndpoint) => toEndpointResource(endpoint, secret);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listWebhookEndpoints, async ({ project, query }) => {
    const part = await listEndpointPage(getWebhooks(), project.id, placeIn(query), query.take);
    return cursorPage(part, query.take, endpointCursors, (endpoint) => toEndpointResource(endpoint));
  }),
  POST: withServerKey(operations.createWebhookEndpoint, async (call) => {
    const by = keyAccess(call).as("webhooks.manage");
    return { data: show(await createEndpoint(getWebhooks(), by, call.body, call.keep(show))) };
  }),
});
