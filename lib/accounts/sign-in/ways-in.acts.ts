import { z } from "zod";
import { walletProof, walletQuestion } from "@/lib/accounts/account.schema";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import { unlinkProvider } from "./sign-in-by-provider";
import { askWallet, linkWallet, unlinkWallet } from "./sign-in-by-wallet";
import type { ByPerson } from "./signed-in";

/** The wallet and the providers that sign a person in. */
export const wayInActs = {
  /** The text that a wallet signs. */
  askWallet: act(
    {
      fresh: false,
      input: walletQuestion.extend({ purpose: z.enum(["link", "confirm", "settle"]) }),
    },
    (parts: AccountParts, { signedIn: { userId, email } }: ByPerson, { purpose, ...wallet }) =>
      askWallet(parts, wallet, { kind: purpose, userId, email }),
    {
      account: {
        name: "askWallet",
        output: z.object({ message: z.string() }),
        show: ({ message }) => ({ message }),
      },
    },
  ),
  linkWallet: act(
    { fresh: true, input: walletProof },
    (parts: AccountParts, { signedIn }: ByPerson, proof) => linkWallet(parts, signedIn, proof),
    { account: { name: "linkWallet", output: nothing } },
  ),
  unlinkWallet: act(
    { fresh: true },
    (parts: AccountParts, { signedIn }: ByPerson) => unlinkWallet(parts, signedIn.userId),
    { account: { name: "unlinkWallet", output: nothing } },
  ),
  unlinkProvider: act(
    { fresh: true, input: z.object({ provider: z.enum(["google", "github"]) }) },
    (parts: AccountParts, { signedIn }: ByPerson, { provider }) =>
      unlinkProvider(parts, signedIn.userId, provider),
    { account: { name: "unlinkProvider", output: nothing } },
  ),
};
