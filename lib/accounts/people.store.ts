import { useAccountToken, voidAccountTokens } from "@/lib/accounts/password/account-token.store";
import { revokeSessions } from "@/lib/accounts/sign-in/session.store";
import { type Database, type Statement, statementsOf, transactByPrisma } from "@/lib/platform/database";
import type { User } from "@/prisma/generated/client";
import { writeAudit } from "./audit.store";

/** A person who may sign in to the dashboard. */
export type Person = {
  userId: string;
  /** Lower-case. */
  email: string;
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
export function createPeopleStore({ prisma }: Pick<Database, "prisma">): PeopleStore {
  return {
    exist: async () => (await prisma.user.findFirst({ select: { id: true } })) !== null,
    findByEmail: async (email) => toPerson(await prisma.user.findUnique({ where: { email } })),
    find: async (id) => toPerson(await prisma.user.findUnique({ where: { id } })),

    makeFirst: ({ userId, email, name, passwordHash }, tokenHash, at) =>
      transactByPrisma({ prisma }, async (tx) => {
        await tx.$executeRawUnsafe(lockPeople.text);
        if ((await useAccountToken(tx, tokenHash, "SETUP", at)) === null) return false;
        if ((await tx.user.findFirst({ select: { id: true } })) !== null) return false;
        await tx.user.create({ data: { id: userId, email, name, passwordHash, createdAt: at } });
        const entry = { projectId: null, userId, target: userId, details: null, at };
        await writeAudit(statementsOf(tx), { ...entry, action: "account.first_made" });
        return true;
      }),

    resetPassword: (tokenHash, passwordHash, at) =>
      transactByPrisma({ prisma }, async (tx) => {
        const token = await useAccountToken(tx, tokenHash, "PASSWORD_RESET", at);
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
  const { id: userId, email, passwordHash, totpEnabledAt, disabledAt } = user;
  return {
    userId,
    email,
    passwordHash,
    hasSecondFactor: totpEnabledAt !== null,
    isDisabled: disabledAt !== null,
  };
}

/** Two processes that start together print a token each: only one of them may create the first account. SQL: lock. */
const lockPeople: Statement = {
  name: "people_lock",
  text: "LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE",
};
