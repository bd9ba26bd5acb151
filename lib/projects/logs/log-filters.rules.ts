import {
  type Days,
  daysOf,
  everyDay,
  paramsOf,
  type SearchParams,
  textOf,
  wordOf,
} from "@/lib/platform/lists/list-place.rules";
import { idPattern } from "@/lib/platform/values/ids.rules";

/** Filters of the audit log, by the days of the changes; a null field does not filter. */
export type AuditFilter = { userId: string | null; action: string | null } & Days;

/** Reads the list's URL; an unreadable parameter does not filter. */
export function readAuditFilter(params: SearchParams, timeZone: string): AuditFilter {
  return {
    userId: textOf(params, "who", new RegExp(`^${idPattern("usr")}$`)),
    // Most actions have lower-case letters only; one of the operator's has a dash.
    action: textOf(params, "action", /^[a-z_]{1,40}\.[a-z_-]{1,60}$/),
    ...daysOf(params, timeZone),
  };
}

/** The URL parameters of a filter. */
export function auditListParams({ userId, action, fromDay, toDay }: AuditFilter): URLSearchParams {
  return paramsOf({ who: userId, action, from: fromDay, to: toDay });
}

export const statusClasses = ["2xx", "4xx", "5xx"] as const;

export type StatusClass = (typeof statusClasses)[number];

/** Filters of the request log, by the days of the requests; a null field does not filter. */
export type RequestFilter = {
  status: StatusClass | null;
  operation: string | null;
  /** Id of a single request. */
  request: string | null;
} & Days;

export const everyRequest: RequestFilter = { status: null, operation: null, request: null, ...everyDay };

/** Reads the list's URL; an unreadable parameter does not filter. */
export function readRequestFilter(
  params: SearchParams,
  operations: readonly string[],
  timeZone: string,
): RequestFilter {
  return {
    status: wordOf(params, "status", statusClasses),
    operation: wordOf(params, "operation", operations),
    request: textOf(params, "request", /^[\w-]{1,64}$/),
    ...daysOf(params, timeZone),
  };
}

/** The URL parameters of a filter. */
export function requestListParams({
  request,
  operation,
  status,
  fromDay,
  toDay,
}: RequestFilter): URLSearchParams {
  return paramsOf({ request, operation, status, from: fromDay, to: toDay });
}
