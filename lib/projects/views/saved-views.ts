import { fault } from "@/lib/platform/faults/fault.rules";
import type { SearchParams } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { listReaders, type SavedList, type SavedView } from "./saved-view.rules";
import type { SavedViewStore } from "./saved-view.store";

/** How each list writes the filter that it reads from a URL. */
export type ListQueries = Readonly<Record<SavedList, (params: SearchParams) => URLSearchParams>>;

type Deps = { savedViews: SavedViewStore };

const viewsAtMost = 20;

/** @throws CheckoutError FORBIDDEN to those who may not read the list */
export async function listViews(
  { savedViews }: Deps,
  access: ProjectAccess,
  list: SavedList,
): Promise<SavedView[]> {
  access.require(listReaders[list]);
  return savedViews.list(access.projectId, list);
}

/**
 * Keeps a list's filter under a name, for everyone in the project; the list's view of the same name is replaced.
 *
 * @throws CheckoutError FORBIDDEN; CONFLICT when the list has too many, or another list has a view of that name
 */
export async function saveView(
  { savedViews, listQueries }: Deps & { listQueries: ListQueries },
  access: ProjectAccess,
  { list, name, query }: SavedView & { list: SavedList },
): Promise<void> {
  access.require(listReaders[list]);
  const { projectId } = access.as("checkouts.create");
  // As the list writes it, so that the page recognises its present filter.
  const filter = listQueries[list](Object.fromEntries(new URLSearchParams(query)));
  const view = { name: name.trim(), query: filter.toString() };
  const outcome = await savedViews.save(projectId, list, view, viewsAtMost);
  if (outcome === "full")
    throw new CheckoutError("CONFLICT", fault("projects.mostViews", { most: viewsAtMost }));
  if (outcome === "taken") throw new CheckoutError("CONFLICT", fault("projects.viewNameTaken"));
}

/** Does nothing when the list has no view of that name. @throws CheckoutError FORBIDDEN */
export async function removeView(
  { savedViews }: Deps,
  access: ProjectAccess,
  { list, name }: { list: SavedList; name: string },
): Promise<void> {
  access.require(listReaders[list]);
  await savedViews.remove(access.as("checkouts.create").projectId, list, name);
}
