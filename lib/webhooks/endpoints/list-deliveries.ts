import type { DeliveryView, WebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.port";
import type { ListDeliveriesQuery } from "@/lib/webhooks/webhook-endpoint.schema";
import { deliveryNotFound } from "./get-delivery";
import { getEndpoint } from "./get-endpoint";
import type { OwnEndpointDeps } from "./own-endpoint";

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
