import { z } from "zod";
import { type AccountAction, walletProof } from "@/lib/accounts/account.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address, says, text } from "@/lib/platform/primitives.schema";
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
