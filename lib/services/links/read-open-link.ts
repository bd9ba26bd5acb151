import { CheckoutError } from "@/lib/core/errors";
import type { OpenPaymentLink } from "@/lib/core/payment-link";
import type { PaymentLinkStore } from "@/lib/services/ports/dashboard/payment-link-store";

export type ReadLinkDeps = { paymentLinks: Pick<PaymentLinkStore, "findOpen"> };

/**
 * What a customer sees of a link. Reading makes nothing.
 *
 * @throws CheckoutError NOT_FOUND alike for one that is unknown, disabled, or of a deleted project
 */
export async function readOpenLink({ paymentLinks }: ReadLinkDeps, slug: string): Promise<OpenPaymentLink> {
  const found = /^[a-z0-9][a-z0-9-]{2,63}$/.test(slug) ? await paymentLinks.findOpen(slug) : null;
  if (found === null) throw new CheckoutError("NOT_FOUND", "There is no such payment link.");
  return found;
}
