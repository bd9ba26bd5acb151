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
