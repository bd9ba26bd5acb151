import {
  type RefundStatus,
  type RefundType,
  refundStatuses,
  refundTypes,
} from "@/lib/checkouts/refund.rules";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { dayOf, paramsOf, type SearchParams, wordOf } from "@/lib/platform/lists/search-params.rules";

export const refundCursors = rowCursors("rfd");

/** Refunds by whom they wait for: what a merchant asks of the list, beside each status by its name. */
const refundGroups = {
  /** Somebody of the project, or a customer, has to act. */
  WAITING: ["AWAITING_APPROVAL", "AWAITING_ADDRESS", "AWAITING_SIGNATURE"],
  /** The service has to act. */
  MOVING: ["PENDING", "PROCESSING"],
} as const satisfies Record<string, readonly RefundStatus[]>;
export const refundGroupNames = ["WAITING", "MOVING"] as const;
export type RefundGroup = (typeof refundGroupNames)[number];

/** Which of a project's refunds are listed; whatever is null does not narrow. */
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
