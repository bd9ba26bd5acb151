import { z } from "zod";
import { factorCode } from "@/lib/accounts/account.schema";
import type { AccountParts, PeopleParts } from "@/lib/accounts/accounts.parts";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import { act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeLostFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor";

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A person's second factor. */
export const secondFactorActs = {
  begin: act(
    { fresh: true },
    (parts: AccountParts, { signedIn }: ByPerson) => beginSecondFactor(parts, signedIn.userId),
    {
      account: {
        name: "beginSecondFactor",
        output: z.object({ secret: z.string(), uri: z.string() }),
        show: (begun) => begun,
      },
    },
  ),
  confirm: act(
    { fresh: true, input: z.object({ code: factorCode }) },
    (parts: AccountParts, { signedIn }: ByPerson, { code }) =>
      confirmSecondFactor(parts, signedIn.userId, code),
    { account: { name: "confirmSecondFactor", output: recoveryCodes, show: (codes) => codes } },
  ),
  renewRecoveryCodes: act(
    { fresh: true },
    (parts: AccountParts, { signedIn }: ByPerson) => renewRecoveryCodes(parts, signedIn.userId),
    { account: { name: "renewRecoveryCodes", output: recoveryCodes, show: (codes) => codes } },
  ),
  remove: act(
    { fresh: true },
    (parts: AccountParts, { signedIn }: ByPerson) => removeSecondFactor(parts, signedIn.userId),
    { account: { name: "removeSecondFactor", output: nothing } },
  ),
  removeLost: act(
    { ids: { email: z.string() } },
    (parts: PeopleParts, _, { email }) => removeLostFactor(parts, email),
    {
      command: {
        name: "second-factor-off",
        says: "turns off two-factor authentication for a person who lost it",
        reads: true,
        anywhere: true,
        word: "EMAIL",
        show: (_, __, { email }) => [
          `${email} now signs in without a second factor and can set up a new one.`,
        ],
      },
    },
  ),
};
