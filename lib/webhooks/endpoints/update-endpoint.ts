import type { ProjectActor } from "@/lib/projects/project-actor";
import type { UpdateWebhookEndpointBody } from "@/lib/webhooks/webhook-endpoint.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/webhook-endpoint-store.port";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-url.port";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";
import { requireSendable } from "./require-sendable";

/**
 * Changes where an endpoint is, what it receives from now on, or what it is called. What waits for it goes to the new
 * address; how long the old one failed says nothing of it.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, VALIDATION_ERROR for an address that is not sent to
 */
export async function updateEndpoint(
  deps: OwnEndpointDeps & { checkWebhookUrl: CheckWebhookUrl },
  by: ProjectActor,
  endpointId: string,
  { url, kinds, description }: UpdateWebhookEndpointBody,
): Promise<WebhookEndpoint> {
  if (url !== undefined) await requireSendable(deps, url);
  return deps.endpoints.transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    const after = {
      ...before,
      url: url ?? before.url,
      kinds: kinds ?? before.kinds,
      description: description === undefined ? before.description : description,
    };
    if (after.url !== before.url) after.failingSince = null;
    await tx.save(after);
    const details = { url: after.url, kinds: after.kinds.join(" "), description: after.description };
    await tx.audit(endpointEntry(by, "updated", endpointId, details, deps.clock.now()));
    return after;
  });
}
