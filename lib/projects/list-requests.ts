import { type ListPart, type LogPlace, toLogPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { RequestFilter } from "./request-filter.rules";
import type { ListedRequest, RequestLog } from "./request-log.port";

const perPage = 50;

/** A part of the requests with the project's keys, newest first. @throws CheckoutError FORBIDDEN */
export async function listRequests(
  { requestLog }: { requestLog: Pick<RequestLog, "page"> },
  access: ProjectAccess,
  filter: RequestFilter,
  place: LogPlace,
): Promise<ListPart<ListedRequest, bigint>> {
  access.require("requestLog.read");
  return toLogPart(await requestLog.page(access.projectId, filter, place, perPage + 1), place, perPage);
}
