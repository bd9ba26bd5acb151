import { fault } from "@/lib/platform/faults/fault.rules";
import "server-only";
import type { z } from "zod";
import {
  passkeyInput,
  passwordInput,
  secondFactorInput,
  walletProof,
  type walletQuestion,
} from "@/lib/accounts/account.schema";
import { askPasskey, authorizeByPasskey } from "@/lib/accounts/passkeys/passkeys";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { finishSecondFactor, signInByPassword, throttle } from "@/lib/accounts/sign-in/sign-in";
import { askWallet, authorizeByWallet } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { AccountDeps } from "@/lib/api/wiring/accounts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type Proven, readBrowserSecret, readSecondStep, type SignInAttempt, withChallenge } from "./session";

/** Sign-in by a linked wallet (EIP-4361). */
const byWallet: WayIn<typeof walletProof> = {
  input: walletProof,
  prove: async ({ deps, client }, proof) => {
    await throttle(deps, "wallet", null, client);
    return { ...(await authorizeByWallet(deps, proof)), method: "wallet" };
  },
};

/** The text that a wallet signs to sign in. Each is a row, so a client gets few. */
export async function askWalletToSignIn(
  deps: AccountDeps,
  question: z.output<typeof walletQuestion>,
  client: ClientFacts,
): Promise<{ message: string }> {
  await throttle(deps, "wallet", null, client);
  return askWallet(deps, question, { kind: "sign_in" });
}

/** Sign-in by a passkey, without an e-mail address or a second step. */
const byPasskey: WayIn<typeof passkeyInput> = {
  input: passkeyInput,
  prove: async ({ deps, client }, { answer, email }) => {
    await throttle(deps, "passkey", null, client);
    const browserSecret = await readBrowserSecret();
    const proven = await authorizeByPasskey(deps, { answer, browserSecret }, email ?? null);
    return { ...proven, method: "passkey" };
  },
};

/** The challenge that a passkey signs to sign in. Each is a row, so a client gets few. */
export async function askPasskeyToSignIn(deps: AccountDeps, client: ClientFacts) {
  await throttle(deps, "passkey-challenge", null, client);
  return withChallenge(await askPasskey(deps, null));
}

/** A posted sign-in, at `/api/auth/callback/<its name>`. */
export type WayIn<Input extends z.ZodObject = z.ZodObject> = {
  input: Input;
  prove(attempt: SignInAttempt, input: z.output<Input>): Promise<Proven>;
};

const byPassword: WayIn<typeof passwordInput> = {
  input: passwordInput,
  prove: async ({ deps, client }, input) => ({
    ...(await signInByPassword(deps, input, client)),
    method: "password",
  }),
};

const bySecondFactor: WayIn<typeof secondFactorInput> = {
  input: secondFactorInput,
  prove: async ({ deps, client }, { code }) => {
    const step = await readSecondStep();
    if (step === null) throw new CheckoutError("UNAUTHORIZED", fault("accounts.tookTooLong"));
    return { ...(await finishSecondFactor(deps, { token: step.token, code }, client)), method: step.method };
  },
};

export const waysIn: Readonly<Record<string, WayIn>> = {
  password: byPassword,
  passkey: byPasskey,
  wallet: byWallet,
  "second-factor": bySecondFactor,
};
