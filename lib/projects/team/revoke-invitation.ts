import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { changeTeam, invitationNotFound, requireTouch, type TeamDeps, teamEntry } from "./team-deps";

/**
 * Withdraws an invitation: its link is good no more.
 * @throws CheckoutError FORBIDDEN, NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function revokeInvitation(
  deps: TeamDeps,
  access: ProjectAccess,
  invitationId: string,
): Promise<void> {
  const at = deps.clock.now();
  await changeTeam(deps, access, async (tx, actor) => {
    const open = await tx.invitation({ invitationId });
    if (open === null) throw invitationNotFound();
    requireTouch(actor, open.role);
    await tx.revokeInvitation(invitationId, at);
    const { email, role } = open;
    await tx.audit(teamEntry(access, "invitation_revoked", invitationId, { email, role }, at));
  });
}
