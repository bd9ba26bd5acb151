import type { CheckoutFilter, CheckoutPlace } from "@/lib/core/dashboard/checkout-filter";
import type { ProjectAccess } from "@/lib/services/access/project-access";
import type {
  CheckoutCount,
  CheckoutFinder,
  CheckoutPage,
} from "@/lib/services/ports/dashboard/checkout-finder";

const pageSize = 50;
/** Beyond it a number tells nobody more than "many". */
const countedExactly = 10_000;

type Deps<Method extends keyof CheckoutFinder> = { checkoutFinder: Pick<CheckoutFinder, Method> };

/** A page of the project's checkouts. */
export function listCheckouts(
  { checkoutFinder }: Deps<"page">,
  access: ProjectAccess,
  filter: CheckoutFilter,
  place: CheckoutPlace,
): Promise<CheckoutPage> {
  return checkoutFinder.page(access.projectId, filter, place, pageSize);
}

/** How many of them fit: exactly up to 10,000; null when nobody would wait for it. */
export function countCheckouts(
  { checkoutFinder }: Deps<"count">,
  access: ProjectAccess,
  filter: CheckoutFilter,
): Promise<CheckoutCount | null> {
  return checkoutFinder.count(access.projectId, filter, countedExactly);
}
