import { z } from "zod";
import { roles } from "@/lib/accounts/roles.rules";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { act } from "@/lib/platform/acts";
import { fault } from "@/lib/platform/faults/fault.rules";
import { inputId, nothing, says } from "@/lib/platform/primitives.schema";
import type { ByMember } from "@/lib/projects/project-access";
import type { TeamParts } from "@/lib/projects/projects.parts";
import { invite, renewInvitation, revokeInvitation, type SentInvitation } from "./manage-invitations";
import { changeRole, removeMember } from "./manage-members";

const role = z.enum(roles);
const ofMember = { userId: inputId("usr", "person") };
const ofInvitation = { invitationId: inputId("inv", "invitation") };

const email = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine(isMailAddress, says(fault("fields.onePlainEmail")));

const sentInvitation = z.object({
  invitationId: z.string(),
  url: z.string().nullable().describe("Shown once; null when an e-mail delivers it."),
  expiresAt: z.iso.datetime(),
  mailed: z.boolean(),
});
const toSent = ({ expiresAt, ...sent }: SentInvitation) => ({ ...sent, expiresAt: expiresAt.toISOString() });

/** They require a fresh confirmation of identity: with a stolen session they could lock everyone else out. */
const managing = { permission: "team.manage", fresh: true } as const;

/** A project's members and those who are invited. */
export const teamActs = {
  changeRole: act(
    { ...managing, ids: ofMember, input: z.object({ role }) },
    (parts: TeamParts, { access }: ByMember, given) => changeRole(parts, access, given),
    { dashboard: { name: "changeRole", output: nothing } },
  ),
  remove: act(
    { ...managing, ids: ofMember },
    (parts: TeamParts, { access }: ByMember, { userId }) => removeMember(parts, access, userId),
    { dashboard: { name: "removeMember", output: nothing } },
  ),
  leave: act(
    { permission: "team.read", fresh: true },
    (parts: TeamParts, { access }: ByMember) => removeMember(parts, access, access.userId),
    { dashboard: { name: "leaveProject", output: nothing } },
  ),
  invite: act(
    { ...managing, input: z.object({ email, role }) },
    (parts: TeamParts, { access }: ByMember, given) => invite(parts, access, given),
    { dashboard: { name: "invite", output: sentInvitation, show: (sent) => toSent(sent) } },
  ),
  renewInvitation: act(
    { ...managing, ids: ofInvitation },
    (parts: TeamParts, { access }: ByMember, { invitationId }) =>
      renewInvitation(parts, access, invitationId),
    { dashboard: { name: "renewInvitation", output: sentInvitation, show: (sent) => toSent(sent) } },
  ),
  revokeInvitation: act(
    { ...managing, ids: ofInvitation },
    (parts: TeamParts, { access }: ByMember, { invitationId }) =>
      revokeInvitation(parts, access, invitationId),
    { dashboard: { name: "revokeInvitation", output: nothing } },
  ),
};
