import { checkoutNotFound } from "@/lib/checkouts/get-checkout";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund.rules";
import type { Page, Paged } from "@/lib/platform/pagination.schema";
import { type PrepareSignatureDeps, prepareSignature } from "./prepare-signature";
import type { RefundableCheckout, RefundStore } from "./refund-store.port";

/** A refund, and what is to be signed for it: null unless it waits for that. */
type RefundWithCall = { refund: Refund; transaction: PreparedTransaction | null };

/**
 * The refunds of a checkout of the project, newest first.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function listRefunds(
  deps: PrepareSignatureDeps & { refunds: Pick<RefundStore, "list" | "readCheckout"> },
  projectId: string,
  checkoutId: string,
  page: Page,
): Promise<Paged<RefundWithCall>> {
  const found = await deps.refunds.list(projectId, checkoutId, page);
  if (found === null) throw checkoutNotFound();
  const items: RefundWithCall[] = [];
  // From where a stray's return is paid is told by what lies there of its own token.
  const byToken = new Map<string, RefundableCheckout | null>();
  for (const refund of found.items) {
    if (refund.status !== "AWAITING_SIGNATURE") {
      items.push({ refund, transaction: null });
      continue;
    }
    const token = `${refund.chainId} ${refund.tokenAddress}`;
    const checkout = byToken.get(token) ?? (await deps.refunds.readCheckout(projectId, checkoutId, refund));
    byToken.set(token, checkout);
    items.push({ refund, transaction: checkout === null ? null : prepareSignature(deps, checkout, refund) });
  }
  return { total: found.total, items };
}
