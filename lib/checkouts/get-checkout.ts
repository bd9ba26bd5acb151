import { CheckoutError } from "@/lib/platform/errors.rules";
import type { CheckoutDetails } from "./checkout.rules";
import type { CheckoutStore } from "./checkout.store";

/**
 * A checkout of the project with all that is recorded of it.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function getCheckout(
  deps: { checkouts: CheckoutStore },
  projectId: string,
  checkoutId: string,
): Promise<CheckoutDetails> {
  const details = await deps.checkouts.find(projectId, checkoutId);
  if (details === null) throw checkoutNotFound();
  return details;
}

export function checkoutNotFound(): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_FOUND", "There is no such checkout.");
}
