import type { ProjectStore } from "@/lib/projects/project.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { projectNotFound } from "@/lib/projects/project-access";
import type { Checkout } from "./checkout.rules";
import type { CheckoutDesk } from "./checkout-desk.store";
import { type CreateCheckoutDeps, createCheckout } from "./create-checkout";
import type { CreateCheckoutBody } from "./create-checkout.schema";

export type CreateByHandDeps = Omit<CreateCheckoutDeps, "checkouts"> & {
  checkoutDesk: CheckoutDesk;
  projects: Pick<ProjectStore, "findById">;
};

/**
 * Creates a checkout in the dashboard; the merchant hands its address to the customer.
 *
 * @returns the checkout, and how many webhook deliveries are due for it
 * @throws CheckoutError FORBIDDEN, and the errors of `createCheckout`
 */
export async function createByHand(
  deps: CreateByHandDeps,
  access: ProjectAccess,
  body: CreateCheckoutBody,
): Promise<{ checkout: Checkout; deliveries: number }> {
  access.require("checkouts.create");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const checkouts = deps.checkoutDesk.withAuditActor(access.userId);
  return createCheckout({ ...deps, checkouts }, project, "dashboard", body);
}
