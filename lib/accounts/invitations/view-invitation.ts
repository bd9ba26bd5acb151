import type { InvitationStore, Invited } from "@/lib/accounts/invitation-store.port";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";

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
