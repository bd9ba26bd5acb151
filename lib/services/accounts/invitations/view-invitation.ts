import type { HashClaimToken } from "../../ports/claim-token";
import type { Clock } from "../../ports/clock";
import type { InvitationStore, Invited } from "../../ports/dashboard/invitation-store";

/** What a link invites to; null for one that is not good. Looking accepts nothing: mail programs look first. */
export function viewInvitation(
  {
    clock,
    hashClaimToken,
    invitations,
  }: { clock: Clock; hashClaimToken: HashClaimToken; invitations: Pick<InvitationStore, "find"> },
  token: string,
): Promise<Invited | null> {
  return invitations.find(hashClaimToken(token), clock.now());
}
