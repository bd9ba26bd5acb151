import type { ProjectActor } from "@/lib/projects/project-actor";
import { failWaiting } from "./fail-waiting";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

/**
 * Removes an endpoint for good: it receives nothing more and is listed no more. What was sent to it stays on record.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function deleteEndpoint(
  deps: OwnEndpointDeps,
  by: ProjectActor,
  endpointId: string,
): Promise<void> {
  const now = deps.clock.now();
  await deps.endpoints.transaction(async (tx) => {
    const { url } = await lockEndpoint(tx, by, endpointId);
    await tx.remove(endpointId, "Deleted.", now);
    await tx.audit(endpointEntry(by, "deleted", endpointId, { url }, now));
  });
  await failWaiting(deps, endpointId, now);
}
