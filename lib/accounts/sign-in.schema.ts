import { z } from "zod";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { walletQuestion } from "./wallet-proof.schema";

const email = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .refine(isMailAddress, "That does not look like an e-mail address.");

/** However long, so that a rule can say what is wrong with it; never so long that it costs anything. */
const password = z.string().min(1, "Fill in your password.").max(1_024, "This is too long.");

/** As this service makes them; anything else is as wrong as one that nobody has. */
const token = z.string().max(200);

const name = z
  .string()
  .max(100, "Use at most 100 characters.")
  .transform((text) => text.trim())
  .transform((text) => (text === "" ? null : text));

/** What the last step of signing in answers. */
export const signInAnswer = z.object({ next: z.enum(["SIGNED_IN", "SECOND_FACTOR"]) });
export type SignInAnswer = z.output<typeof signInAnswer>;

export const passwordInput = z.object({ email, password });
export const secondFactorInput = z.object({ code: z.string().min(1, "Fill in the code.").max(100) });

/** There is nothing to tell beside that it is done. */
const done = z.object({ done: z.literal(true) });

/** What strangers do at the door, beside signing in; each answers what its schema says. */
export const entrySteps = {
  /** Makes the first account. */
  setup: {
    input: z.object({ token: token.transform((text) => text.trim()), email, name, password }),
    output: done,
  },
  /** Asks for a link, whoever has the address. */
  requestReset: { input: z.object({ email }), output: done },
  resetPassword: { input: z.object({ token, password }), output: done },
  /** Makes the account of somebody invited. */
  join: {
    input: z.object({ token, name, password }),
    output: z.object({ email: z.string(), projectId: z.string() }),
  },
  /** The text that a wallet signs, to sign in with it. */
  askWallet: { input: walletQuestion, output: z.object({ message: z.string() }) },
  /** Lets whoever is signed in into the project they were invited to. */
  accept: { input: z.object({ token }), output: z.object({ projectId: z.string() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type EntryStep = keyof typeof entrySteps;
