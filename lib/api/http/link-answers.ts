import "server-only";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { type PaymentLinkResource, toPaymentLinkResource } from "@/lib/checkouts/links/payment-link.schema";
import type { CountedLink } from "@/lib/checkouts/links/payment-links";

/** A payment link as its merchant's server sees it. */
export function linkResource(link: CountedLink): PaymentLinkResource {
  return toPaymentLinkResource(link, getCheckouts().checkoutPageUrl);
}
