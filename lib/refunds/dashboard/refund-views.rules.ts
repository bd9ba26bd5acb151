import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import {
  type Refund,
  type RefundStatus,
  type RefundType,
  refundStatuses,
  refundTypes,
} from "@/lib/checkouts/refunds/refund.rules";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { dayOf, paramsOf, type SearchParams, wordOf } from "@/lib/platform/lists/search-params.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A refund beside what its merchant knows its checkout by. */
export type ListedRefund = Refund & { referenceId: string | null; itemName: string | null };

/** A link of a refund that can still be opened. */
type OpenLink = { expiresAt: Date };

/** Who requested a refund; `policy` is the project's late payment policy. */
export type RefundRequester =
  | { kind: "member"; name: string }
  | { kind: "key"; lastFour: string }
  | { kind: "operator" | "policy" | "unknown" };

/** A refund with all that is recorded of it. */
export type RefundDetails = ListedRefund & {
  requester: RefundRequester;
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

export const refundCursors = rowCursors("rfd");

/** Refunds by whom they wait for: what a merchant asks of the list, beside each status by its name. */
const refundGroups = {
  /** Someone of the project, or a customer, has to act. */
  WAITING: ["AWAITING_APPROVAL", "AWAITING_ADDRESS", "AWAITING_SIGNATURE"],
  /** The service has to act. */
  MOVING: ["PENDING", "PROCESSING"],
} as const satisfies Record<string, readonly RefundStatus[]>;

export const refundGroupNames = ["WAITING", "MOVING"] as const;

export type RefundGroup = (typeof refundGroupNames)[number];

/** Which of a project's refunds are listed; a null field does not narrow. */
export type RefundFilter = {
  status: RefundStatus | RefundGroup | null;
  refundType: RefundType | null;
  /** First and last day of asking, UTC, as "2026-01-31"; both belong to it. */
  fromDay: string | null;
  toDay: string | null;
};

/** Reads a list's address; what cannot be read does not narrow. */
export function readRefundFilter(params: SearchParams): RefundFilter {
  return {
    status: wordOf(params, "status", [...refundGroupNames, ...refundStatuses]),
    refundType: wordOf(params, "type", refundTypes),
    fromDay: dayOf(params, "from"),
    toDay: dayOf(params, "to"),
  };
}

/** The parameters that stand for it. */
export function refundListParams({ status, refundType, fromDay, toDay }: RefundFilter): URLSearchParams {
  return paramsOf({
    status: status?.toLowerCase() ?? null,
    type: refundType?.toLowerCase() ?? null,
    from: fromDay,
    to: toDay,
  });
}

/** The statuses that a filter lets through. */
export function statusesOf({ status }: Pick<RefundFilter, "status">): readonly RefundStatus[] {
  if (status === null) return refundStatuses;
  return status === "WAITING" || status === "MOVING" ? refundGroups[status] : [status];
}
