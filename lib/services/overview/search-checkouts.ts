import type { Checkout } from "@/lib/core/checkout";
import { readCheckoutList } from "@/lib/core/dashboard/list/checkout-filter";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { CheckoutFinder } from "../ports/dashboard/checkout-finder";

const most = 6;

/** The newest checkouts of a project that go by this id, address, transaction hash or reference. */
export async function searchCheckouts(
  { checkoutFinder }: { checkoutFinder: Pick<CheckoutFinder, "page"> },
  { projectId }: ProjectAccess,
  text: string,
): Promise<readonly Checkout[]> {
  const { filter } = readCheckoutList({ q: text });
  if (filter.search === null) return [];
  return checkoutFinder.page(projectId, filter, { kind: "first" }, most);
}
