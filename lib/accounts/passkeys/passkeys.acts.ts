import { z } from "zod";
import { newPasskey, passkeyId, passkeyRequest } from "@/lib/accounts/account.schema";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import { act } from "@/lib/platform/acts";
import { nothing, text } from "@/lib/platform/primitives.schema";
import { addPasskey, askPasskey, beginPasskey, removePasskey } from "./passkeys";

/** A person's passkeys. */
export const passkeyActs = {
  /** The challenge of a passkey, as a proof of identity. */
  ask: act(
    { fresh: false },
    async (parts: AccountParts, { signedIn, withChallenge }: ByPerson) =>
      withChallenge(await askPasskey(parts, signedIn.userId)),
    { account: { name: "askPasskey", output: passkeyRequest, show: ({ options }) => ({ options }) } },
  ),
  begin: act(
    { fresh: true },
    async (parts: AccountParts, { signedIn, withChallenge }: ByPerson) =>
      withChallenge(await beginPasskey(parts, signedIn)),
    {
      account: {
        name: "beginPasskey",
        output: z.object({ options: z.custom<PublicKeyCredentialCreationOptionsJSON>() }),
        show: ({ options }) => ({ options }),
      },
    },
  ),
  add: act(
    { fresh: true, input: z.object({ name: text(100), made: newPasskey }) },
    (parts: AccountParts, { signedIn, browserSecret }: ByPerson, given) =>
      addPasskey(parts, signedIn, given, browserSecret),
    { account: { name: "addPasskey", output: nothing } },
  ),
  remove: act(
    { fresh: true, ids: { passkeyId } },
    (parts: AccountParts, { signedIn }: ByPerson, given) =>
      removePasskey(parts, signedIn.userId, given.passkeyId),
    { account: { name: "removePasskey", output: nothing } },
  ),
};
