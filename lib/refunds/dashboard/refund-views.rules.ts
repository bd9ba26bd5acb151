import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import {
  type Refund,
  type RefundStatus,
  type RefundType,
  refundStatuses,
  refundTypes,
} from "@/lib/checkouts/refund-facts.rules";
import {
  type Days,
  dayBounds,
  daysOf,
  everyDay,
  paramsOf,
  rowCursors,
  type SearchParams,
  wordOf,
} from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A refund with the details by which its merchant knows the checkout. */
export type ListedRefund = Refund & { referenceId: string | null; itemName: string | null };

/** A refund's link that still works. */
type OpenLink = { expiresAt: Date };

/** Who requested a refund; `policy` is the project's late payment policy. */
export type RefundRequester =
  | { kind: "member"; name: string }
  | { kind: "key"; lastFour: string }
  | { kind: "operator" | "policy" | "unknown" };

/** A refund with all its records. */
export type RefundDetails = ListedRefund & {
  requester: RefundRequester;
  /** Oldest first, at most 100. */
  timeline: readonly TimelineEntry[];
  /** The link at which the customer names an address; null without one or after its expiry. */
  claimLink: OpenLink | null;
  /** The link at which the merchant's wallet signs; null without one or after its expiry. */
  signLink: OpenLink | null;
  /** The log that pays it, from the deposit address or the merchant's wallet; null before we see one. */
  payment: {
    fromAccount: "DEPOSIT" | "MERCHANT";
    txHash: Hex;
    blockNumber: bigint;
    seenAt: Date;
    finalAt: Date | null;
  } | null;
};

export const refundCursors = rowCursors("rfd");

/** Filters of the list by who has to act, besides the single statuses. */
const refundGroups = {
  /** A member or the customer has to act. */
  WAITING: ["AWAITING_APPROVAL", "AWAITING_ADDRESS", "AWAITING_SIGNATURE"],
  /** The service has to act. */
  MOVING: ["PENDING", "PROCESSING"],
} as const satisfies Record<string, readonly RefundStatus[]>;

export const refundGroupNames = ["WAITING", "MOVING"] as const;

export type RefundGroup = (typeof refundGroupNames)[number];

/** Filters of a project's refund list, by the days of the request; a null field does not filter. */
export type RefundFilter = {
  status: RefundStatus | RefundGroup | null;
  refundType: RefundType | null;
} & Days;

export const everyRefund: RefundFilter = {
  status: null,
  refundType: null,
  ...everyDay,
};

/** Reads the list's URL; an unreadable parameter does not filter. */
export function readRefundFilter(params: SearchParams, timeZone: string): RefundFilter {
  return {
    status: wordOf(params, "status", [...refundGroupNames, ...refundStatuses]),
    refundType: wordOf(params, "type", refundTypes),
    ...daysOf(params, timeZone),
  };
}

/** The URL parameters of a filter. */
export function refundListParams({ status, refundType, fromDay, toDay }: RefundFilter): URLSearchParams {
  return paramsOf({
    status: status?.toLowerCase() ?? null,
    type: refundType?.toLowerCase() ?? null,
    from: fromDay,
    to: toDay,
  });
}

/** Which refunds a list has. */
export type RefundListing = {
  statuses: readonly RefundStatus[];
  refundType: RefundType | null;
  /** Requested at or after `from`, and before `before`. */
  from: Date | null;
  before: Date | null;
};

export function listingOf(filter: RefundFilter): RefundListing {
  return { statuses: statusesOf(filter), refundType: filter.refundType, ...dayBounds(filter) };
}

function statusesOf({ status }: RefundFilter): readonly RefundStatus[] {
  if (status === null) return refundStatuses;
  return status === "WAITING" || status === "MOVING" ? refundGroups[status] : [status];
}
