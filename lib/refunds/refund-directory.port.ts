import type { RefundStatus, RefundType } from "@/lib/checkouts/refund.rules";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { ListedRefund, RefundDetails } from "./refund-views.rules";

export type RefundListing = {
  statuses: readonly RefundStatus[];
  refundType: RefundType | null;
  /** Asked for from then on, and before then. */
  from: Date | null;
  before: Date | null;
};

/** A project's refunds, for its members to look at. */
export type RefundDirectory = {
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  page(projectId: string, listing: RefundListing, place: ListPlace, limit: number): Promise<ListedRefund[]>;
  /** Null for an unknown id and equally for another project's. */
  find(projectId: string, refundId: string, now: Date): Promise<RefundDetails | null>;
};
