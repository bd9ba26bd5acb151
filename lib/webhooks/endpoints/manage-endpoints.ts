import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import { failWaiting } from "@/lib/webhooks/replay-deliveries";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-sender.port";
import { endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./read-endpoints";
import type { CreateWebhookEndpointBody, UpdateWebhookEndpointBody } from "./webhook-endpoint.schema";
import { disabledByHand, type WebhookEndpoint } from "./webhook-endpoint-store.port";

/** @throws CheckoutError VALIDATION_ERROR for an address that the service does not send to, saying why */
async function requireSendable(
  { checkWebhookUrl }: { checkWebhookUrl: CheckWebhookUrl },
  url: string,
): Promise<void> {
  const reason = await checkWebhookUrl(url);
  if (reason === null) return;
  const message = `url: ${reason}`;
  throw new CheckoutError("VALIDATION_ERROR", message, {
    param: "url",
    details: [{ param: "url", message: reason }],
  });
}

const maxEndpoints = 16;

export type CreateEndpointDeps = OwnEndpointDeps & {
  newId: NewId;
  checkWebhookUrl: CheckWebhookUrl;
  newWebhookSecret: () => string;
};

/**
 * Makes an endpoint, which receives what happens from now on. Its secret is told this once.
 *
 * @throws CheckoutError VALIDATION_ERROR for an address that is not sent to, WEBHOOK_ENDPOINT_LIMIT, PROJECT_NOT_FOUND
 */
export async function createEndpoint(
  deps: CreateEndpointDeps,
  by: ProjectActor,
  { url, kinds, description }: CreateWebhookEndpointBody,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await requireSendable(deps, url);
  const secret = deps.newWebhookSecret();
  return deps.endpoints.transaction(async (tx) => {
    const count = await tx.lockProject(by.projectId);
    if (count === null) throw new CheckoutError("PROJECT_NOT_FOUND", "Project not found.");
    if (count >= maxEndpoints) {
      throw new CheckoutError(
        "WEBHOOK_ENDPOINT_LIMIT",
        `A project can have at most ${maxEndpoints} webhook endpoints. Delete one first.`,
      );
    }
    const now = deps.clock.now();
    const created = {
      id: deps.newId("whe"),
      projectId: by.projectId,
      url,
      kinds,
      description,
      createdAt: now,
    };
    await tx.insert(created, secret);
    await tx.audit(endpointEntry(by, "created", created.id, { url, kinds: kinds.join(" ") }, now));
    return {
      endpoint: { ...created, failingSince: null, disabledAt: null, disabledReason: null },
      secret,
    };
  });
}

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
