import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { NewId } from "@/lib/platform/ids";
import {
  type ListCursor,
  type ListPart,
  type ListPlace,
  toListPart,
} from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import type {
  CheckWebhookUrl,
  DeliveryDetails,
  DeliveryFilter,
  DeliveryView,
  WebhookDeliveryLog,
} from "@/lib/webhooks/webhook-store.port";
import type {
  EndpointTransaction,
  SecretInForce,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "./webhook-endpoint.store";

/** What endpoints are managed with, and their deliveries looked up. */
export type WebhookParts = {
  clock: Clock;
  newId: NewId;
  endpoints: WebhookEndpointStore;
  deliveryLog: WebhookDeliveryLog;
  checkWebhookUrl: CheckWebhookUrl;
  newWebhookSecret: () => string;
};

type EndpointAct = "created" | "updated" | "disabled" | "enabled" | "deleted" | "secret_rotated" | "tested";

/**
 * The endpoint, locked until the transaction ends.
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND for an unknown id or another project's
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
  return new CheckoutError("WEBHOOK_ENDPOINT_NOT_FOUND", fault("webhooks.endpointNotFound"));
}

export function endpointDisabled(): CheckoutError {
  return new CheckoutError("WEBHOOK_ENDPOINT_DISABLED", fault("webhooks.endpointDisabled"));
}

export function endpointEntry(
  { projectId, userId, keyId }: ProjectActor,
  act: EndpointAct | "failed_replayed",
  target: string,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { projectId, userId, keyId, action: `webhook_endpoint.${act}`, target, details, at };
}

/**
 * An endpoint with the displayable part of its secrets in force, newest first.
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND for an unknown id or another project's
 */
export async function getEndpoint(
  { clock, endpoints }: WebhookParts,
  projectId: string,
  endpointId: string,
): Promise<{ endpoint: WebhookEndpoint; secrets: readonly SecretInForce[] }> {
  const found = await endpoints.find(projectId, endpointId, clock.now());
  if (found === null) throw endpointNotFound();
  return found;
}

/** A page of the project's endpoints, newest first. They are few. */
export async function listEndpointPage(
  deps: WebhookParts,
  projectId: string,
  place: ListPlace,
  take: number,
): Promise<ListPart<WebhookEndpoint>> {
  const oldestFirst = await deps.endpoints.list(projectId);
  const keyOf = ({ createdAt, id }: ListCursor) => `${createdAt.toISOString()} ${id}`;
  const rows =
    place.kind === "before"
      ? oldestFirst.filter((endpoint) => keyOf(endpoint) > keyOf(place.cursor))
      : oldestFirst
          .toReversed()
          .filter((endpoint) => place.kind === "first" || keyOf(endpoint) < keyOf(place.cursor));
  return toListPart(rows.slice(0, take + 1), place, take);
}

/** The project's endpoints, oldest first. */
export function listEndpoints({ endpoints }: WebhookParts, projectId: string): Promise<WebhookEndpoint[]> {
  return endpoints.list(projectId);
}

/**
 * A delivery with its body and each answer, also of a deleted endpoint.
 * @throws CheckoutError WEBHOOK_DELIVERY_NOT_FOUND for an unknown id or another project's
 */
export async function getDelivery(
  { deliveryLog }: WebhookParts,
  projectId: string,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const found = await deliveryLog.find(projectId, deliveryId);
  if (found === null) throw deliveryNotFound();
  return found;
}

export function deliveryNotFound(): CheckoutError {
  return new CheckoutError("WEBHOOK_DELIVERY_NOT_FOUND", fault("webhooks.deliveryNotFound"));
}

/**
 * An endpoint's deliveries, sent or waiting, newest first.
 *
 * @returns a page, and the id after which the next one begins: null at the end. A filter searches a bounded number of
 * rows, so a page may be short and still have a next one
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND; WEBHOOK_DELIVERY_NOT_FOUND when `after` is not one of the project's
 */
export async function listDeliveries(
  deps: WebhookParts,
  projectId: string,
  endpointId: string,
  { after, take, ...filter }: DeliveryFilter & { after?: string | undefined; take: number },
): Promise<{ deliveries: readonly DeliveryView[]; next: string | null }> {
  await getEndpoint(deps, projectId, endpointId);
  const place = after === undefined ? null : await deps.deliveryLog.position(endpointId, after);
  if (after !== undefined && place === null) throw deliveryNotFound();
  const from: ListPlace = place === null ? { kind: "first" } : { kind: "after", cursor: place };
  const { items, older } = await deps.deliveryLog.page(endpointId, filter, from, take);
  return { deliveries: items, next: older === null || older.kind === "first" ? null : older.cursor.id };
}

const perPage = 25;

/**
 * A page of an endpoint's deliveries, newest first. A filter searches a bounded number of rows, so a page may be short or
 * empty although more follow.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function listEndpointDeliveries(
  deps: WebhookParts,
  projectId: string,
  endpointId: string,
  filter: DeliveryFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<DeliveryView>> {
  await getEndpoint(deps, projectId, endpointId);
  return deps.deliveryLog.page(endpointId, filter, place, take);
}
