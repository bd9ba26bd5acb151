import { dayMs } from "@/lib/platform/durations.rules";
import type { ProjectActor } from "@/lib/projects/project-actor";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

/** How long the secret before signs beside the new one (decisions §11). */
const overlapMs = dayMs;

/**
 * Gives an endpoint a new secret, which is told this once. The one before signs beside it for a day, so that the receiver
 * can change over in between; `overlap: false` ends it at once, for one that others may know. Never more than two are in
 * force: a rotation within that day ends the oldest.
 *
 * @returns the secret, and till when the one before signs; null when it ended
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export function rotateSecret(
  deps: OwnEndpointDeps & { newWebhookSecret: () => string },
  by: ProjectActor,
  endpointId: string,
  { overlap }: { overlap: boolean },
): Promise<{ secret: string; overlapUntil: Date | null }> {
  const secret = deps.newWebhookSecret();
  return deps.endpoints.transaction(async (tx) => {
    await lockEndpoint(tx, by, endpointId);
    const now = deps.clock.now();
    const overlapUntil = overlap ? new Date(now.getTime() + overlapMs) : null;
    await tx.replaceSecret(endpointId, secret, now, overlapUntil);
    await tx.audit(endpointEntry(by, "secret_rotated", endpointId, { overlap }, now));
    return { secret, overlapUntil };
  });
}
