import type { WebhookEndpoint, WebhookEndpointStore } from "@/lib/webhooks/webhook-endpoint-store.port";

/** The project's endpoints, oldest first. */
export function listEndpoints(
  { endpoints }: { endpoints: Pick<WebhookEndpointStore, "list"> },
  projectId: string,
): Promise<WebhookEndpoint[]> {
  return endpoints.list(projectId);
}
