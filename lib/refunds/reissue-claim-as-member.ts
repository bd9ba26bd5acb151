import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { IssueLinkDeps } from "./issue-sign-link";
import { ownRefund } from "./lock-refund";
import { reissueClaim } from "./reissue-claim";

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
  const asked = access.as("refunds.request");
  const refund = await ownRefund(deps, asked, refundId);
  return reissueClaim(deps, refund.viaApi ? asked : access.as("refunds.approve"), refundId);
}
