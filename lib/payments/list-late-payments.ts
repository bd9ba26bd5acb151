import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { HoldingDirectory } from "@/lib/settlement/holding-directory.port";
import type { LatePayment } from "@/lib/settlement/holding-views.rules";

const perPage = 25;

/** A part of the late payments that nobody has decided on, newest checkout first. */
export async function listLatePayments(
  { holdings }: { holdings: Pick<HoldingDirectory, "latePayments"> },
  { projectId }: ProjectAccess,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<LatePayment>> {
  return toListPart(await holdings.latePayments(projectId, place, take + 1), place, take);
}
