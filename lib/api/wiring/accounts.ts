import "server-only";
import { createOwnAccountStore } from "@/lib/accounts/own-account.store";
import { createPasskeyStore } from "@/lib/accounts/passkeys/passkey.store";
import { createPasswordHasher } from "@/lib/accounts/password/passwords";
import { createAccountTokenStore, createPeopleStore } from "@/lib/accounts/people.store";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import { createSessionStore } from "@/lib/accounts/sign-in/session.store";
import { signInMessages } from "@/lib/accounts/sign-in/sign-in-messages.chain";
import { perProcess } from "@/lib/platform/process/per-process";
import { getHttp } from "./http";
import { getProcess } from "./process";
import { getProjects } from "./projects";

export type AccountDeps = ReturnType<typeof getAccounts>;

/** People, and the ways in which they sign in. */
export const getAccounts = perProcess("accounts", () => {
  const { settings, database, secretBox, common } = getProcess();
  const { chains, reader, verifyMessage, mail, invitations } = getProjects();
  return {
    ...common,
    chains,
    reader,
    verifyMessage,
    rateLimiter: getHttp().rateLimiter,
    mail,
    invitations,
    sessions: createSessionStore(database),
    secondFactors: createSecondFactorStore(database, secretBox),
    signInLimits: {
      perAccount: settings.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      perClient: settings.RATE_LIMIT_SIGN_IN_IP_PER_MINUTE,
    },
    passwords: createPasswordHasher(),
    accountTokens: createAccountTokenStore(database),
    passkeys: createPasskeyStore(database),
    people: createPeopleStore(database),
    ownAccounts: createOwnAccountStore(database),
    signInMessages,
  };
});
