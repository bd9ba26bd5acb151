import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import type { Count, ListCursor, ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { CheckoutListStore } from "./checkout-list.store";
import { type CheckoutFilter, readCheckoutList } from "./checkout-views.rules";

const perPage = 50;

/** Above this, "many" is enough. */
const countedExactly = 10_000;

type Deps<Method extends keyof CheckoutListStore> = { checkoutSearch: Pick<CheckoutListStore, Method> };

/** A page of the project's checkouts, newest first. */
export async function listCheckouts(
  { checkoutSearch }: Deps<"page">,
  { projectId }: ProjectAccess,
  filter: CheckoutFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<Checkout>> {
  return checkoutSearch.page(projectId, filter, place, take);
}

const mostFound = 6;

/** The newest checkouts of a project with this id, address, transaction hash or reference. */
export async function searchCheckouts(
  { checkoutSearch }: Deps<"page">,
  { projectId }: ProjectAccess,
  text: string,
): Promise<readonly Checkout[]> {
  const { filter } = readCheckoutList({ q: text }, utc);
  if (filter.search === null) return [];
  return (await checkoutSearch.page(projectId, filter, { kind: "first" }, mostFound)).items;
}

/** New rows of an open list: above this, "many" is enough. */
const newAtMost = 99;

/** How many checkouts of a list came after its newest row; none without a cursor that can be read. */
export async function countNewCheckouts(
  { checkoutSearch }: Deps<"page">,
  { projectId }: ProjectAccess,
  filter: CheckoutFilter,
  newest: ListCursor | null,
): Promise<{ count: number; isMore: boolean }> {
  if (newest === null) return { count: 0, isMore: false };
  // Read from the cursor on: the older rows of the list, however many, are not touched.
  const place: ListPlace = { kind: "before", cursor: newest };
  const { items, newer } = await checkoutSearch.page(projectId, filter, place, newAtMost);
  return { count: items.length, isMore: newer !== null };
}

/** The payer of each listed checkout, by checkout. */
export function readPayers(
  { checkoutSearch }: Deps<"payers">,
  checkouts: readonly Checkout[],
): Promise<ReadonlyMap<string, Hex>> {
  return checkoutSearch.payers(checkouts);
}

/** How many match: exact up to 10,000; null when counting takes too long. */
export function countCheckouts(
  { checkoutSearch }: Deps<"count">,
  access: ProjectAccess,
  filter: CheckoutFilter,
): Promise<Count | null> {
  return checkoutSearch.count(access.projectId, filter, countedExactly);
}
