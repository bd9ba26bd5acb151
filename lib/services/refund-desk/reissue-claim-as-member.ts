import type { ProjectAccess } from "../access/project-access";
import type { IssueLinkDeps } from "../refunds/issue-sign-link";
import { ownRefund } from "../refunds/lock-refund";
import { reissueClaim } from "../refunds/reissue-claim";

/**
 * A new link for a customer, asked for by a member. Whoever holds it says where the money goes: of a refund that no day's
 * limit bounded, an owner's own or one that the project's policy opened, only an owner gets it.
 *
 * @throws CheckoutError FORBIDDEN, REFUND_NOT_FOUND, REFUND_NOT_CLAIMABLE
 */
export async function reissueClaimAsMember(
  deps: IssueLinkDeps,
  access: ProjectAccess,
  refundId: string,
): Promise<{ claimUrl: string }> {
  access.require("refunds.request");
  const refund = await ownRefund(deps, access.actor, refundId);
  if (!refund.viaApi) access.require("refunds.approve");
  return reissueClaim(deps, access.actor, refundId);
}
