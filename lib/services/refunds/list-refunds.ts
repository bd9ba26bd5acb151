import type { Refund } from "@/lib/core/refund";
import type { Page, Paged } from "@/lib/schemas/pagination";
import { checkoutNotFound } from "../get-checkout";
import type { RefundStore } from "../ports/refund-store";

/**
 * The refunds of a checkout of the project, newest first.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function listRefunds(
  deps: { refunds: Pick<RefundStore, "list"> },
  projectId: string,
  checkoutId: string,
  page: Page,
): Promise<Paged<Refund>> {
  const found = await deps.refunds.list(projectId, checkoutId, page);
  if (found === null) throw checkoutNotFound();
  return found;
}
