import { type Database, type PrismaTransaction, transactByPrisma } from "@/lib/platform/database";

export type AccountTokenPurpose = "SETUP" | "PASSWORD_RESET" | "SECOND_FACTOR" | "WALLET_NONCE";

export type NewAccountToken = {
  /** SHA-256 of the token's text, hex. */
  hash: string;
  purpose: AccountTokenPurpose;
  userId: string | null;
  /** Sent only by e-mail: its holder reads that mailbox. */
  mailed?: boolean;
  at: Date;
  expiresAt: Date;
};

/** One-time tokens, each for one purpose and a limited time. */
export type AccountTokenStore = {
  issue(token: NewAccountToken): Promise<void>;
  /** The same; earlier tokens of this purpose and person stop working. */
  replace(token: NewAccountToken): Promise<void>;
  /** Whether one is valid, without using it up. */
  find(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** Uses one up; only one of concurrent requests gets it. */
  use(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** How many of this purpose a person was issued since then, with any outcome. */
  countIssued(userId: string, purpose: AccountTokenPurpose, since: Date): Promise<number>;
};

/** One-time secrets of sign-in in Postgres, by their hashes. */
export function createAccountTokenStore({ prisma }: Pick<Database, "prisma">): AccountTokenStore {
  return {
    issue: (token) => insert(prisma, token),
    replace: (token) =>
      transactByPrisma({ prisma }, async (tx) => {
        await voidAccountTokens(tx, token.userId, [token.purpose], token.at);
        await insert(tx, token);
      }),
    find: (hash, purpose, at) =>
      prisma.accountToken.findFirst({
        where: { hash, purpose, usedAt: null, expiresAt: { gt: at } },
        select: { userId: true },
      }),
    use: (hash, purpose, at) => useAccountToken(prisma, hash, purpose, at),
    countIssued: (userId, purpose, since) =>
      prisma.accountToken.count({ where: { userId, purpose, createdAt: { gt: since } } }),
  };
}

/** Uses a token up, alone or in the transaction of its effect. */
export async function useAccountToken(
  tx: PrismaTransaction,
  hash: string,
  purpose: AccountTokenPurpose,
  at: Date,
): Promise<{ userId: string | null; mailed: boolean } | null> {
  const [used] = await tx.accountToken.updateManyAndReturn({
    where: { hash, purpose, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
    select: { userId: true, mailed: true },
  });
  return used ?? null;
}

/** Voids a person's tokens; null means those of no person. */
export async function voidAccountTokens(
  tx: PrismaTransaction,
  userId: string | null,
  purposes: AccountTokenPurpose[],
  at: Date,
): Promise<void> {
  await tx.accountToken.updateMany({
    where: { userId, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: at },
  });
}

async function insert(tx: PrismaTransaction, token: NewAccountToken): Promise<void> {
  const { hash, purpose, userId, mailed = false, at, expiresAt } = token;
  await tx.accountToken.create({ data: { hash, purpose, userId, mailed, createdAt: at, expiresAt } });
}
