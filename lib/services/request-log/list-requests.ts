import type { RequestFilter } from "@/lib/core/dashboard/request-filter";
import type { ProjectAccess } from "../access/project-access";
import type { ListedRequest, RequestLog } from "../ports/dashboard/request-log";

const perPage = 50;

/**
 * Requests with the project's keys, newest first, after a place.
 * @throws CheckoutError FORBIDDEN
 */
export function listRequests(
  { requestLog }: { requestLog: Pick<RequestLog, "list"> },
  access: ProjectAccess,
  filter: RequestFilter,
  after: string | null,
): Promise<{ items: ListedRequest[]; next: string | null }> {
  access.require("requestLog.read");
  return requestLog.list(access.projectId, filter, { after, take: perPage });
}
