import "server-only";
import type { z } from "zod";
import { finishSecondFactor } from "@/lib/accounts/finish-second-factor";
import { passwordInput, secondFactorInput } from "@/lib/accounts/sign-in.schema";
import { signInByPassword } from "@/lib/accounts/sign-in-by-password";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { readSecondStep } from "./second-step";
import type { Proven, SignInAttempt } from "./sign-in-attempt";
import { byWallet } from "./wallet-way-in";

/** A way to sign in by what a page posts, to `/api/auth/callback/<its name>`. */
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
    if (step === null) throw new CheckoutError("UNAUTHORIZED", "That took too long. Sign in again.");
    const { userId } = await finishSecondFactor(deps, { token: step.token, code }, client);
    return { userId, method: step.method, complete: true };
  },
};

export const waysIn: Readonly<Record<string, WayIn>> = {
  password: byPassword,
  wallet: byWallet,
  "second-factor": bySecondFactor,
};
