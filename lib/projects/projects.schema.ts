import { z } from "zod";
import type { AccountAction, ProjectAction } from "@/lib/accounts/action.schema";
import { address, inputId, text } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";

/** Of a shop, as its customers read it: one line of visible characters. */
export const projectName = text(80)
  .transform(oneLine)
  .refine((name) => name !== "", "Enter a name.");

/** Who makes a project is in none yet. */
export const foundingActions = {
  createProject: {
    fresh: false,
    input: z.object({ name: projectName, settlementWallet: address }),
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
    output: z.object({}),
  },
} as const satisfies Record<string, ProjectAction>;

/** After how many days a new key ends by itself. */
export const keyLives = [7, 30, 90, 365] as const;

const keyId = inputId("key", "key");

const newKey = z.object({
  expiresInDays: z.literal(keyLives).nullable().describe("Null for one that ends only when it is revoked."),
});

const rotation = z.object({
  keyId,
  overlap: z.boolean().describe("Whether the old key goes on for 24 hours."),
});

const madeKey = z.object({ keyId, key: z.string() });

const origin = text(300);

const origins = z.object({ origins: z.array(z.string()) });

/** What is done with keys, by kind: who may do it differs, and so does what it takes. */
export const keyActions = {
  createApiKey: { permission: "keys.manage", fresh: true, input: newKey, output: madeKey },
  rotateApiKey: { permission: "keys.manage", fresh: true, input: rotation, output: madeKey },
  revokeApiKey: { permission: "keys.manage", fresh: true, input: z.object({ keyId }), output: z.object({}) },
  createServerKey: { permission: "keys.manageServer", fresh: true, input: newKey, output: madeKey },
  rotateServerKey: { permission: "keys.manageServer", fresh: true, input: rotation, output: madeKey },
  revokeServerKey: {
    permission: "keys.manageServer",
    fresh: true,
    input: z.object({ keyId }),
    output: z.object({}),
  },
  allowOrigin: { permission: "origins.manage", fresh: true, input: z.object({ origin }), output: origins },
  forbidOrigin: { permission: "origins.manage", fresh: true, input: z.object({ origin }), output: origins },
} as const satisfies Record<string, ProjectAction>;
