import type { Role } from "@/lib/accounts/roles.rules";
import type { NewClaimToken } from "@/lib/platform/claim-token.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { invitationLifeMs } from "@/lib/projects/team.rules";
import { limitInvitations } from "./limit-invitations";
import { type SentInvitation, sendInvitation } from "./send-invitation";
import { changeTeam, requireGive, type TeamDeps, teamEntry } from "./team-deps";

/** More people than a project has are a list to be sold to. */
const mostOpen = 100;

export type InviteDeps = TeamDeps & {
  newId: NewId;
  newClaimToken: NewClaimToken;
};

/**
 * Asks somebody to join the project, by a link that is mailed; without a mail server it is shown once to who asks.
 *
 * @param email lower-case
 * @throws CheckoutError FORBIDDEN where an admin would make an owner; CONFLICT for who is in the project or asked
 *   already; RATE_LIMIT_EXCEEDED; PROJECT_NOT_FOUND
 */
export async function invite(
  deps: InviteDeps,
  access: ProjectAccess,
  { email, role }: { email: string; role: Role },
): Promise<SentInvitation> {
  const at = deps.clock.now();
  const { token, hash: tokenHash } = deps.newClaimToken();
  const invitationId = deps.newId("inv");
  const expiresAt = new Date(at.getTime() + invitationLifeMs);
  const projectName = await changeTeam(deps, access, async (tx, actor) => {
    requireGive(actor, role);
    if (await tx.isMember(email)) throw refused("This person is in the project already.");
    const open = await tx.invitation({ email });
    if (open !== null && open.expiresAt > at)
      throw refused("This person is invited already. Send that invitation anew, or withdraw it.");
    if (open !== null) await tx.revokeInvitation(open.invitationId, at);
    if ((await tx.countInvitations()) >= mostOpen) {
      throw refused(`At most ${mostOpen} invitations can be open. Withdraw some first.`);
    }
    await limitInvitations(tx, access, email, at);
    await tx.insertInvitation(
      { invitationId, email, role, tokenHash, mailed: deps.mail !== null, expiresAt },
      access.userId,
      at,
    );
    await tx.audit(teamEntry(access, "invited", invitationId, { email, role }, at));
    return tx.projectName;
  });
  return sendInvitation(deps, access, { invitationId, email, role, projectName, token, expiresAt }, at);
}

function refused(message: string): CheckoutError {
  return new CheckoutError("CONFLICT", message, { param: "email" });
}
