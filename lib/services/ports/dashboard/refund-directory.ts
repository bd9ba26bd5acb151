import type { Hex, TimelineEntry } from "@/lib/core/checkout";
import type { ListPlace } from "@/lib/core/dashboard/list-place";
import type { Refund, RefundStatus, RefundType } from "@/lib/core/refund";

/** A refund beside what its merchant knows its checkout by. */
export type ListedRefund = Refund & { referenceId: string | null; itemName: string | null };

/** A link of a refund that can still be opened. */
type OpenLink = { expiresAt: Date };

/** A refund with all that is recorded of it. */
export type RefundDetails = ListedRefund & {
  /** Oldest first, at most 100. */
  timeline: readonly TimelineEntry[];
  /** Where the customer names an address; null where there is none, or its time is over. */
  claimLink: OpenLink | null;
  /** Where the merchant's wallet signs; null likewise. */
  signLink: OpenLink | null;
  /** The log that pays it: out of the deposit address, or of the merchant's wallet; null before one is seen. */
  payment: {
    fromAccount: "DEPOSIT" | "MERCHANT";
    txHash: Hex;
    blockNumber: bigint;
    seenAt: Date;
    finalAt: Date | null;
  } | null;
};

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
