import { z } from "zod";
import { type AccountAction, type ProjectAction, walletProof } from "@/lib/accounts/account.schema";
import { roles } from "@/lib/accounts/roles.rules";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address, inputId, nothing, says, text } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { keyLives, keyScopes } from "@/lib/projects/keys/api-key.rules";

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

const keyId = inputId("key", "key");

const newKey = z.object({
  expiresInDays: z.literal(keyLives).nullable().describe("Null for a key that never expires."),
});

const newServerKey = newKey.extend({ scope: z.enum(keyScopes).default("all") });

const rotation = z.object({
  keyId,
  overlap: z.boolean().describe("Whether the old key works for another 24 hours."),
});

const madeKey = z.object({ keyId, key: z.string() });

const origin = text(300);

const origins = z.object({ origins: z.array(z.string()) });

/** Actions on keys, by kind: permission and confirmation differ. */
export const keyActions = {
  createApiKey: { permission: "keys.manage", fresh: true, input: newKey, output: madeKey },
  rotateApiKey: { permission: "keys.manage", fresh: true, input: rotation, output: madeKey },
  revokeApiKey: { permission: "keys.manage", fresh: true, input: z.object({ keyId }), output: nothing },
  createServerKey: { permission: "keys.manageServer", fresh: true, input: newServerKey, output: madeKey },
  rotateServerKey: { permission: "keys.manageServer", fresh: true, input: rotation, output: madeKey },
  revokeServerKey: {
    permission: "keys.manageServer",
    fresh: true,
    input: z.object({ keyId }),
    output: nothing,
  },
  allowOrigin: { permission: "origins.manage", fresh: true, input: z.object({ origin }), output: origins },
  forbidOrigin: { permission: "origins.manage", fresh: true, input: z.object({ origin }), output: origins },
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
