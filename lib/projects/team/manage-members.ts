import { type Role, roles } from "@/lib/accounts/roles.rules";
import type { Clock } from "@/lib/platform/clock";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { endsWith } from "./team.rules";
import type { Member, OpenInvitation, TeamStore, TeamTransaction } from "./team.store";
import {
  changeTeam,
  memberNotFound,
  requireAnotherOwner,
  requireGive,
  requireTouch,
  type TeamDeps,
  teamEntry,
} from "./team-deps";
import { tellOfRole } from "./team-letters";

/**
 * Withdraws what somebody began and may not begin any more: a link that they sent to themselves would let them in
 * again, and a wallet that they named would be paid tomorrow.
 *
 * @param role what they are from now on; null for nothing
 */
async function endWhatTheyBegan(
  tx: TeamTransaction,
  access: ProjectAccess,
  userId: string,
  role: Role | null,
  at: Date,
): Promise<void> {
  const ends = endsWith(role);
  if (ends.invitations !== "none")
    await tx.revokeInvitationsOf(userId, ends.invitations === "all" ? roles : ["OWNER"], at);
  if (!ends.walletChange) return;
  const changeId = await tx.cancelWalletChangeOf(userId, at);
  if (changeId === null) return;
  await tx.audit({
    projectId: access.projectId,
    userId: access.userId,
    action: "project.wallet_change_cancelled",
    target: changeId,
    details: { reason: "Who asked for it is no owner any more." },
    at,
  });
}

/**
 * Makes a member something else. It holds from their next click on. Who may do less from then on is told by letter.
 *
 * @throws CheckoutError FORBIDDEN where an admin would make or touch an owner; CONFLICT where no owner would be
 *   left; NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function changeRole(
  deps: TeamDeps,
  access: ProjectAccess,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  const at = deps.clock.now();
  await changeTeam(deps, access, async (tx, actor) => {
    const before = await tx.roleOf(userId);
    if (before === null) throw memberNotFound();
    requireTouch(actor, before);
    requireGive(actor, role);
    if (before === role) return;
    if (before === "OWNER") await requireAnotherOwner(tx, userId);
    await tx.setRole(userId, role);
    await tx.audit(teamEntry(access, "role_changed", userId, { before, after: role }, at));
    await endWhatTheyBegan(tx, access, userId, role, at);
    await tellOfRole(deps, tx, access, { userId, before, after: role }, at);
  });
}

/**
 * Takes a member out of the project, or lets somebody leave: what they began there is withdrawn with it. Keys belong to
 * the project and go on; owners and admins are told how many server keys the person may know.
 *
 * @throws CheckoutError FORBIDDEN where an admin would remove an owner; CONFLICT where no owner would be left;
 *   NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function removeMember(deps: TeamDeps, access: ProjectAccess, userId: string): Promise<void> {
  const at = deps.clock.now();
  const leaves = userId === access.userId;
  await changeTeam(deps, access, async (tx, actor) => {
    const role = await tx.roleOf(userId);
    if (role === null) throw memberNotFound();
    if (!leaves) requireTouch(actor, role);
    if (role === "OWNER") await requireAnotherOwner(tx, userId);
    await tx.remove(userId);
    await tx.audit(teamEntry(access, leaves ? "left" : "removed", userId, { role }, at));
    await endWhatTheyBegan(tx, access, userId, null, at);
    await tellOfRole(deps, tx, access, { userId, before: role, after: null }, at);
  });
}

/** Who is in the project, and who is asked to join. Whom somebody asked is shown to those who may ask. */
export async function getTeam(
  { clock, team }: { clock: Clock; team: Pick<TeamStore, "members" | "invitations"> },
  access: ProjectAccess,
): Promise<{ members: Member[]; invitations: OpenInvitation[] }> {
  access.require("team.read");
  const [members, invitations] = await Promise.all([
    team.members(access.projectId, clock.now()),
    access.may("team.manage") ? team.invitations(access.projectId) : [],
  ]);
  return { members, invitations };
}
