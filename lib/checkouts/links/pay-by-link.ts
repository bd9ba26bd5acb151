import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type CreateCheckoutDeps, createCheckout } from "@/lib/checkouts/create-checkout";
import type { PaymentLinkStore } from "@/lib/checkouts/payment-link.store";
import type { ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { type ReadLinkDeps, readOpenLink } from "./read-open-link";

export type PayByLinkDeps = Omit<CreateCheckoutDeps, "checkouts"> &
  ReadLinkDeps & {
    paymentLinks: Pick<PaymentLinkStore, "checkoutsOf">;
    projects: Pick<ProjectStore, "findById">;
  };

/**
 * Makes a checkout of the link's price for a customer.
 *
 * @returns the checkout, and how many webhook deliveries are due for it
 * @throws CheckoutError NOT_FOUND, PROJECT_NOT_FOUND, and what `createCheckout` throws
 */
export async function payByLink(
  deps: PayByLinkDeps,
  slug: string,
): Promise<{ checkout: Checkout; deliveries: number }> {
  const { link } = await readOpenLink(deps, slug);
  const project = await deps.projects.findById(link.projectId);
  if (project === null) throw projectNotFound();
  return createCheckout({ ...deps, checkouts: deps.paymentLinks.checkoutsOf(link.id) }, project, "link", {
    itemName: link.itemName,
    itemDescription: link.itemDescription ?? undefined,
    successUrl: link.successUrl ?? undefined,
    fiatAmount: link.fiatAmount ?? undefined,
    fiatCurrency: link.fiatCurrency ?? undefined,
    amount: link.amountUnits ?? undefined,
  });
}
