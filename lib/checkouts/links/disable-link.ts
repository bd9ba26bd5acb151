import type { PaymentLinkStore } from "@/lib/checkouts/payment-link.store";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";

/**
 * Closes a link for good; the checkouts that it made go on.
 *
 * @throws CheckoutError FORBIDDEN, NOT_FOUND for an unknown link and, alike, for another project's
 */
export async function disableLink(
  { clock, paymentLinks }: { clock: Clock; paymentLinks: Pick<PaymentLinkStore, "disable"> },
  access: Acting,
  linkId: string,
): Promise<void> {
  const at = clock.now();
  const entry = {
    ...access.as("links.manage"),
    action: "payment_link.disabled",
    target: linkId,
    details: null,
    at,
  } as const;
  const found = await paymentLinks.disable(access.projectId, linkId, at, entry);
  if (!found) throw new CheckoutError("NOT_FOUND", "There is no such payment link.");
}
