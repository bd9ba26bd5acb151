import type { PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { customerOf } from "@/lib/checkouts/dashboard/customer.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import {
  type CheckoutPageParts,
  checkoutNotFound,
  showPublicCheckout,
} from "@/lib/checkouts/views/read-checkout";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import type { ReceiptFacts } from "./receipt-document.rules";
import type { ReceiptFactStore } from "./receipt-facts.store";

/** What receipts show. */
export type ReceiptParts = CheckoutPageParts & { receipts: ReceiptFactStore };

/**
 * A checkout as its receipt shows it. Without a `projectId` it is for everyone with the checkout's id, who may not see
 * its metadata; with one it is the copy of this project's merchant.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function readReceipt(
  deps: ReceiptParts,
  checkoutId: string,
  { projectId }: { projectId?: string } = {},
): Promise<{ view: PublicCheckoutView; facts: ReceiptFacts }> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null || (projectId ?? found.checkout.projectId) !== found.checkout.projectId)
    throw checkoutNotFound();
  const [view, facts] = await Promise.all([showPublicCheckout(deps, found), readReceiptFacts(deps, found)]);
  return { view, facts: projectId === undefined ? facts : { ...facts, customer: customerIn(found) } };
}

/** For everyone with the checkout's id. */
export async function readReceiptFacts(
  { receipts }: ReceiptParts,
  { checkout: { projectId, id }, logoDigest }: PublicCheckout,
): Promise<ReceiptFacts> {
  const { timeZone, ...paid } = await receipts.facts(projectId, id);
  return { ...paid, logoDigest, timeZone: timeZone ?? utc, customer: null };
}

function customerIn({ checkout }: PublicCheckout): string | null {
  const customer = customerOf(checkout.metadata, null);
  return customer === null || customer.kind === "payer" ? null : customer.text;
}
