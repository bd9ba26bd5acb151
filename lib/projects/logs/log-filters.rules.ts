import { paramsOf, type SearchParams, textOf, wordOf } from "@/lib/platform/lists/search-params.rules";
import { idPattern } from "@/lib/platform/values/ids.rules";

/** Which entries of the audit log are listed; a null field does not narrow. */
export type AuditFilter = { userId: string | null; action: string | null };

/** Reads a list's address; what cannot be read does not narrow. */
export function readAuditFilter(params: SearchParams): AuditFilter {
  return {
    userId: textOf(params, "who", new RegExp(`^${idPattern("usr")}$`)),
    // Most are of small letters alone; one of an operator's has a dash.
    action: textOf(params, "action", /^[a-z_]{1,40}\.[a-z_-]{1,60}$/),
  };
}

/** The parameters that stand for it. */
export function auditListParams({ userId, action }: AuditFilter): URLSearchParams {
  return paramsOf({ who: userId, action });
}

export const statusClasses = ["2xx", "4xx", "5xx"] as const;

export type StatusClass = (typeof statusClasses)[number];

/** Which requests of the log are listed; a null field does not narrow. */
export type RequestFilter = {
  status: StatusClass | null;
  operation: string | null;
  /** Id of the one request that is looked for. */
  request: string | null;
};

/** Reads a list's address; what cannot be read does not narrow. */
export function readRequestFilter(params: SearchParams, operations: readonly string[]): RequestFilter {
  return {
    status: wordOf(params, "status", statusClasses),
    operation: wordOf(params, "operation", operations),
    request: textOf(params, "request", /^[\w-]{1,64}$/),
  };
}

/** The parameters that stand for it. */
export function requestListParams({ request, operation, status }: RequestFilter): URLSearchParams {
  return paramsOf({ request, operation, status });
}
