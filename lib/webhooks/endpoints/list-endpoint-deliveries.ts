import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { DeliveryFilter } from "@/lib/webhooks/delivery-filter.rules";
import type { DeliveryView, WebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.port";
import { getEndpoint } from "./get-endpoint";
import type { OwnEndpointDeps } from "./own-endpoint";

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
