import type { ProjectActor } from "@/lib/projects/project-actor";
import type { WebhookEndpoint } from "@/lib/webhooks/webhook-endpoint-store.port";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

/**
 * Sends to an endpoint again what happens from now on. What happened while it was disabled is not sent by itself: see
 * `replayFailed`, which reads here since when that was.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export function enableEndpoint(
  deps: OwnEndpointDeps,
  by: ProjectActor,
  endpointId: string,
): Promise<WebhookEndpoint> {
  return deps.endpoints.transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    if (before.disabledAt === null) return before;
    const after = { ...before, failingSince: null, disabledAt: null, disabledReason: null };
    await tx.save(after);
    const details = { disabledSince: before.disabledAt.toISOString(), reason: before.disabledReason };
    await tx.audit(endpointEntry(by, "enabled", endpointId, details, deps.clock.now()));
    return after;
  });
}
