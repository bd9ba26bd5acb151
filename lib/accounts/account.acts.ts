import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { fault } from "@/lib/platform/faults/fault.rules";
import { inputId, nothing, says, text } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { factorCode, passkeyAnswer, walletProof } from "./account.schema";
import type { AccountParts, PeopleParts } from "./accounts.parts";
import { changePassword, endOtherSessions, endSession, rename } from "./manage-profile";
import { issueSetupToken, setupTokenHours } from "./new-account";
import { issueResetLink, resetLinkMinutes } from "./password/reset-password";
import { reauthenticate } from "./reauthenticate";
import type { ByPerson } from "./sign-in/signed-in";

const password = text(1_024);
const ownPassword = password.min(1, says(fault("fields.enterPassword")));

type OriginParts = {
  /** Origin of the dashboard. @throws SettingsError when no setting names it */
  dashboardUrl: () => string;
};

/** What people do about their own accounts, and the operator for those who lost theirs. */
export const accountActs = {
  /** A fresh proof of identity, for actions that need it. */
  reauthenticate: act(
    {
      fresh: false,
      input: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("password"), password: ownPassword }),
        z.object({ kind: z.literal("code"), code: factorCode }),
        walletProof.extend({ kind: z.literal("wallet") }),
        z.object({ kind: z.literal("passkey"), answer: passkeyAnswer }),
      ]),
    },
    (parts: AccountParts, { signedIn, browserSecret }: ByPerson, proof) =>
      reauthenticate(parts, signedIn, proof.kind === "passkey" ? { ...proof, browserSecret } : proof),
    { account: { name: "reauthenticate", output: nothing } },
  ),
  rename: act(
    { fresh: false, input: z.object({ name: text(100) }) },
    (parts: AccountParts, { signedIn }: ByPerson, { name }) => rename(parts, signedIn.userId, name),
    { account: { name: "rename", output: nothing } },
  ),
  /** The current password is the proof; a second factor has to be proven too. */
  changePassword: act(
    { fresh: "second_factor", input: z.object({ current: ownPassword, next: password }) },
    (parts: AccountParts, { signedIn }: ByPerson, given) => changePassword(parts, signedIn, given),
    { account: { name: "changePassword", output: nothing } },
  ),
  /** The first password of an account that signs in another way. */
  setPassword: act(
    { fresh: true, input: z.object({ next: password }) },
    (parts: AccountParts, { signedIn }: ByPerson, { next }) =>
      changePassword(parts, signedIn, { current: null, next }),
    { account: { name: "setPassword", output: nothing } },
  ),
  endSession: act(
    { fresh: false, ids: { sessionId: inputId("ses", "session") } },
    (parts: AccountParts, { signedIn }: ByPerson, { sessionId }) =>
      endSession(parts, signedIn.userId, sessionId),
    { account: { name: "endSession", output: nothing } },
  ),
  endOtherSessions: act(
    { fresh: false },
    (parts: AccountParts, { signedIn }: ByPerson) => endOtherSessions(parts, signedIn),
    {
      account: {
        name: "endOtherSessions",
        output: z.object({ ended: z.int() }),
        show: ({ ended }) => ({ ended }),
      },
    },
  ),
  issueSetupToken: act(
    {},
    async (parts: PeopleParts) => {
      const token = await issueSetupToken(parts);
      if (token === null) throw new CheckoutError("CONFLICT", fault("commands.accountExists"));
      return token;
    },
    {
      command: {
        name: "setup-token",
        says: "prints a token to create the first account with",
        reads: true,
        anywhere: true,
        show: (token, { dashboardUrl }: OriginParts) => [
          `Setup token: ${token}`,
          `It works once, for ${setupTokenHours} hours, at ${dashboardUrl()}/dashboard/setup. Earlier tokens no longer work.`,
        ],
      },
    },
  ),
  issueResetLink: act(
    { ids: { email: z.string() } },
    (parts: PeopleParts & OriginParts, _, { email }) => issueResetLink(parts, email, parts.dashboardUrl()),
    {
      command: {
        name: "reset-link",
        says: "prints a link to set a new password with",
        reads: true,
        anywhere: true,
        word: "EMAIL",
        show: (link) => [
          link,
          `It works once, for ${resetLinkMinutes} minutes. Give it only to the owner of this address.`,
        ],
      },
    },
  ),
};
