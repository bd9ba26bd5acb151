import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type CreateCheckoutDeps, createCheckout } from "@/lib/checkouts/create-checkout";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { acceptedLocalToken, type TestToolDeps } from "./apply-test-tool";

/**
 * Makes a checkout to be tried on a local chain: 12.50 US dollars, for half an hour.
 *
 * @returns the checkout, and how many webhook deliveries are due for it
 * @throws CheckoutError NOT_FOUND where there are no test tools, FORBIDDEN, CONFLICT; and what `createCheckout` does
 */
export async function createTestCheckout(
  deps: CreateCheckoutDeps & Pick<TestToolDeps, "localChains" | "projects">,
  access: ProjectAccess,
): Promise<{ checkout: Checkout; deliveries: number }> {
  access.require("testTools.use");
  if (deps.localChains === null) throw new CheckoutError("NOT_FOUND", "There are no test tools here.");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const token = acceptedLocalToken(deps.chains, project, null);
  const body = { fiatAmount: "12.50", fiatCurrency: "USD", itemName: "Test order", ...token };
  return createCheckout(deps, project, "dashboard", body);
}
