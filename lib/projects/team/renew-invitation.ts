import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { invitationLifeMs } from "@/lib/projects/team.rules";
import type { InviteDeps } from "./invite";
import { limitInvitations } from "./limit-invitations";
import { type SentInvitation, sendInvitation } from "./send-invitation";
import { changeTeam, invitationNotFound, requireGive, teamEntry } from "./team-deps";

/**
 * A new link for an invitation that waits, good for another seven days; the one before is good no more.
 *
 * @throws CheckoutError FORBIDDEN, NOT_FOUND, RATE_LIMIT_EXCEEDED, PROJECT_NOT_FOUND
 */
export async function renewInvitation(
  deps: InviteDeps,
  access: ProjectAccess,
  invitationId: string,
): Promise<SentInvitation> {
  const at = deps.clock.now();
  const { token, hash: tokenHash } = deps.newClaimToken();
  const expiresAt = new Date(at.getTime() + invitationLifeMs);
  const renewed = await changeTeam(deps, access, async (tx, actor) => {
    const open = await tx.invitation({ invitationId });
    if (open === null) throw invitationNotFound();
    requireGive(actor, open.role);
    await limitInvitations(tx, access, open.email, at);
    await tx.renewInvitation(
      { invitationId, tokenHash, mailed: deps.mail !== null, expiresAt },
      access.userId,
    );
    const { email, role } = open;
    await tx.audit(teamEntry(access, "invitation_renewed", invitationId, { email, role }, at));
    return { email, role, projectName: tx.projectName };
  });
  return sendInvitation(deps, access, { invitationId, ...renewed, token, expiresAt }, at);
}
