import type { Refund } from "@/lib/checkouts/refund.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { isClaimable } from "./claim-refund";
import type { IssueLinkDeps } from "./issue-sign-link";
import { linkExpiry } from "./links";
import { type Actor, lockRefund, ownRefund } from "./lock-refund";

/**
 * A new link at which the customer names an address; the one before opens nothing any more.
 *
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_CLAIMABLE (an address is named already, or it is over)
 */
export async function reissueClaim(
  deps: IssueLinkDeps,
  by: Actor,
  refundId: string,
): Promise<{ refund: Refund; claimUrl: string }> {
  const found = await ownRefund(deps, by, refundId);
  const { token, hash } = deps.newClaimToken();
  return deps.refunds.transaction(async (tx) => {
    const { refund } = await lockRefund(tx, found);
    if (!isClaimable(refund)) {
      throw new CheckoutError(
        "REFUND_NOT_CLAIMABLE",
        `Only a refund without an address has a link to name one; this one is ${refund.status}.`,
      );
    }
    const now = deps.clock.now();
    await tx.saveLink(refund.id, "claim", { hash, expiresAt: linkExpiry(now) });
    await tx.audit({
      projectId: refund.projectId,
      userId: by.userId,
      action: "refund.claim_reissued",
      target: refund.id,
      details: null,
      at: now,
    });
    return { refund, claimUrl: `${deps.checkoutPageUrl}/r/${token}` };
  });
}
