import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { SettlementDirectory } from "@/lib/settlement/settlement-directory.store";
import type { SettlementFilter } from "@/lib/settlement/settlement-filter.rules";
import type { ListedSettlement } from "@/lib/settlement/settlement-views.rules";

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
