import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { roles } from "@/lib/accounts/roles.rules";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { inputId } from "@/lib/platform/primitives.schema";

const userId = inputId("usr", "person");

const invitationId = inputId("inv", "invitation");

const role = z.enum(roles);

const email = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine(isMailAddress, "must be one plain e-mail address");

const nothing = z.object({});

const sent = z.object({
  invitationId: z.string(),
  url: z.string().nullable().describe("Shown once; null when an e-mail delivers it."),
  expiresAt: z.iso.datetime(),
  mailed: z.boolean(),
});

/**
 * Actions on a project's members. They require a fresh confirmation of identity: with a stolen session they could lock
 * everyone else out.
 */
export const teamActions = {
  changeRole: { permission: "team.manage", fresh: true, input: z.object({ userId, role }), output: nothing },
  removeMember: { permission: "team.manage", fresh: true, input: z.object({ userId }), output: nothing },
  leaveProject: { permission: "team.read", fresh: true, input: nothing, output: nothing },
  invite: { permission: "team.manage", fresh: true, input: z.object({ email, role }), output: sent },
  renewInvitation: {
    permission: "team.manage",
    fresh: true,
    input: z.object({ invitationId }),
    output: sent,
  },
  revokeInvitation: {
    permission: "team.manage",
    fresh: true,
    input: z.object({ invitationId }),
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;
