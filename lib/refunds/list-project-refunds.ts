import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import { dayBounds } from "@/lib/platform/lists/search-params.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { RefundDirectory } from "./refund-directory.store";
import { type RefundFilter, statusesOf } from "./refund-filter.rules";
import type { ListedRefund } from "./refund-views.rules";

const perPage = 25;

/** A part of a project's refunds, newest first. */
export async function listProjectRefunds(
  { refundDirectory }: { refundDirectory: Pick<RefundDirectory, "page"> },
  { projectId }: ProjectAccess,
  filter: RefundFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<ListedRefund>> {
  const listing = { statuses: statusesOf(filter), refundType: filter.refundType, ...dayBounds(filter) };
  const rows = await refundDirectory.page(projectId, listing, place, take + 1);
  return toListPart(rows, place, take);
}
