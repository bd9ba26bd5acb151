import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";

/** What a person has, or is setting up, beside the password. */
export type SecondFactor = {
  email: string;
  /** Base32; null when none was begun, or the key that opens it is lost. */
  secret: string | null;
  /** Null while the secret waits for its first code. */
  enabledAt: Date | null;
};

/** Reads and writes inside one database transaction. */
export type SecondFactorTransaction = {
  /**
   * Makes whatever else concerns this person's ways to sign in wait.
   * @returns null for someone unknown or disabled
   */
  lock(userId: string): Promise<SecondFactor | null>;
  /** How often this act of theirs was written down after that time. */
  countActs(userId: string, action: string, since: Date): Promise<number>;
  /** Puts a secret in the place of what there is; it waits for its first code. */
  begin(userId: string, secret: string): Promise<void>;
  enable(userId: string, at: Date): Promise<void>;
  /** Takes a time step's code. @returns false when one of it or of a later step was taken before */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Uses up a recovery code. @returns false for one that is unknown or used */
  takeRecoveryCode(userId: string, hash: string, at: Date): Promise<boolean>;
  /** Those before open nothing any more. */
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>;
  /** Forgets the secret and the recovery codes. */
  remove(userId: string): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type SecondFactorStore = {
  transaction<T>(work: (tx: SecondFactorTransaction) => Promise<T>): Promise<T>;
  /** How many recovery codes are left. */
  countRecoveryCodes(userId: string): Promise<number>;
};

/** Second factors in Postgres; their secrets sealed for the person they belong to. */
export function createSecondFactorStore(
  { pool }: Pick<Database, "pool">,
  secretBox: SecretBox,
): SecondFactorStore {
  return {
    transaction: (work) =>
      transact(pool, (connection) => work(secondFactorTransaction(connection, secretBox))),
    countRecoveryCodes: async (userId) => {
      const [row] = await run<{ count: number }>(pool, countRecoveryCodes, [userId]);
      return row?.count ?? 0;
    },
  };
}

type FactorRow = { email: string; totp_secret: string | null; totp_enabled_at: Date | null };

function secondFactorTransaction(connection: Queryable, secretBox: SecretBox): SecondFactorTransaction {
  return {
    lock: async (userId) => {
      const [row] = await run<FactorRow>(connection, lockUser, [userId]);
      if (row === undefined) return null;
      const { email, totp_secret: sealed, totp_enabled_at: enabledAt } = row;
      return { email, secret: sealed === null ? null : opened(secretBox, sealed, userId), enabledAt };
    },
    countActs: async (userId, action, since) => {
      const [row] = await run<{ count: number }>(connection, countActs, [userId, action, since]);
      return row?.count ?? 0;
    },
    begin: async (userId, secret) => {
      await run(connection, saveSecret, [userId, secretBox.seal(secret, userId)]);
    },
    enable: async (userId, at) => {
      await run(connection, enable, [userId, at]);
    },
    takeStep: async (userId, step) => (await run(connection, takeStep, [userId, step])).length > 0,
    takeRecoveryCode: async (userId, hash, at) =>
      (await run(connection, takeRecoveryCode, [userId, hash, at])).length > 0,
    replaceRecoveryCodes: async (userId, hashes) => {
      await run(connection, deleteRecoveryCodes, [userId]);
      await run(connection, insertRecoveryCodes, [userId, hashes]);
    },
    remove: async (userId) => {
      await run(connection, removeSecret, [userId]);
      await run(connection, deleteRecoveryCodes, [userId]);
    },
    audit: (entry) => writeAudit(connection, entry),
  };
}

/** One that was sealed under a key which is lost fits no code; its owner comes in by a recovery code and begins anew. */
function opened(secretBox: SecretBox, sealed: string, userId: string): string | null {
  try {
    return secretBox.open(sealed, userId);
  } catch {
    return null;
  }
}

const lockUser: Statement = {
  name: "second_factor_lock",
  text: `
    SELECT email, totp_secret, totp_enabled_at FROM users
    WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE`,
};

const countActs: Statement = {
  name: "second_factor_count_acts",
  text: `
    SELECT count(*)::int AS count FROM (
      SELECT FROM audit_log WHERE user_id = $1 AND action = $2 AND created_at > $3 ORDER BY id DESC LIMIT 1000
    ) AS acts`,
};

const saveSecret: Statement = {
  name: "second_factor_begin",
  text: "UPDATE users SET totp_secret = $2, totp_enabled_at = NULL, totp_last_step = NULL WHERE id = $1",
};

const enable: Statement = {
  name: "second_factor_enable",
  text: "UPDATE users SET totp_enabled_at = $2 WHERE id = $1",
};

/** The lock makes two that come together wait for each other; this holds without it, too. */
const takeStep: Statement = {
  name: "second_factor_take_step",
  text: `
    UPDATE users SET totp_last_step = $2
    WHERE id = $1 AND (totp_last_step IS NULL OR totp_last_step < $2) RETURNING id`,
};

const removeSecret: Statement = {
  name: "second_factor_remove",
  text: "UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = NULL WHERE id = $1",
};

const takeRecoveryCode: Statement = {
  name: "recovery_codes_take",
  text: `
    UPDATE recovery_codes SET used_at = $3
    WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING hash`,
};

const deleteRecoveryCodes: Statement = {
  name: "recovery_codes_delete",
  text: "DELETE FROM recovery_codes WHERE user_id = $1",
};

const insertRecoveryCodes: Statement = {
  name: "recovery_codes_insert",
  text: "INSERT INTO recovery_codes (user_id, hash) SELECT $1, hash FROM unnest($2::text[]) AS hash",
};

const countRecoveryCodes: Statement = {
  name: "recovery_codes_count",
  text: "SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL",
};
