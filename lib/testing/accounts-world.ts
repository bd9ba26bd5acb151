import { createPublicClient, http } from "viem";
import type { OwnAccountStore } from "@/lib/accounts/own-account.store";
import { createOwnAccountStore } from "@/lib/accounts/own-account.store";
import type { PasswordHasher } from "@/lib/accounts/password/password-hasher";
import { createPasswordHasher } from "@/lib/accounts/password/password-hasher";
import { createAccountTokenStore, createPeopleStore, type PeopleStore } from "@/lib/accounts/people.store";
import {
  hashRecoveryCode,
  newRecoveryCode,
  type SecondFactorDeps,
  totp,
} from "@/lib/accounts/second-factor/second-factor";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import type { SessionStore } from "@/lib/accounts/sign-in/session.store";
import { createSessionStore } from "@/lib/accounts/sign-in/session.store";
import type { ThrottleDeps } from "@/lib/accounts/sign-in/sign-in";
import type { WalletProofDeps } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import { signInMessages } from "@/lib/accounts/sign-in/sign-in-messages.chain";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import type { MailStore } from "@/lib/letters/mail.store";
import { createMailStore } from "@/lib/letters/mail.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import { newId, noon } from "./builders";
import { openTestStores, type TestStores } from "./stores";

export type AccountsWorld = {
  stores: TestStores;
  deps: SecondFactorDeps &
    WalletProofDeps &
    ThrottleDeps & {
      people: PeopleStore;
      ownAccounts: OwnAccountStore;
      sessions: SessionStore;
      passwords: PasswordHasher;
      mail: { letters: MailStore };
    };
  /** What the clock shows; noon at first. */
  now: Date;
  /** Someone with a password, which is "x" to no hasher. */
  createUser(account?: {
    email?: string;
    passwordHash?: string | null;
  }): Promise<{ userId: string; email: string }>;
  /** An open session of theirs, begun now. */
  openSession(userId: string): Promise<string>;
  /** What the person is on record with, oldest first. */
  acts(userId: string): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * People and their ways to sign in, with the real adapters on a database of its own.
 *
 * @param chains asked whether a contract signed
 */
export async function openAccountsWorld(
  chains: readonly { chainId: number; rpcUrls: readonly string[] }[] = [],
): Promise<AccountsWorld> {
  const stores = await openTestStores();
  const { database } = stores;
  const sessions = createSessionStore(database);
  const world: AccountsWorld = {
    stores,
    now: noon,
    deps: {
      clock: { now: () => world.now },
      chains,
      dashboardUrl: "https://pay.example",
      ownAccounts: createOwnAccountStore(database),
      people: createPeopleStore(database),
      sessions,
      mail: { letters: createMailStore(database) },
      passwords: createPasswordHasher(),
      rateLimiter: createRateLimiter(database),
      signInLimits: { perAccount: 5, perClient: 100 },
      secondFactors: createSecondFactorStore(database, createSecretBox(Buffer.alloc(32, 7))),
      totp,
      newRecoveryCode,
      hashRecoveryCode,
      signInMessages,
      accountTokens: createAccountTokenStore(database),
      verifyMessage: createMessageVerifier(chains),
      reader: (chainId) => ({
        hasCode: async (address) => {
          const [url] = chains.find((chain) => chain.chainId === chainId)?.rpcUrls ?? [];
          return (await createPublicClient({ transport: http(url) }).getCode({ address })) !== undefined;
        },
      }),
    },
    createUser: async ({ email = `${newId("usr")}@shop.example`, passwordHash = "$argon2id$x" } = {}) => {
      const { id } = await database.prisma.user.create({
        data: { id: newId("usr"), email, passwordHash, createdAt: noon },
      });
      return { userId: id, email };
    },
    openSession: async (userId) => {
      const id = newId("ses");
      const expiresAt = new Date(world.now.getTime() + 86_400_000);
      const times = { createdAt: world.now, lastSeenAt: world.now, authenticatedAt: world.now, expiresAt };
      const client = { userAgent: "Test", clientAddress: "127.0.0.1", clientNetwork: "127.0.0.1" };
      await database.prisma.session.create({ data: { id, userId, method: "password", ...client, ...times } });
      return id;
    },
    acts: async (userId) => {
      const rows = await database.prisma.auditLog.findMany({ where: { userId }, orderBy: { id: "asc" } });
      return rows.map(({ action }) => action);
    },
    close: () => stores.close(),
  };
  return world;
}
