import { createPublicClient, http } from "viem";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { createOwnAccountStore } from "@/lib/accounts/own-account.store";
import { createPasskeyStore } from "@/lib/accounts/passkeys/passkey.store";
import type { PasswordHasher } from "@/lib/accounts/password/passwords";
import { createAccountTokenStore, createPeopleStore } from "@/lib/accounts/people.store";
import type { Role } from "@/lib/accounts/roles.rules";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import { type ClientFacts, createSessionStore } from "@/lib/accounts/sign-in/session.store";
import { signInMessages } from "@/lib/accounts/sign-in/sign-in-messages.chain";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import { createMailStore, type Letter } from "@/lib/letters/mail.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";
import { createInvitationStore } from "@/lib/projects/team/invitation.store";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { newId, noon } from "../builders";
import { partsOf } from "../parts";
import type { World } from "../world";
import type { TestStores } from "./stores";

export type People = ReturnType<typeof peopleOf>;

/** Proof of the password that people have here by default. */
export const passwordProof = { passwordHash: "$plain$correct horse battery" };

/**
 * People and their ways to sign in, and passwords that cost nothing.
 *
 * @param chains asked whether a contract signed
 */
export function peopleOf(
  world: World,
  chains: readonly { chainId: number; rpcUrls: readonly string[] }[] = [],
) {
  const { database } = world.stores;
  let clients = 0;
  const letters: Letter[] = [];
  /** What passwords were compared with, one after the other; null for nothing. */
  const compared: (string | null)[] = [];
  const passwords: PasswordHasher = {
    hash: async (password) => `$plain$${password}`,
    verify: async (hash, password) => {
      compared.push(hash);
      return hash === `$plain$${password}`;
    },
  };
  return {
    letters,
    compared,
    deps: partsOf<AccountParts>({
      clock: world.deps.clock,
      newId,
      chains,
      dashboardUrl: "https://pay.example",
      ownAccounts: createOwnAccountStore(database),
      passkeys: createPasskeyStore(database),
      people: createPeopleStore(database),
      sessions: createSessionStore(database),
      invitations: createInvitationStore(database),
      accountTokens: createAccountTokenStore(database),
      secondFactors: createSecondFactorStore(database, createSecretBox(Buffer.alloc(32, 7))),
      passwords,
      rateLimiter: createRateLimiter(database, world.deps.clock),
      signInLimits: { perAccount: 5, perClient: 8 },
      signInMessages,
      verifyMessage: createMessageVerifier(chains),
      reader: (chainId: number) => ({
        hasCode: async (address: Hex) => {
          const [url] = chains.find((chain) => chain.chainId === chainId)?.rpcUrls ?? [];
          return (await createPublicClient({ transport: http(url) }).getCode({ address })) !== undefined;
        },
      }),
      mail: {
        letters: {
          ...createMailStore(database),
          write: async (written: readonly Letter[]) => letters.push(...written),
        },
      },
    }),
    createUser: async ({
      email = `${newId("usr")}@shop.example`,
      passwordHash = passwordProof.passwordHash,
    }: {
      email?: string;
      passwordHash?: string | null;
    } = {}) => {
      const { id } = await database.prisma.user.create({
        data: { id: newId("usr"), email, passwordHash, createdAt: noon },
      });
      return { userId: id, email };
    },
    /** An open session of theirs, begun now. */
    openSession: async (userId: string) => {
      const id = newId("ses");
      const expiresAt = new Date(world.now.getTime() + 86_400_000);
      const times = { createdAt: world.now, lastSeenAt: world.now, authenticatedAt: world.now, expiresAt };
      const client = { userAgent: "Test", clientAddress: "127.0.0.1", clientNetwork: "127.0.0.1" };
      await database.prisma.session.create({ data: { id, userId, method: "password", ...client, ...times } });
      return id;
    },
    /** The person's audit entries, oldest first. */
    acts: async (userId: string) => {
      const rows = await database.prisma.auditLog.findMany({ where: { userId }, orderBy: { id: "asc" } });
      return rows.map(({ action }) => action);
    },
    /** A browser of its own. */
    client: (): ClientFacts => {
      clients += 1;
      const address = `192.0.2.${clients}`;
      return { userAgent: "Test", address, network: address };
    },
  };
}

/** A new person with this role in the project, just signed in. */
export async function openTestAccess(
  { database }: Pick<TestStores, "database">,
  projectId: string,
  role: Role = "OWNER",
): Promise<ProjectAccess> {
  const userId = newId("usr");
  const email = `${userId}@example.com`;
  await database.prisma.user.create({ data: { id: userId, email } });
  await database.prisma.membership.create({ data: { userId, projectId, role } });
  const signedIn = {
    sessionId: newId("ses"),
    userId,
    email,
    name: null,
    hasPassword: false,
    walletAddress: null,
    hasSecondFactor: false,
    hasPasskey: false,
    language: null,
    authenticatedAt: noon,
  };
  return openProject({ memberships: createMembershipStore(database) }, signedIn, projectId);
}
