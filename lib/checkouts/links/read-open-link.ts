import type { Chain } from "@/lib/chain/chains.rules";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/create-checkout";
import type { OpenPaymentLink } from "@/lib/checkouts/payment-link.rules";
import type { PaymentLinkStore } from "@/lib/checkouts/payment-link.store";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectStore } from "@/lib/projects/project.store";

export type ReadLinkDeps = {
  chains: readonly Chain[];
  paymentLinks: Pick<PaymentLinkStore, "findOpen">;
  projects: Pick<ProjectStore, "findById">;
};

/**
 * What a customer sees of a link. Reading makes nothing.
 *
 * @throws CheckoutError NOT_FOUND alike for one that is unknown, disabled, or of a deleted project
 */
export async function readOpenLink(
  { chains, paymentLinks, projects }: ReadLinkDeps,
  slug: string,
): Promise<OpenPaymentLink> {
  const found = /^[a-z0-9][a-z0-9-]{2,63}$/.test(slug) ? await paymentLinks.findOpen(slug) : null;
  const project = found === null ? null : await projects.findById(found.link.projectId);
  if (found === null || project === null)
    throw new CheckoutError("NOT_FOUND", "There is no such payment link.");
  const priceKind = found.link.fiatAmount === null ? "amount" : "fiat";
  const payable = tokensForPrice(acceptedTokens(chains, project), priceKind, null);
  return { ...found, symbols: [...new Set(payable.map(({ token }) => token.symbol))] };
}
