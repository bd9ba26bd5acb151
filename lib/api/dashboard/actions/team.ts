import "server-only";
import { changeRole } from "@/lib/projects/team/change-role";
import { invite } from "@/lib/projects/team/invite";
import { removeMember } from "@/lib/projects/team/remove-member";
import { renewInvitation } from "@/lib/projects/team/renew-invitation";
import { revokeInvitation } from "@/lib/projects/team/revoke-invitation";
import type { SentInvitation } from "@/lib/projects/team/send-invitation";
import type { teamActions } from "@/lib/projects/team.schema";
import type { ProjectHandlers } from "./handler";

export const teamHandlers: ProjectHandlers<typeof teamActions> = {
  changeRole: async ({ deps, access, input }) => {
    await changeRole(deps, access, input);
    return {};
  },
  removeMember: async ({ deps, access, input }) => {
    await removeMember(deps, access, input.userId);
    return {};
  },
  leaveProject: async ({ deps, access }) => {
    await removeMember(deps, access, access.userId);
    return {};
  },
  invite: async ({ deps, access, input }) => sentView(await invite(deps, access, input)),
  renewInvitation: async ({ deps, access, input }) =>
    sentView(await renewInvitation(deps, access, input.invitationId)),
  revokeInvitation: async ({ deps, access, input }) => {
    await revokeInvitation(deps, access, input.invitationId);
    return {};
  },
};

function sentView({ expiresAt, ...sent }: SentInvitation) {
  return { ...sent, expiresAt: expiresAt.toISOString() };
}
