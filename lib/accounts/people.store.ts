import { deletePasskeysOf } from "@/lib/accounts/passkeys/passkey.store";
import {
  type FirstProof,
  lockPerson,
  lockProven,
  revokeSessions,
} from "@/lib/accounts/sign-in/session.store";
import {
  type Connections,
  countOf,
  type PrismaTransaction,
  type PruneBatch,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Prisma, User } from "@/prisma/generated/client";
import { writeAudit } from "./audit.store";

/** A person who may sign in to the dashboard. */
export type Person = {
  userId: string;
  /** Lower-case. */
  email: string;
  /** Of their e-mails, as stored; null for none. */
  language: string | null;
  /** argon2id, PHC string; null without a password. */
  passwordHash: string | null;
  hasSecondFactor: boolean;
  isDisabled: boolean;
};

export type NewPerson = {
  userId: string;
  email: string;
  name: string | null;
  passwordHash: string;
};

export type PeopleStore = {
  /** Whether this service ever had an account. */
  exist(): Promise<boolean>;
  findByEmail(email: string): Promise<Person | null>;
  find(userId: string): Promise<Person | null>;
  /**
   * Uses up a set-up token and creates the first account, in one transaction.
   *
   * @returns false when the token is invalid, or there is an account
   */
  makeFirst(account: NewPerson, tokenHash: string, at: Date): Promise<boolean>;
  /**
   * Uses up a reset token, sets the password, ends all of the person's sessions and voids their other mailed and
   * second-factor tokens, in one transaction.
   *
   * @returns the person; null when the token is invalid
   */
  resetPassword(
    tokenHash: string,
    passwordHash: string,
    at: Date,
  ): Promise<{ userId: string; email: string } | null>;
};

/** People and their passwords, in Postgres. */
export function createPeopleStore({ prisma }: Connections): PeopleStore {
  return {
    exist: async () => (await prisma.user.findFirst({ select: { id: true } })) !== null,
    findByEmail: async (email) => toPerson(await prisma.user.findUnique({ where: { email } })),
    find: async (id) => toPerson(await prisma.user.findUnique({ where: { id } })),

    makeFirst: ({ userId, email, name, passwordHash }, tokenHash, at) =>
      transactByPrisma({ prisma }, async (tx) => {
        await tx.$executeRawUnsafe(lockPeople.text);
        if ((await consumeAccountToken(tx, tokenHash, "SETUP", at)) === null) return false;
        if ((await tx.user.findFirst({ select: { id: true } })) !== null) return false;
        await tx.user.create({ data: { id: userId, email, name, passwordHash, createdAt: at } });
        const entry = { projectId: null, userId, target: userId, details: null, at };
        await writeAudit(statementsOf(tx), { ...entry, action: "account.first_made" });
        return true;
      }),

    resetPassword: (tokenHash, passwordHash, at) =>
      transactByPrisma({ prisma }, async (tx) => {
        // The person before the tokens, as for every other change of a person.
        const issued = await tx.accountToken.findUnique({ where: { hash: tokenHash } });
        if (issued === null || issued.userId === null) return null;
        await lockPerson(tx, issued.userId);
        const token = await consumeAccountToken(tx, tokenHash, "PASSWORD_RESET", at);
        if (token === null || token.userId === null) return null;
        const { userId } = token;
        // Every other way in ends: what else signed in has to be linked anew.
        const [row] = await tx.user.updateManyAndReturn({
          where: { id: userId, disabledAt: null },
          data: { passwordHash, walletAddress: null },
          select: { email: true },
        });
        if (row === undefined) return null;
        await tx.oauthAccount.deleteMany({ where: { userId } });
        await deletePasskeysOf(tx, userId);
        const unproven = { id: userId, emailProvenAt: null };
        if (token.mailed) await tx.user.updateMany({ where: unproven, data: { emailProvenAt: at } });
        await voidAccountTokens(tx, userId, ["PASSWORD_RESET", "SECOND_FACTOR"], at);
        await revokeSessions(tx, userId, null, at);
        const entry = { projectId: null, userId, target: userId, details: null, at };
        await writeAudit(statementsOf(tx), { ...entry, action: "account.password_reset" });
        return { userId, email: row.email };
      }),
  };
}

function toPerson(user: User | null): Person | null {
  if (user === null) return null;
  const { id: userId, email, language, passwordHash, totpEnabledAt, disabledAt } = user;
  return {
    userId,
    email,
    language,
    passwordHash,
    hasSecondFactor: totpEnabledAt !== null,
    isDisabled: disabledAt !== null,
  };
}

/**
 * Two processes that start together print a token each: only one of them may create the first account. SQL: Prisma
 * cannot lock a table.
 */
const lockPeople: Statement = {
  name: "people_lock",
  text: "LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE",
};

export type AccountTokenPurpose =
  | "SETUP"
  | "PASSWORD_RESET"
  | "SECOND_FACTOR"
  | "WALLET_NONCE"
  | "PASSKEY_CHALLENGE";

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
  /** @returns false, and issues nothing, when the person was issued `most` of this purpose after `since` */
  issue(token: NewAccountToken, limit?: { most: number; since: Date }): Promise<boolean>;
  /**
   * The same; earlier tokens of this purpose and person stop working.
   * @returns false, and changes nothing, when the proof, if given, no longer signs the person in
   */
  replace(token: NewAccountToken, proof?: FirstProof): Promise<boolean>;
  /** Whether one is valid, without using it up. */
  find(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** Uses one up; only one of concurrent requests gets it. */
  use(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
};

/** One-time secrets of sign-in in Postgres, by their hashes. */
export function createAccountTokenStore({ prisma }: Connections): AccountTokenStore {
  return {
    issue: (token, limit) =>
      transactByPrisma({ prisma }, async (tx) => {
        const { userId, purpose } = token;
        if (limit !== undefined && userId !== null) {
          await lockPerson(tx, userId);
          const where = { userId, purpose, createdAt: { gt: limit.since } };
          if ((await tx.accountToken.count({ where })) >= limit.most) return false;
        }
        await insert(tx, token);
        return true;
      }),
    replace: (token, proof) =>
      transactByPrisma({ prisma }, async (tx) => {
        const { userId, purpose, at } = token;
        if (proof !== undefined && userId !== null && (await lockProven(tx, userId, proof, at)) === null)
          return false;
        await voidAccountTokens(tx, userId, [purpose], at);
        await insert(tx, token);
        return true;
      }),
    find: (hash, purpose, at) =>
      prisma.accountToken.findFirst({
        where: { hash, purpose, usedAt: null, expiresAt: { gt: at } },
        select: { userId: true },
      }),
    use: (hash, purpose, at) => consumeAccountToken(prisma, hash, purpose, at),
  };
}

/** Uses a token up, alone or in the transaction of its effect. */
async function consumeAccountToken(
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

/** Deletes one-time sign-in secrets that ended at or before the time. */
export const pruneAccountTokens =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    countOf(prisma.accountToken.deleteMany({ where: { expiresAt: { lte: before } }, limit }));

/** @returns false when the address has an account */
export async function insertPerson(
  { user }: PrismaTransaction,
  person: Prisma.UserCreateManyInput,
): Promise<boolean> {
  return (await user.createMany({ data: [person], skipDuplicates: true })).count > 0;
}

/** Notes that the person reads the account's mailbox, unless it is known. */
export async function noteProvenEmail({ user }: PrismaTransaction, userId: string, at: Date): Promise<void> {
  await user.updateMany({ where: { id: userId, emailProvenAt: null }, data: { emailProvenAt: at } });
}
