import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
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
