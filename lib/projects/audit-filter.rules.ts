import { idPattern } from "@/lib/platform/ids.rules";
import { paramsOf, type SearchParams, textOf } from "@/lib/platform/lists/search-params.rules";

/** Which entries of the audit log are listed; whatever is null does not narrow. */
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
