import type { Checkout } from "@/lib/core/checkout";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { ProjectStore } from "@/lib/projects/project-store.port";
import type { CreateCheckoutBody } from "@/lib/schemas/create-checkout";
import { type CreateCheckoutDeps, createCheckout } from "@/lib/services/create-checkout";
import type { CheckoutDesk } from "@/lib/services/ports/dashboard/checkout-desk";

export type CreateByHandDeps = Omit<CreateCheckoutDeps, "checkouts"> & {
  checkoutDesk: CheckoutDesk;
  projects: Pick<ProjectStore, "findById">;
};

/**
 * Makes a checkout in the dashboard, for a customer to whom its address is handed over.
 *
 * @returns the checkout, and how many webhook deliveries are due for it
 * @throws CheckoutError FORBIDDEN, and what `createCheckout` throws
 */
export async function createByHand(
  deps: CreateByHandDeps,
  access: ProjectAccess,
  body: CreateCheckoutBody,
): Promise<{ checkout: Checkout; deliveries: number }> {
  access.require("checkouts.create");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const checkouts = deps.checkoutDesk.writtenDownBy(access.userId);
  return createCheckout({ ...deps, checkouts }, project, "dashboard", body);
}
