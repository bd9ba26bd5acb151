import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Clock } from "@/lib/platform/clock";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type {
  DeliveryDetails,
  DeliveryView,
  WebhookDeliveryLog,
} from "@/lib/webhooks/webhook-delivery-log.port";
import type { DeliveryFilter } from "@/lib/webhooks/webhook-schedule.rules";
import type { ListDeliveriesQuery } from "./webhook-endpoint.schema";
import type {
  EndpointTransaction,
  SecretInForce,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "./webhook-endpoint-store.port";

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

function endpointNotFound(): CheckoutError {
  return new CheckoutError("WEBHOOK_ENDPOINT_NOT_FOUND", "Webhook endpoint not found.");
}

export function endpointDisabled(): CheckoutError {
  return new CheckoutError(
    "WEBHOOK_ENDPOINT_DISABLED",
    "This webhook endpoint is disabled. Enable it first.",
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

/** The project's endpoints, oldest first. */
export function listEndpoints(
  { endpoints }: { endpoints: Pick<WebhookEndpointStore, "list"> },
  projectId: string,
): Promise<WebhookEndpoint[]> {
  return endpoints.list(projectId);
}

/**
 * A delivery with what was sent and each answer; also one of an endpoint that was deleted.
 * @throws CheckoutError WEBHOOK_DELIVERY_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function getDelivery(
  { deliveryLog }: { deliveryLog: Pick<WebhookDeliveryLog, "find"> },
  projectId: string,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const found = await deliveryLog.find(projectId, deliveryId);
  if (found === null) throw deliveryNotFound();
  return found;
}

export function deliveryNotFound(): CheckoutError {
  return new CheckoutError("WEBHOOK_DELIVERY_NOT_FOUND", "Webhook delivery not found.");
}

/**
 * What was and is to be sent to an endpoint, newest first.
 *
 * @returns a page, and the id after which the next one begins: null at the end. What is rare is looked for among a
 *   bounded number, so a page may be short and still have a next one
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOK_DELIVERY_NOT_FOUND when `after` is none of the project's
 */
export async function listDeliveries(
  deps: OwnEndpointDeps & { deliveryLog: Pick<WebhookDeliveryLog, "list" | "position"> },
  projectId: string,
  endpointId: string,
  { after, take, ...filter }: ListDeliveriesQuery,
): Promise<{ deliveries: readonly DeliveryView[]; next: string | null }> {
  await getEndpoint(deps, projectId, endpointId);
  const place = after === undefined ? null : await deps.deliveryLog.position(endpointId, after);
  if (after !== undefined && place === null) throw deliveryNotFound();
  const { items, next } = await deps.deliveryLog.list(endpointId, filter, { after: place, take });
  return { deliveries: items, next: next === null ? null : next.id };
}

const perPage = 25;

/**
 * A part of what was and is to be sent to an endpoint, newest first; read forwards only. What is rare is looked for among
 * a bounded number, so a part may be short, or empty, and still go on.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function listEndpointDeliveries(
  deps: OwnEndpointDeps & { deliveryLog: Pick<WebhookDeliveryLog, "list"> },
  projectId: string,
  endpointId: string,
  { status }: DeliveryFilter,
  place: ListPlace,
): Promise<ListPart<DeliveryView>> {
  await getEndpoint(deps, projectId, endpointId);
  const after = place.kind === "after" ? place.cursor : null;
  const filter = status === null ? {} : { status };
  const { items, next } = await deps.deliveryLog.list(endpointId, filter, { after, take: perPage });
  return {
    items,
    newer: after === null ? null : { kind: "first" },
    older: next === null ? null : { kind: "after", cursor: next },
  };
}
