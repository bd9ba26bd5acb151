import { z } from "zod";
import { type AccountAction, type ProjectAction, walletProof } from "@/lib/accounts/account.schema";
import { roles } from "@/lib/accounts/roles.rules";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address, inputId, nothing, says, text } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/values/one-line.rules";

/** A shop's name for its customers: one line of visible characters. */
export const projectName = text(80)
  .transform(oneLine)
  .refine((name) => name !== "", says(fault("accounts.enterName")));

/** The creator of a project is not in a project yet. */
export const foundingActions = {
  createProject: {
    fresh: false,
    input: z.object({
      name: projectName,
      settlementWallet: address,
      /** Given when the wallet was connected, not typed. */
      walletProof: walletProof.optional(),
      /** Names the payment link that the project begins with. */
      linkName: text(200).optional(),
    }),
    output: z.object({ projectId: z.string() }),
  },
  checkWallet: {
    fresh: false,
    input: z.object({ wallet: address }),
    output: z.object({
      /** Unknown while a network does not answer and no other shows a contract. */
      kind: z.enum(["key", "contract", "unknown"]),
      deployedOn: z.array(z.string()),
      missingOn: z.array(z.string()),
    }),
  },
} as const satisfies Record<string, AccountAction>;

export const projectLifeActions = {
  deleteProject: {
    permission: "project.delete",
    fresh: true,
    input: z.object({ name: text(400) }),
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;

const userId = inputId("usr", "person");

const invitationId = inputId("inv", "invitation");

const role = z.enum(roles);

const email = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine(isMailAddress, says(fault("fields.onePlainEmail")));

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
