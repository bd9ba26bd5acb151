import "server-only";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { SavedList } from "@/lib/projects/views/saved-view.rules";
import { listViews } from "@/lib/projects/views/saved-views";

/** The saved views of a list's page, and whether the visitor may save more. */
export async function viewsOfList(
  deps: Parameters<typeof listViews>[0],
  access: ProjectAccess,
  list: SavedList,
) {
  const views = await listViews(deps, access, list);
  return { list, views, projectId: access.projectId, maySave: access.may("checkouts.create") };
}
