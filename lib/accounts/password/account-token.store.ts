import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";

export type AccountTokenPurpose = "SETUP" | "PASSWORD_RESET" | "SECOND_FACTOR" | "WALLET_NONCE";

export type NewAccountToken = {
  /** SHA-256 of the token's text, hex. */
  hash: string;
  purpose: AccountTokenPurpose;
  userId: string | null;
  /** It goes out in a letter alone: whoever shows it reads that mailbox. */
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
  /** How many of this purpose were issued to a person since then, whatever became of them. */
  countIssued(userId: string, purpose: AccountTokenPurpose, since: Date): Promise<number>;
};

/** One-time secrets of sign-in in Postgres, by their hashes. */
export function createAccountTokenStore({ pool }: Pick<Database, "pool">): AccountTokenStore {
  return {
    issue: (token) => insert(pool, token),
    replace: (token) =>
      transact(pool, async (connection) => {
        await voidAccountTokens(connection, token.userId, [token.purpose], token.at);
        await insert(connection, token);
      }),
    find: async (hash, purpose, at) => {
      const [row] = await run<Pick<TokenRow, "user_id">>(pool, findToken, [hash, purpose, at]);
      return row === undefined ? null : { userId: row.user_id };
    },
    use: (hash, purpose, at) => useAccountToken(pool, hash, purpose, at),
    countIssued: async (userId, purpose, since) =>
      (await run<{ count: number }>(pool, countIssued, [userId, purpose, since]))[0]?.count ?? 0,
  };
}

/** Uses a token up, alone or in a transaction that does what it is good for. */
export async function useAccountToken(
  connection: Queryable,
  hash: string,
  purpose: AccountTokenPurpose,
  at: Date,
): Promise<{ userId: string | null; mailed: boolean } | null> {
  const [row] = await run<TokenRow>(connection, useToken, [hash, purpose, at]);
  return row === undefined ? null : { userId: row.user_id, mailed: row.mailed };
}

/** Makes a person's tokens good for nothing; with null those that belong to nobody. */
export async function voidAccountTokens(
  connection: Queryable,
  userId: string | null,
  purposes: readonly AccountTokenPurpose[],
  at: Date,
): Promise<void> {
  await run(connection, voidTokens, [userId, purposes, at]);
}

type TokenRow = { user_id: string | null; mailed: boolean };

async function insert(connection: Queryable, token: NewAccountToken): Promise<void> {
  const { hash, purpose, userId, mailed = false, at, expiresAt } = token;
  await run(connection, insertToken, [hash, purpose, userId, mailed, at, expiresAt]);
}

const insertToken: Statement = {
  name: "account_token_issue",
  text: `
    INSERT INTO account_tokens (hash, purpose, user_id, mailed, created_at, expires_at)
    VALUES ($1, $2::account_token_purpose, $3, $4, $5, $6)`,
};

const voidTokens: Statement = {
  name: "account_tokens_void",
  text: `
    UPDATE account_tokens SET used_at = $3
    WHERE user_id IS NOT DISTINCT FROM $1 AND purpose = ANY($2::account_token_purpose[]) AND used_at IS NULL`,
};

const findToken: Statement = {
  name: "account_token_find",
  text: `
    SELECT user_id FROM account_tokens
    WHERE hash = $1 AND purpose = $2::account_token_purpose AND used_at IS NULL AND expires_at > $3`,
};

const useToken: Statement = {
  name: "account_token_use",
  text: `
    UPDATE account_tokens SET used_at = $3
    WHERE hash = $1 AND purpose = $2::account_token_purpose AND used_at IS NULL AND expires_at > $3
    RETURNING user_id, mailed`,
};

const countIssued: Statement = {
  name: "account_tokens_count_issued",
  text: `
    SELECT count(*)::int AS count FROM account_tokens
    WHERE user_id = $1 AND purpose = $2::account_token_purpose AND created_at > $3`,
};
