import type { SettlementFilter } from "@/lib/core/dashboard/list/settlement-filter";
import type { ListedSettlement } from "@/lib/core/dashboard/settlement-views";
import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { SettlementDirectory } from "../ports/dashboard/settlement-directory";

const perPage = 25;

/** A part of a project's settlements, newest first. */
export async function listProjectSettlements(
  { settlementDirectory }: { settlementDirectory: Pick<SettlementDirectory, "page"> },
  { projectId }: ProjectAccess,
  filter: SettlementFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<ListedSettlement>> {
  return toListPart(await settlementDirectory.page(projectId, filter, place, take + 1), place, take);
}
