import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { inputId } from "@/lib/platform/input-id.schema";
import { text } from "@/lib/platform/primitives.schema";

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
