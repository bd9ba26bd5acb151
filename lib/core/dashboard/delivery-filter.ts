import { type DeliveryStatus, deliveryStatuses } from "@/lib/core/delivery";
import type { SearchParams } from "./list-place";

/** Which deliveries a page's address asks for; what cannot be meant is left out. */
export function readDeliveryFilter({ status, after }: SearchParams): {
  status?: DeliveryStatus;
  /** Id of the last delivery of the page before. */
  after?: string;
} {
  const meant = deliveryStatuses.find((each) => each === status);
  return {
    ...(meant && { status: meant }),
    ...(typeof after === "string" && /^whd_[0-9a-z]{26}$/.test(after) && { after }),
  };
}
