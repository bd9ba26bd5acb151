import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { readCheckoutList } from "@/lib/checkouts/checkout-filter.rules";
import type { CheckoutFinder } from "@/lib/checkouts/checkout-finder.store";
import type { ProjectAccess } from "@/lib/projects/access/project-access";

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
