import { voidAccountTokens } from "@/lib/accounts/password/account-token.store";
import { revokeSessions } from "@/lib/accounts/sign-in/session.store";
import type { OauthLink, OauthProvider, OwnAccount } from "@/lib/accounts/sign-in/signed-in";
import type { Letter } from "@/lib/mail/mail.store";
import { insertMail } from "@/lib/mail/mail.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { logValues, pageStatement } from "@/lib/platform/lists/keyset";
import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type AuditEntry, writeAudit } from "./audit.store";

/** Something a person did. */
export type Activity = {
  id: bigint;
  action: string;
  details: AuditEntry["details"];
  /** Null for what they did to their own account. */
  project: { projectId: string; name: string } | null;
  at: Date;
};

/** Reads and writes inside one database transaction. */
export type OwnAccountTransaction = {
  /** Makes whatever else concerns this person's ways to sign in wait. @returns null for someone unknown or disabled */
  lock(userId: string): Promise<OwnAccount | null>;
  saveName(userId: string, name: string | null): Promise<void>;
  /** Tokens that were made under the one before are good for nothing any more. */
  savePassword(userId: string, passwordHash: string, at: Date): Promise<void>;
  /** @throws CheckoutError CONFLICT when it is another account's */
  saveWallet(userId: string, address: Hex | null): Promise<void>;
  /** @returns false when it is linked already, to whomever */
  addLink(userId: string, link: OauthLink, at: Date): Promise<boolean>;
  removeLinks(userId: string, provider: OauthProvider): Promise<void>;
  /** From now on the address is proven; one that was stays so since then. */
  proveEmail(userId: string, at: Date): Promise<void>;
  /**
   * Nothing but this provider signs the person in any more: no password, wallet, other provider, open session, nor
   * what was handed out to become one. @returns how many sessions ended
   */
  endOtherWaysIn(userId: string, provider: OauthProvider, at: Date): Promise<number>;
  /** Ends one of a person's sessions. @returns false when there is none such that is open */
  endSession(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of a person's sessions but one. @returns how many */
  endOtherSessions(userId: string, sessionId: string, at: Date): Promise<number>;
  audit(entry: AuditEntry): Promise<void>;
  /** They go out if this transaction is committed. */
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

export type OwnAccountStore = {
  transaction<T>(work: (tx: OwnAccountTransaction) => Promise<T>): Promise<T>;
  /** These find nobody who is disabled. */
  find(userId: string): Promise<OwnAccount | null>;
  findByWallet(address: Hex): Promise<{ userId: string } | null>;
  findByLink(link: OauthLink): Promise<{ userId: string } | null>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  activity(userId: string, place: LogPlace, limit: number): Promise<Activity[]>;
};

/** What people keep of their own accounts, in Postgres. */
export function createOwnAccountStore({ pool }: Pick<Database, "pool">): OwnAccountStore {
  const who = async (statement: Statement, values: readonly unknown[]) => {
    const [row] = await run<{ id: string }>(pool, statement, values);
    return row === undefined ? null : { userId: row.id };
  };
  return {
    transaction: (work) => transact(pool, (connection) => work(ownAccountTransaction(connection))),
    find: (userId) => readAccount(pool, userId),
    findByWallet: (address) => who(selectByWallet, [address]),
    findByLink: ({ provider, subject }) => who(selectByLink, [provider, subject]),
    activity: async (userId, place, limit) =>
      (await run<ActivityRow>(pool, selectActivity(place), [userId, limit, ...logValues(place)])).map(
        toActivity,
      ),
  };
}

function ownAccountTransaction(connection: Queryable): OwnAccountTransaction {
  const write = async (statement: Statement, values: readonly unknown[]) => {
    await run(connection, statement, values);
  };
  return {
    // Two statements: what is read beside a row that is waited for would be from before the wait.
    lock: async (userId) => {
      await run(connection, lockAccount, [userId]);
      return readAccount(connection, userId);
    },
    saveName: (...values) => write(updateName, values),
    savePassword: async (userId, passwordHash, at) => {
      await write(updatePassword, [userId, passwordHash]);
      await voidAccountTokens(connection, userId, ["PASSWORD_RESET", "SECOND_FACTOR"], at);
    },
    saveWallet: async (...values) => {
      try {
        await write(updateWallet, values);
      } catch (error) {
        if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
        throw new CheckoutError("CONFLICT", "This wallet signs in to another account.", { cause: error });
      }
    },
    addLink: async (userId, { provider, subject }, at) =>
      (await run(connection, insertLink, [provider, subject, userId, at])).length > 0,
    removeLinks: (...values) => write(deleteLinks, values),
    proveEmail: (...values) => write(proveEmail, values),
    endOtherWaysIn: async (userId, provider, at) => {
      await write(clearOtherWaysIn, [userId, provider]);
      await voidAccountTokens(connection, userId, ["PASSWORD_RESET", "SECOND_FACTOR", "WALLET_NONCE"], at);
      return revokeSessions(connection, userId, null, at);
    },
    endSession: async (...values) => (await run(connection, endSession, values)).length > 0,
    endOtherSessions: (...values) => revokeSessions(connection, ...values),
    audit: (entry) => writeAudit(connection, entry),
    write: async (letters, at) => {
      await insertMail(connection, letters, at);
    },
  };
}

/** Postgres' code. */
const uniqueViolation = "23505";

type AccountRow = {
  id: string;
  email: string;
  name: string | null;
  password_hash: string | null;
  wallet_address: Hex | null;
  has_second_factor: boolean;
  is_email_proven: boolean;
  links: OauthLink[];
};

async function readAccount(connection: Queryable, userId: string): Promise<OwnAccount | null> {
  const [row] = await run<AccountRow>(connection, selectAccount, [userId]);
  return row === undefined
    ? null
    : {
        userId: row.id,
        email: row.email,
        name: row.name,
        passwordHash: row.password_hash,
        walletAddress: row.wallet_address,
        hasSecondFactor: row.has_second_factor,
        links: row.links,
        isEmailProven: row.is_email_proven,
      };
}

type ActivityRow = {
  id: bigint;
  action: string;
  details: Activity["details"];
  project_id: string | null;
  project_name: string | null;
  created_at: Date;
};

function toActivity(row: ActivityRow): Activity {
  const { project_id: projectId, project_name: name } = row;
  return {
    id: row.id,
    action: row.action,
    details: row.details,
    project: projectId === null || name === null ? null : { projectId, name },
    at: row.created_at,
  };
}

const lockAccount: Statement = {
  name: "own_account_lock",
  text: "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE",
};

const selectAccount: Statement = {
  name: "own_account_find",
  text: `
    SELECT id, email, name, password_hash, wallet_address, totp_enabled_at IS NOT NULL AS has_second_factor,
      email_proven_at IS NOT NULL AS is_email_proven, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'subject', subject) ORDER BY created_at), '[]')
        FROM oauth_accounts WHERE user_id = person.id
      ) AS links
    FROM users AS person WHERE id = $1 AND disabled_at IS NULL`,
};

const selectByWallet: Statement = {
  name: "own_account_by_wallet",
  text: "SELECT id FROM users WHERE wallet_address = $1 AND disabled_at IS NULL",
};

const selectByLink: Statement = {
  name: "own_account_by_link",
  text: `
    SELECT person.id FROM oauth_accounts JOIN users AS person ON person.id = user_id
    WHERE provider = $1 AND subject = $2 AND disabled_at IS NULL`,
};

/** What somebody did in a project whose member they are no more is shown without it. */
const selectActivity = pageStatement(
  "own_account_activity",
  ({ order, past }) => `
    SELECT log.id, log.action, CASE WHEN membership IS NOT NULL OR log.project_id IS NULL THEN log.details END AS details,
      membership.project_id, project.name AS project_name, log.created_at
    FROM audit_log AS log
    LEFT JOIN memberships AS membership ON membership.user_id = $1 AND membership.project_id = log.project_id
    LEFT JOIN projects AS project ON project.id = membership.project_id
    WHERE log.user_id = $1 ${past("log.id", "$3::bigint")}
    ORDER BY log.id ${order} LIMIT $2`,
);

const updateName: Statement = {
  name: "own_account_save_name",
  text: "UPDATE users SET name = $2 WHERE id = $1",
};

const updatePassword: Statement = {
  name: "own_account_save_password",
  text: "UPDATE users SET password_hash = $2 WHERE id = $1",
};

const updateWallet: Statement = {
  name: "own_account_save_wallet",
  text: "UPDATE users SET wallet_address = $2 WHERE id = $1",
};

const insertLink: Statement = {
  name: "own_account_add_link",
  text: `
    INSERT INTO oauth_accounts (provider, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (provider, subject) DO NOTHING RETURNING subject`,
};

const deleteLinks: Statement = {
  name: "own_account_remove_links",
  text: "DELETE FROM oauth_accounts WHERE user_id = $1 AND provider = $2",
};

const proveEmail: Statement = {
  name: "own_account_prove_email",
  text: "UPDATE users SET email_proven_at = coalesce(email_proven_at, $2) WHERE id = $1",
};

const clearOtherWaysIn: Statement = {
  name: "own_account_end_other_ways_in",
  text: `
    WITH unlinked AS (DELETE FROM oauth_accounts WHERE user_id = $1 AND provider <> $2)
    UPDATE users SET password_hash = NULL, wallet_address = NULL WHERE id = $1`,
};

const endSession: Statement = {
  name: "own_account_end_session",
  text: "UPDATE sessions SET revoked_at = $3 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id",
};
