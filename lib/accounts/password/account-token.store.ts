import { type Database, type PrismaTransaction, transactByPrisma } from "@/lib/platform/database";

export type AccountTokenPurpose = "SETUP" | "PASSWORD_RESET" | "SECOND_FACTOR" | "WALLET_NONCE";

export type NewAccountToken = {
  /** SHA-256 of the token's text, hex. */
  hash: string;
  purpose: AccountTokenPurpose;
  userId: string | null;
  /** It goes out in a letter alone: anyone who shows it reads that mailbox. */
  mailed?: boolean;
  at: Date;
  expiresAt: Date;
};

/** Secrets that are good for one thing, once, for a while. */
export type AccountTokenStore = {
  issue(token: NewAccountToken): Promise<void>;
  /** The same; those of this purpose and person that were there before are good for nothing any more. */
  replace(token: NewAccountToken): Promise<void>;
  /** Looks whether one is good, and leaves it so. */
  find(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** Uses one up; of many requests at the same time one gets it. */
  use(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** How many of this purpose were issued to a person since then, regardless of its outcome. */
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

/** Uses a token up, alone or in a transaction that does what it is good for. */
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

/** Makes a person's tokens good for nothing; with null those that belong to no one. */
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
