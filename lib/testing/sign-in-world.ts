import type {
  AcceptInvitationDeps,
  IssueSetupDeps,
  JoinDeps,
  MakeFirstDeps,
} from "@/lib/accounts/new-account";
import type { PasswordHasher } from "@/lib/accounts/password/password-hasher";
import type { RequestResetDeps, ResetPasswordDeps } from "@/lib/accounts/password/reset-password";
import { createAccountTokenStore, createPeopleStore } from "@/lib/accounts/people.store";
import { hashRecoveryCode, totp } from "@/lib/accounts/second-factor/second-factor";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import type { ClientFacts, SessionStore } from "@/lib/accounts/sign-in/session.store";
import { createSessionStore } from "@/lib/accounts/sign-in/session.store";
import type { EnterDeps, FinishDeps, PasswordSignInDeps } from "@/lib/accounts/sign-in/sign-in";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { Letter } from "@/lib/letters/mail.store";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createInvitationStore } from "@/lib/projects/team/invitation.store";
import { newId, noon } from "./builders";
import { openTestStores, type TestStores } from "./stores";

type SignInDeps = EnterDeps &
  FinishDeps &
  AcceptInvitationDeps &
  JoinDeps &
  RequestResetDeps &
  ResetPasswordDeps &
  IssueSetupDeps &
  MakeFirstDeps &
  PasswordSignInDeps & { sessions: SessionStore };

/** The door of the dashboard with the real stores, a clock that tests move, and passwords that cost nothing. */
export type SignInWorld = {
  stores: TestStores;
  deps: SignInDeps;
  now: Date;
  letters: Letter[];
  /** What passwords were compared with, one after the other; null for nothing. */
  compared: (string | null)[];
  person(password?: string | null): Promise<{ userId: string; email: string }>;
  /** A browser of its own. */
  client(): ClientFacts;
  close(): Promise<void>;
};

/** Proof of the password that people have here by default. */
export const passwordProof = { passwordHash: "$plain$correct horse battery" };

export async function openSignInWorld(): Promise<SignInWorld> {
  const stores = await openTestStores();
  const { database } = stores;
  let clients = 0;
  const passwords: PasswordHasher = {
    hash: async (password) => `$plain$${password}`,
    verify: async (hash, password) => {
      world.compared.push(hash);
      return hash === `$plain$${password}`;
    },
  };
  const world: SignInWorld = {
    stores,
    now: noon,
    letters: [],
    compared: [],
    deps: {
      clock: { now: () => world.now },
      newId,
      newClaimToken,
      hashClaimToken,
      passwords,
      people: createPeopleStore(database),
      accountTokens: createAccountTokenStore(database),
      sessions: createSessionStore(database),
      invitations: createInvitationStore(database),
      secondFactors: createSecondFactorStore(database, createSecretBox(Buffer.alloc(32, 1))),
      totp,
      hashRecoveryCode,
      rateLimiter: createRateLimiter(database, { now: () => world.now }),
      signInLimits: { perAccount: 5, perClient: 8 },
      dashboardUrl: "https://pay.example",
      mail: {
        letters: {
          write: async (letters) => world.letters.push(...letters),
          has: async () => false,
          hasDue: async () => false,
          claimDue: async () => [],
          record: async () => true,
          giveUp: async () => undefined,
          writeNotices: async () => 0,
        },
      },
    },
    person: async (password = "correct horse battery") => {
      const email = `${newId("usr")}@shop.example`;
      const passwordHash = password === null ? null : await passwords.hash(password);
      const { userId } = await stores.admin.createUser({ email, passwordHash, at: noon });
      return { userId, email };
    },
    client: () => {
      clients += 1;
      const address = `192.0.2.${clients}`;
      return { userAgent: "Test", address, network: address };
    },
    close: () => stores.close(),
  };
  return world;
}
