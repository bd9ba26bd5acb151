import type { ListPart, Place } from "@/lib/platform/lists/list-place.rules";
import type { Acting } from "@/lib/projects/project-access";
import type { StrayCursor, StrayHolding } from "./stray.rules";
import type { StrayListStore } from "./stray.store";

/**
 * A page of the stray money at a project's deposit addresses, newest checkout first. When strays are rare, a page may
 * be short or empty although more follow.
 */
export function listStrays(
  { strayList }: { strayList: StrayListStore },
  { projectId }: Acting,
  place: Place<StrayCursor>,
  take = 25,
): Promise<ListPart<StrayHolding, StrayCursor>> {
  return strayList.page(projectId, {}, place, take);
}
