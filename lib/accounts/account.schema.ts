import { z } from "zod";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address, chainId, nothing, says, text } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { Permission } from "./roles.rules";

/** The wallet that will sign, and its network. */
export const walletQuestion = z.object({ address, chainId });

/** Our text (EIP-4361) and the wallet's signature of it. */
export const walletProof = z.object({
  message: text(2_000),
  signature: z
    .string()
    .max(4_098)
    .regex(/^0x([0-9a-fA-F]{2})+$/, says(fault("fields.hex")))
    .transform((value) => value.toLowerCase() as Hex),
});

/** Bytes of WebAuthn, as JSON has them. */
const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/, says(fault("fields.base64url")));

export const passkeyId = base64url(1_400);

/** A passkey's signature, as a browser returns it. */
export const passkeyAnswer = z.object({
  id: passkeyId,
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(8_000),
  userHandle: base64url(100).optional(),
});

/** A new passkey, as a browser returns it. */
export const newPasskey = z.object({
  id: passkeyId,
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(16_000),
  transports: z.array(z.string().max(20)).max(10),
});

/** A challenge for the passkeys of this browser. */
export const passkeyRequest = z.object({ options: z.custom<PublicKeyCredentialRequestOptionsJSON>() });

/** Of an app or a recovery code, to begin with. */
export const factorCode = text(100).refine((typed) => typed.trim() !== "", says(fault("fields.enterCode")));

const email = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .refine(isMailAddress, says(fault("fields.emailLike")));

/** Longer than any valid value, so that a rule can name the fault, and short enough to cost nothing. */
const passwordOfSignIn = z
  .string()
  .min(1, says(fault("fields.enterPassword")))
  .max(1_024, says(fault("fields.tooLong")));

/** Any malformed token gets the same answer as an unknown one. */
const token = z.string().max(200);

const name = z
  .string()
  .max(100, says(fault("fields.useAtMost", { most: 100 })))
  .transform((text) => text.trim())
  .transform((text) => (text === "" ? null : text));

/** The result of the last step of signing in. */
export const signInAnswer = z.object({ next: z.enum(["SIGNED_IN", "SECOND_FACTOR"]) });

export type SignInAnswer = z.output<typeof signInAnswer>;

export const passwordInput = z.object({ email, password: passwordOfSignIn });

/** @property email whose passkey it must be, if a page knows */
export const passkeyInput = z.object({ answer: passkeyAnswer, email: email.optional() });

export const secondFactorInput = z.object({
  code: z
    .string()
    .min(1, says(fault("fields.enterCode")))
    .max(100),
});

const done = z.object({ done: z.literal(true) });

/** Public steps besides signing in; each schema states its answer. */
export const entrySteps = {
  /** Creates the first account. */
  setup: {
    input: z.object({
      token: token.transform((text) => text.trim()),
      email,
      name,
      password: passwordOfSignIn,
    }),
    output: done,
  },
  /** Requests a reset link, for any address. */
  requestReset: { input: z.object({ email }), output: done },
  resetPassword: { input: z.object({ token, password: passwordOfSignIn }), output: done },
  /** Creates the account of an invited person. */
  join: {
    input: z.object({ token, name, password: passwordOfSignIn }),
    output: z.object({ email: z.string(), projectId: z.string() }),
  },
  /** The text that a wallet signs to sign in. */
  askWallet: { input: walletQuestion, output: z.object({ message: z.string() }) },
  /** The challenge that a passkey signs to sign in. */
  askPasskey: { input: nothing, output: passkeyRequest },
  /** Adds a signed-in person to the project that invited them. */
  accept: { input: z.object({ token }), output: z.object({ projectId: z.string() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type EntryStep = keyof typeof entrySteps;

/** A member's action in a project, from the dashboard. */
export type ProjectAction = {
  permission: Permission;
  input: z.ZodType;
  /** The browser's answer; nothing else leaves the server. */
  output: z.ZodType;
  /**
   * Whether it needs a proof of identity within the last minutes. Each action decides: an old session must not change
   * prices, keys or receivers.
   */
  fresh: boolean;
};

/** A person's action on their own account. */
export type AccountAction = Omit<ProjectAction, "permission" | "fresh"> & {
  /** Or only of an account with a second factor. */
  fresh: boolean | "second_factor";
};

/** An action's input as a browser sends it. */
export type SentInputOf<Action extends { input: z.ZodType }> = z.input<Action["input"]>;
export type OutputOf<Action extends { output: z.ZodType }> = z.output<Action["output"]>;

/** How long a proof of identity counts as fresh. */
export const freshForMs = 10 * minuteMs;
