import { z } from "zod";
import type { AccountAction, ProjectAction } from "@/lib/accounts/action.schema";
import { address, text } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";

/** Of a shop, as its customers read it: one line of visible characters. */
export const projectName = text(80)
  .transform(oneLine)
  .refine((name) => name !== "", "Give it a name of visible characters.");

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
