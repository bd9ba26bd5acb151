import type { Clock } from "@/lib/platform/clock.port";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { Member, OpenInvitation, TeamStore } from "./team.store";

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
