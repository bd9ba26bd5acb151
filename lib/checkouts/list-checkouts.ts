import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { Checkout } from "./checkout.rules";
import type { CheckoutFilter } from "./checkout-filter.rules";
import type { CheckoutCount, CheckoutFinder } from "./checkout-finder.store";

const perPage = 50;
/** Beyond it a number tells nobody more than "many". */
const countedExactly = 10_000;

type Deps<Method extends keyof CheckoutFinder> = { checkoutFinder: Pick<CheckoutFinder, Method> };

/** A part of the project's checkouts, newest first. */
export async function listCheckouts(
  { checkoutFinder }: Deps<"page">,
  { projectId }: ProjectAccess,
  filter: CheckoutFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<Checkout>> {
  return toListPart(await checkoutFinder.page(projectId, filter, place, take + 1), place, take);
}

/** How many of them fit: exactly up to 10,000; null when nobody would wait for it. */
export function countCheckouts(
  { checkoutFinder }: Deps<"count">,
  access: ProjectAccess,
  filter: CheckoutFilter,
): Promise<CheckoutCount | null> {
  return checkoutFinder.count(access.projectId, filter, countedExactly);
}
