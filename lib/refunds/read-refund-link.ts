import type { Refund } from "@/lib/checkouts/refund.rules";
import type { RefundLink } from "@/lib/checkouts/refund-link.schema";
import { type LinkDeps, openLink } from "./links";
import { type PrepareSignatureDeps, prepareSignature } from "./prepare-signature";
import type { LinkedRefund, RefundStore } from "./refund-store.port";

export type ReadLinkDeps = Omit<LinkDeps, "refunds"> &
  PrepareSignatureDeps & {
    refunds: Pick<RefundStore, "findByLink" | "readCheckout">;
  };

/**
 * The refund that a link opens, for the customer who names an address or the wallet that signs. Reading it
 * uses nothing up, and a link that was used tells how the refund goes on until its time is over.
 *
 * @throws CheckoutError REFUND_LINK_NOT_FOUND for one that was never made, is replaced, or is over
 */
export async function readRefundLink(deps: ReadLinkDeps, token: string): Promise<RefundLink> {
  const found = await openLink(deps, token);
  return showLink(deps, found, found.refund);
}

/** The link's refund as it is now. */
export async function showLink(
  deps: PrepareSignatureDeps & Pick<ReadLinkDeps, "refunds">,
  { purpose, merchantName, logoDigest, accentColor, expiresAt }: LinkedRefund,
  refund: Refund,
): Promise<RefundLink> {
  const locked =
    purpose === "sign" && refund.status === "AWAITING_SIGNATURE"
      ? await deps.refunds.readCheckout(refund.projectId, refund.checkoutId, refund)
      : null;
  return {
    refund,
    merchantName,
    logoDigest,
    accentColor,
    link: purpose,
    expiresAt,
    call: locked === null ? null : prepareSignature(deps, locked, refund),
  };
}
