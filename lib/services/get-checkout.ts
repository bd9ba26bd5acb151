import type { Checkout } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import type { CheckoutStore } from "./ports/checkout-store";

/**
 * A checkout of the project.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function getCheckout(
  deps: { checkouts: CheckoutStore },
  projectId: string,
  checkoutId: string,
): Promise<Checkout> {
  const checkout = await deps.checkouts.find(projectId, checkoutId);
  if (checkout === null) throw checkoutNotFound();
  return checkout;
}

export function checkoutNotFound(): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_FOUND", "There is no such checkout.");
}
