import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { endWhatTheyBegan } from "./end-what-they-began";
import {
  changeTeam,
  memberNotFound,
  requireAnotherOwner,
  requireTouch,
  type TeamDeps,
  teamEntry,
} from "./team-deps";
import { tellOfRole } from "./tell-of-role";

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
