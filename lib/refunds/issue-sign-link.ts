import type { Refund } from "@/lib/checkouts/refund.rules";
import type { NewClaimToken } from "@/lib/platform/claim-token.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { OwnRefundDeps } from "./approve-refund";
import { linkExpiry } from "./links";
import { type Actor, lockRefund, ownRefund } from "./lock-refund";

export type IssueLinkDeps = OwnRefundDeps & {
  newClaimToken: NewClaimToken;
  /** Origin of the customer's pages. */
  checkoutPageUrl: string;
};

/**
 * A link to the page on which the merchant's wallet signs a refund; the one before opens nothing any more. It may be
 * opened as often as it takes: what is signed pays only the address that the refund names.
 *
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_SIGNABLE
 */
export async function issueSignLink(
  deps: IssueLinkDeps,
  by: Actor,
  refundId: string,
): Promise<{ refund: Refund; signUrl: string }> {
  const found = await ownRefund(deps, by, refundId);
  const { token, hash } = deps.newClaimToken();
  return deps.refunds.transaction(async (tx) => {
    const { refund } = await lockRefund(tx, found);
    if (refund.status !== "AWAITING_SIGNATURE") {
      throw new CheckoutError(
        "REFUND_NOT_SIGNABLE",
        `Only a refund that is AWAITING_SIGNATURE waits for the merchant's wallet; this one is ${refund.status}.`,
      );
    }
    const now = deps.clock.now();
    await tx.saveLink(refund.id, "sign", { hash, expiresAt: linkExpiry(now) });
    await tx.audit({
      projectId: refund.projectId,
      userId: by.userId,
      action: "refund.sign_link_issued",
      target: refund.id,
      details: null,
      at: now,
    });
    return { refund, signUrl: `${deps.checkoutPageUrl}/r/${token}` };
  });
}
