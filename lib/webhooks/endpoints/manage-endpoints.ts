import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError, fieldError } from "@/lib/platform/values/errors.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import { failWaiting } from "@/lib/webhooks/replay-deliveries";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import { endpointEntry, lockEndpoint, type WebhookParts } from "./read-endpoints";
import type { CreateWebhookEndpointBody, UpdateWebhookEndpointBody } from "./webhook-endpoint.schema";
import type { WebhookEndpoint } from "./webhook-endpoint.store";

/** @throws CheckoutError VALIDATION_ERROR with the reason, for a URL to which the service does not send */
async function requireSendable({ checkWebhookUrl }: WebhookParts, url: string): Promise<void> {
  const reason = await checkWebhookUrl(url);
  if (reason !== null) throw fieldError("url", reason);
}

const maxEndpoints = 16;

/** With its secret, which is shown only now. */
export type NewEndpoint = { endpoint: WebhookEndpoint; secret: string };

/**
 * Creates an endpoint, which receives events from now on. Its secret is shown only this once.
 *
 * @throws CheckoutError VALIDATION_ERROR for a URL that is not allowed, WEBHOOK_ENDPOINT_LIMIT, PROJECT_NOT_FOUND
 */
export async function createEndpoint(
  deps: WebhookParts,
  by: ProjectActor,
  { url, kinds, description }: CreateWebhookEndpointBody,
  keep: Keep<NewEndpoint> = null,
): Promise<NewEndpoint> {
  await requireSendable(deps, url);
  const secret = deps.newWebhookSecret();
  return deps.endpoints.transaction(async (tx) => {
    const count = await tx.lockProject(by.projectId);
    if (count === null) throw new CheckoutError("PROJECT_NOT_FOUND", fault("projects.notFound"));
    if (count >= maxEndpoints) {
      throw new CheckoutError(
        "WEBHOOK_ENDPOINT_LIMIT",
        fault("webhooks.mostEndpoints", { most: maxEndpoints }),
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
    const endpoint = { ...created, failingSince: null, disabledAt: null, disabledReason: null };
    if (keep !== null) await tx.complete(keep({ endpoint, secret }));
    return { endpoint, secret };
  });
}

/**
 * Changes an endpoint's URL, kinds or name. Waiting deliveries go to the new URL, and a new URL resets the failure
 * timer.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, VALIDATION_ERROR for a URL that is not allowed
 */
export async function updateEndpoint(
  deps: WebhookParts,
  by: ProjectActor,
  endpointId: string,
  { url, kinds, description }: UpdateWebhookEndpointBody,
  keep: Keep<WebhookEndpoint> = null,
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
    if (keep !== null) await tx.complete(keep(after));
    return after;
  });
}

/**
 * Deletes an endpoint: it receives nothing more and is no longer listed. Its deliveries stay on record.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function deleteEndpoint(
  deps: WebhookParts,
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
 * Disables an endpoint until it is enabled again: its waiting deliveries fail and can be replayed later. One that is
 * already disabled keeps its reason.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function disableEndpoint(
  deps: WebhookParts,
  by: ProjectActor,
  endpointId: string,
  keep: Keep<WebhookEndpoint> = null,
): Promise<WebhookEndpoint> {
  const now = deps.clock.now();
  const disabled = await deps.endpoints.transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    const wasEnabled = before.disabledAt === null;
    const after = wasEnabled ? { ...before, disabledAt: now, disabledReason: disabledByHand } : before;
    if (wasEnabled) {
      await tx.save(after);
      await tx.audit(endpointEntry(by, "disabled", endpointId, null, now));
    }
    if (keep !== null) await tx.complete(keep(after));
    return after;
  });
  await failWaiting(deps, endpointId, now);
  return disabled;
}

/**
 * Enables an endpoint for events from now on. Events of the time when it was disabled are not sent automatically: see
 * `replayFailed`, which uses the audit entry written here.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export function enableEndpoint(
  deps: WebhookParts,
  by: ProjectActor,
  endpointId: string,
  keep: Keep<WebhookEndpoint> = null,
): Promise<WebhookEndpoint> {
  return deps.endpoints.transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    const { disabledAt, disabledReason: reason } = before;
    const after =
      disabledAt === null
        ? before
        : { ...before, failingSince: null, disabledAt: null, disabledReason: null };
    if (disabledAt !== null) {
      await tx.save(after);
      const details = { disabledSince: disabledAt.toISOString(), reason };
      await tx.audit(endpointEntry(by, "enabled", endpointId, details, deps.clock.now()));
    }
    if (keep !== null) await tx.complete(keep(after));
    return after;
  });
}

/** The new secret, and until when the previous one signs beside it; null when it ended. */
export type RotatedSecret = { secret: string; overlapUntil: Date | null };

/** How long the previous secret signs beside the new one (spec D11). */
const overlapMs = dayMs;

/**
 * Replaces an endpoint's secret; the new one is shown only this once. The previous secret signs beside it for a day, so
 * that the receiver can change over; `overlap: false` ends it at once, for a leaked secret. At most two are in force: a
 * rotation within that day ends the oldest.
 *
 * @returns the secret, and until when the previous one signs; null when it ended
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export function rotateSecret(
  deps: WebhookParts & { newWebhookSecret: () => string },
  by: ProjectActor,
  endpointId: string,
  { overlap }: { overlap: boolean },
  keep: Keep<RotatedSecret> = null,
): Promise<RotatedSecret> {
  const secret = deps.newWebhookSecret();
  return deps.endpoints.transaction(async (tx) => {
    await lockEndpoint(tx, by, endpointId);
    const now = deps.clock.now();
    const overlapUntil = overlap ? new Date(now.getTime() + overlapMs) : null;
    await tx.replaceSecret(endpointId, secret, now, overlapUntil);
    await tx.audit(endpointEntry(by, "secret_rotated", endpointId, { overlap }, now));
    if (keep !== null) await tx.complete(keep({ secret, overlapUntil }));
    return { secret, overlapUntil };
  });
}
