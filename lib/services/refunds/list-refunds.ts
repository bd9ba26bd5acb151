import type { PreparedTransaction, Refund } from "@/lib/core/refund";
import type { Page, Paged } from "@/lib/schemas/pagination";
import { checkoutNotFound } from "../get-checkout";
import type { RefundStore } from "../ports/refund-store";
import { type PrepareSignatureDeps, prepareSignature } from "./prepare-signature";

/** A refund, and what is to be signed for it: null unless it waits for that. */
type ListedRefund = { refund: Refund; transaction: PreparedTransaction | null };

/**
 * The refunds of a checkout of the project, newest first.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function listRefunds(
  deps: PrepareSignatureDeps & { refunds: Pick<RefundStore, "list" | "readCheckout"> },
  projectId: string,
  checkoutId: string,
  page: Page,
): Promise<Paged<ListedRefund>> {
  const found = await deps.refunds.list(projectId, checkoutId, page);
  if (found === null) throw checkoutNotFound();
  const checkout = found.items.some(({ status }) => status === "AWAITING_SIGNATURE")
    ? await deps.refunds.readCheckout(projectId, checkoutId)
    : null;
  return {
    total: found.total,
    items: found.items.map((refund) => ({
      refund,
      transaction: checkout === null ? null : prepareSignature(deps, checkout, refund),
    })),
  };
}
