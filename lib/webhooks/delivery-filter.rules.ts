import { type DeliveryStatus, deliveryStatuses } from "@/lib/checkouts/delivery.rules";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { paramsOf, type SearchParams, wordOf } from "@/lib/platform/lists/search-params.rules";

/** Which of an endpoint's deliveries are listed; whatever is null does not narrow. */
export type DeliveryFilter = { status: DeliveryStatus | null };

export const deliveryCursors = rowCursors("whd");

/** Reads a list's address; what cannot be read does not narrow. */
export function readDeliveryFilter(params: SearchParams): DeliveryFilter {
  return { status: wordOf(params, "status", deliveryStatuses) };
}

/** The parameters that stand for it. */
export function deliveryListParams({ status }: DeliveryFilter): URLSearchParams {
  return paramsOf({ status });
}
