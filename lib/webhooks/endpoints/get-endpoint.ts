import type { SecretInForce, WebhookEndpoint } from "@/lib/webhooks/webhook-endpoint-store.port";
import { endpointNotFound, type OwnEndpointDeps } from "./own-endpoint";

/**
 * An endpoint with its secrets in force, the newest first, as far as they may be shown.
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function getEndpoint(
  { clock, endpoints }: OwnEndpointDeps,
  projectId: string,
  endpointId: string,
): Promise<{ endpoint: WebhookEndpoint; secrets: readonly SecretInForce[] }> {
  const found = await endpoints.find(projectId, endpointId, clock.now());
  if (found === null) throw endpointNotFound();
  return found;
}
