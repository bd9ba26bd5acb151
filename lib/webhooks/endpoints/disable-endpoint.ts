import type { ProjectActor } from "@/lib/projects/project-actor";
import { disabledByHand, type WebhookEndpoint } from "@/lib/webhooks/webhook-endpoint-store.port";
import { failWaiting } from "./fail-waiting";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

/**
 * Sends nothing more to an endpoint, until it is enabled: what waits for it fails, and can be replayed afterwards. One
 * that is disabled already stays so for the reason it has.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function disableEndpoint(
  deps: OwnEndpointDeps,
  by: ProjectActor,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const now = deps.clock.now();
  const disabled = await deps.endpoints.transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    if (before.disabledAt !== null) return before;
    const after = { ...before, disabledAt: now, disabledReason: disabledByHand };
    await tx.save(after);
    await tx.audit(endpointEntry(by, "disabled", endpointId, null, now));
    return after;
  });
  await failWaiting(deps, endpointId, now);
  return disabled;
}
