import { utc } from "@/lib/platform/i18n/time-zone.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { checkoutListParams, readCheckoutList } from "./checkout-views.rules";
import type { SavedView, SavedViewStore } from "./saved-view.store";

type Deps = { savedViews: SavedViewStore };

const viewsAtMost = 20;

export function listViews({ savedViews }: Deps, { projectId }: ProjectAccess): Promise<SavedView[]> {
  return savedViews.list(projectId);
}

/**
 * Keeps the list's filter under a name, for everyone in the project; one of the same name is replaced.
 *
 * @throws CheckoutError FORBIDDEN; CONFLICT when the project has too many
 */
export async function saveView(
  { savedViews }: Deps,
  access: ProjectAccess,
  { name, query }: SavedView,
): Promise<void> {
  const { projectId } = access.as("checkouts.create");
  // As the list writes it, so that the view is found to be the present one.
  const { filter } = readCheckoutList(Object.fromEntries(new URLSearchParams(query)), utc);
  const view = { name: name.trim(), query: checkoutListParams(filter).toString() };
  if (!(await savedViews.save(projectId, view, viewsAtMost)))
    throw new CheckoutError("CONFLICT", `A project can have at most ${viewsAtMost} saved views.`);
}

/** Does nothing when there is none of that name. @throws CheckoutError FORBIDDEN */
export async function removeView({ savedViews }: Deps, access: ProjectAccess, name: string): Promise<void> {
  await savedViews.remove(access.as("checkouts.create").projectId, name);
}
