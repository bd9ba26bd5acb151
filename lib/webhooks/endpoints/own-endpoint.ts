import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-actor";
import type {
  EndpointTransaction,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "@/lib/webhooks/webhook-endpoint-store.port";

export type OwnEndpointDeps = { clock: Clock; endpoints: WebhookEndpointStore };

type EndpointAct = "created" | "updated" | "disabled" | "enabled" | "deleted" | "secret_rotated" | "tested";

/**
 * The endpoint as it is now, locked until the transaction ends.
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function lockEndpoint(
  tx: EndpointTransaction,
  { projectId }: ProjectActor,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await tx.lock(projectId, endpointId);
  if (endpoint === null) throw endpointNotFound();
  return endpoint;
}

export function endpointNotFound(): CheckoutError {
  return new CheckoutError("WEBHOOK_ENDPOINT_NOT_FOUND", "There is no such webhook endpoint.");
}

export function endpointDisabled(): CheckoutError {
  return new CheckoutError(
    "WEBHOOK_ENDPOINT_DISABLED",
    "The webhook endpoint is disabled, so nothing is sent to it. Enable it first.",
  );
}

export function endpointEntry(
  { projectId, userId }: ProjectActor,
  act: EndpointAct | "failed_replayed",
  target: string,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { projectId, userId, action: `webhook_endpoint.${act}`, target, details, at };
}
