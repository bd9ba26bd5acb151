import { useAccountToken, voidAccountTokens } from "@/lib/accounts/password/account-token.store";
import { revokeSessions } from "@/lib/accounts/sign-in/session.store";
import { type Database, run, type Statement, transact } from "@/lib/platform/database";
import { writeAudit } from "./audit.store";

/** Someone who may have a way into the dashboard. */
export type Person = {
  userId: string;
  /** Lower-case. */
  email: string;
  /** argon2id, PHC string; null for who has no password. */
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
  /** Whether any account was ever made here. */
  exist(): Promise<boolean>;
  findByEmail(email: string): Promise<Person | null>;
  find(userId: string): Promise<Person | null>;
  /**
   * Uses up a set-up token and makes the first account, in one transaction.
   *
   * @returns false when the token is not good, or somebody was first
   */
  makeFirst(account: NewPerson, tokenHash: string, at: Date): Promise<boolean>;
  /**
   * Uses up a token of a reset, sets the password, ends all of the person's sessions and voids what else was mailed
   * or waits for a second factor, in one transaction.
   *
   * @returns whose it was; null when the token is not good
   */
  resetPassword(
    tokenHash: string,
    passwordHash: string,
    at: Date,
  ): Promise<{ userId: string; email: string } | null>;
};

/** The people who sign in, in Postgres. */
export function createPeopleStore({ pool }: Pick<Database, "pool">): PeopleStore {
  return {
    exist: async () => (await run(pool, findAny)).length > 0,
    findByEmail: async (email) => toPerson(await run<PersonRow>(pool, findByEmail, [email])),
    find: async (userId) => toPerson(await run<PersonRow>(pool, findById, [userId])),

    makeFirst: ({ userId, email, name, passwordHash }, tokenHash, at) =>
      transact(pool, async (connection) => {
        await run(connection, lockPeople);
        if ((await useAccountToken(connection, tokenHash, "SETUP", at)) === null) return false;
        const made = await run(connection, insertFirst, [userId, email, name, passwordHash, at]);
        if (made.length === 0) return false;
        const entry = { projectId: null, userId, target: userId, details: null, at };
        await writeAudit(connection, { ...entry, action: "account.first_made" });
        return true;
      }),

    resetPassword: (tokenHash, passwordHash, at) =>
      transact(pool, async (connection) => {
        const token = await useAccountToken(connection, tokenHash, "PASSWORD_RESET", at);
        if (token === null || token.userId === null) return null;
        const { userId } = token;
        const [row] = await run<{ email: string }>(connection, setPassword, [
          userId,
          passwordHash,
          token.mailed ? at : null,
        ]);
        if (row === undefined) return null;
        await voidAccountTokens(connection, userId, ["PASSWORD_RESET", "SECOND_FACTOR"], at);
        await revokeSessions(connection, userId, null, at);
        const entry = { projectId: null, userId, target: userId, details: null, at };
        await writeAudit(connection, { ...entry, action: "account.password_reset" });
        return { userId, email: row.email };
      }),
  };
}

type PersonRow = {
  id: string;
  email: string;
  password_hash: string | null;
  has_second_factor: boolean;
  is_disabled: boolean;
};

function toPerson([row]: readonly PersonRow[]): Person | null {
  if (row === undefined) return null;
  return {
    userId: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    hasSecondFactor: row.has_second_factor,
    isDisabled: row.is_disabled,
  };
}

const columns = `
  id, email, password_hash, totp_enabled_at IS NOT NULL AS has_second_factor, disabled_at IS NOT NULL AS is_disabled`;

const findAny: Statement = { name: "people_any", text: "SELECT id FROM users LIMIT 1" };

const findByEmail: Statement = {
  name: "person_by_email",
  text: `SELECT ${columns} FROM users WHERE email = $1`,
};

const findById: Statement = { name: "person_by_id", text: `SELECT ${columns} FROM users WHERE id = $1` };

/** Two processes that start together print a token each: of two that are good, one makes the first account. */
const lockPeople: Statement = {
  name: "people_lock",
  text: "LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE",
};

const insertFirst: Statement = {
  name: "person_insert_first",
  text: `
    INSERT INTO users (id, email, name, password_hash, created_at)
    SELECT $1, $2, $3, $4, $5::timestamptz WHERE NOT EXISTS (SELECT FROM users)
    RETURNING id`,
};

/** Whoever had got in by another way is out: what else signed in has to be linked anew. */
const setPassword: Statement = {
  name: "person_reset_password",
  text: `
    WITH unlinked AS (DELETE FROM oauth_accounts WHERE user_id = $1)
    UPDATE users SET password_hash = $2, wallet_address = NULL, email_proven_at = coalesce(email_proven_at, $3)
    WHERE id = $1 AND disabled_at IS NULL RETURNING email`,
};
