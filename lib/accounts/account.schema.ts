import { z } from "zod";
import { inputId } from "@/lib/platform/input-id.schema";
import { text } from "@/lib/platform/primitives.schema";
import type { AccountAction } from "./action.schema";
import { walletProof, walletQuestion } from "./wallet-proof.schema";

const nothing = z.object({});
const password = text(1_024);
const code = text(100).refine((typed) => typed.trim() !== "", "Fill in the code.");
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** What people do to their own accounts. */
export const ownAccountActions = {
  /** Shows anew who asks, for what needs it fresh. */
  reauthenticate: {
    fresh: false,
    input: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("password"), password: password.min(1, "Fill in your password.") }),
      z.object({ kind: z.literal("code"), code }),
      walletProof.extend({ kind: z.literal("wallet") }),
    ]),
    output: nothing,
  },
  askWallet: {
    fresh: false,
    input: walletQuestion.extend({ purpose: z.enum(["link", "confirm"]) }),
    output: z.object({ message: z.string() }),
  },
  rename: { fresh: false, input: z.object({ name: text(100) }), output: nothing },
  /** The current password is the proof. */
  changePassword: {
    fresh: false,
    input: z.object({ current: password.min(1, "Fill in your password."), next: password }),
    output: nothing,
  },
  /** The first of an account that is signed in otherwise. */
  setPassword: { fresh: true, input: z.object({ next: password }), output: nothing },
  beginSecondFactor: {
    fresh: true,
    input: nothing,
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: { fresh: true, input: z.object({ code }), output: recoveryCodes },
  renewRecoveryCodes: { fresh: true, input: nothing, output: recoveryCodes },
  removeSecondFactor: { fresh: true, input: nothing, output: nothing },
  linkWallet: { fresh: true, input: walletProof, output: nothing },
  unlinkWallet: { fresh: true, input: nothing, output: nothing },
  unlinkProvider: {
    fresh: true,
    input: z.object({ provider: z.enum(["google", "github"]) }),
    output: nothing,
  },
  endSession: { fresh: false, input: z.object({ sessionId: inputId("ses", "session") }), output: nothing },
  endOtherSessions: { fresh: false, input: nothing, output: z.object({ ended: z.int() }) },
} as const satisfies Record<string, AccountAction>;
