import type { Role } from "@/lib/accounts/roles.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { endWhatTheyBegan } from "./end-what-they-began";
import {
  changeTeam,
  memberNotFound,
  requireAnotherOwner,
  requireGive,
  requireTouch,
  type TeamDeps,
  teamEntry,
} from "./team-deps";
import { tellOfRole } from "./tell-of-role";

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
