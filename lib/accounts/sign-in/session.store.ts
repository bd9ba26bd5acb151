import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { SignedIn } from "./signed-in";

/** By what a session was opened. */
export type SignInMethod = "password" | "wallet" | "google" | "github";

/** What is known of the browser that asks. */
export type ClientFacts = {
  /** What it says of itself, cut. */
  userAgent: string | null;
  address: string | null;
  /** Whom its tries are counted for: of IPv6 a network. */
  network: string;
};

export type NewSession = {
  id: string;
  userId: string;
  method: SignInMethod;
  /** Of the password that opens it, where one does. */
  passwordHash?: string;
  client: Pick<ClientFacts, "userAgent" | "address">;
  at: Date;
  expiresAt: Date;
};

/** As its owner sees it in the list. */
export type ListedSession = {
  sessionId: string;
  method: string;
  userAgent: string | null;
  clientAddress: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

export type FoundSession = SignedIn & { lastSeenAt: Date };

export type SessionStore = {
  /**
   * Opens a session, and ends the one that this browser had; nothing of a person who is disabled, or has another
   * password by then.
   */
  open(session: NewSession, replaces: string | null): Promise<boolean>;
  /**
   * A session that is neither revoked nor over, of a person who may sign in.
   *
   * @param seenSince one that was seen last before then is over
   */
  find(sessionId: string, at: Date, seenSince: Date): Promise<FoundSession | null>;
  /** Notes that it was seen; never brings an ended one back. */
  touch(sessionId: string, at: Date): Promise<void>;
  /** Its owner proved anew who they are. */
  reauthenticated(sessionId: string, at: Date): Promise<void>;
  /** Those that are open, the one seen last first. */
  list(userId: string, at: Date, seenSince: Date): Promise<ListedSession[]>;
  /** Ends one of this person's sessions. False when there is none such that is open. */
  revoke(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of this person's, but for the one given. @returns how many */
  revokeAll(userId: string, except: string | null, at: Date): Promise<number>;
  /** Ends a session, whosever it is: at its sign-out. */
  end(sessionId: string, at: Date): Promise<void>;
};

/** The sessions of the dashboard in Postgres: a row for each, which is read on every request. */
export function createSessionStore({ pool }: Pick<Database, "pool">): SessionStore {
  return {
    open: ({ id, userId, method, passwordHash = null, client, at, expiresAt }, replaces) =>
      transact(pool, async (connection) => {
        const values = [id, userId, method, client.userAgent, client.address, at, expiresAt, passwordHash];
        // The person before their sessions, as everywhere: in the other order two could wait for each other.
        if ((await run(connection, insertSession, values)).length === 0) return false;
        if (replaces !== null) await run(connection, revokeAny, [replaces, at]);
        return true;
      }),

    find: async (sessionId, at, seenSince) => {
      const [row] = await run<SessionRow>(pool, findSession, [sessionId, at, seenSince]);
      return row === undefined ? null : toFound(row);
    },

    touch: async (sessionId, at) => {
      await run(pool, touchSession, [sessionId, at]);
    },

    reauthenticated: async (sessionId, at) => {
      await run(pool, reauthenticateSession, [sessionId, at]);
    },

    list: async (userId, at, seenSince) =>
      (await run<ListedRow>(pool, listSessions, [userId, at, seenSince])).map(toListed),

    revoke: async (userId, sessionId, at) =>
      (await run(pool, revokeSession, [userId, sessionId, at])).length > 0,

    revokeAll: (userId, except, at) => revokeSessions(pool, userId, except, at),

    end: async (sessionId, at) => {
      await run(pool, revokeAny, [sessionId, at]);
    },
  };
}

/** Ends all of a person's sessions but for the one given, alone or in a transaction. @returns how many */
export async function revokeSessions(
  connection: Queryable,
  userId: string,
  except: string | null,
  at: Date,
): Promise<number> {
  return (await run(connection, revokeAll, [userId, except, at])).length;
}

/**
 * Of a person who was disabled meanwhile, or has another password, nothing is written. Whoever changes that at the same
 * time is waited for, and finds the session if it comes first.
 */
const insertSession: Statement = {
  name: "session_open",
  text: `
    INSERT INTO sessions
      (id, user_id, method, user_agent, client_address, created_at, last_seen_at, authenticated_at, expires_at)
    SELECT $1, id, $3, $4, $5, $6::timestamptz, $6::timestamptz, $6::timestamptz, $7::timestamptz
    FROM users WHERE id = $2 AND disabled_at IS NULL AND ($8::text IS NULL OR password_hash = $8::text)
    FOR SHARE
    RETURNING id`,
};

const revokeAny: Statement = {
  name: "session_end",
  text: "UPDATE sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL",
};

type SessionRow = {
  id: string;
  user_id: string;
  email: string;
  name: string | null;
  has_password: boolean;
  wallet_address: `0x${string}` | null;
  has_second_factor: boolean;
  authenticated_at: Date;
  last_seen_at: Date;
};

const findSession: Statement = {
  name: "session_find",
  text: `
    SELECT session.id, session.user_id, session.authenticated_at, session.last_seen_at,
      person.email, person.name, person.wallet_address,
      person.password_hash IS NOT NULL AS has_password, person.totp_enabled_at IS NOT NULL AS has_second_factor
    FROM sessions AS session JOIN users AS person ON person.id = session.user_id
    WHERE session.id = $1 AND session.revoked_at IS NULL AND session.expires_at > $2
      AND session.last_seen_at > $3 AND person.disabled_at IS NULL`,
};

function toFound(row: SessionRow): FoundSession {
  return {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    hasPassword: row.has_password,
    walletAddress: row.wallet_address,
    hasSecondFactor: row.has_second_factor,
    authenticatedAt: row.authenticated_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** Of requests at the same time the last one counts. */
const touchSession: Statement = {
  name: "session_touch",
  text: "UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2 AND revoked_at IS NULL",
};

const reauthenticateSession: Statement = {
  name: "session_reauthenticate",
  text: "UPDATE sessions SET authenticated_at = $2 WHERE id = $1 AND revoked_at IS NULL",
};

type ListedRow = {
  id: string;
  method: string;
  user_agent: string | null;
  client_address: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

const listSessions: Statement = {
  name: "session_list",
  text: `
    SELECT id, method, user_agent, client_address, created_at, last_seen_at, expires_at FROM sessions
    WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at > $3
    ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
};

function toListed(row: ListedRow): ListedSession {
  return {
    sessionId: row.id,
    method: row.method,
    userAgent: row.user_agent,
    clientAddress: row.client_address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
}

const revokeSession: Statement = {
  name: "session_revoke",
  text: "UPDATE sessions SET revoked_at = $3 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id",
};

const revokeAll: Statement = {
  name: "session_revoke_all",
  text: `
    UPDATE sessions SET revoked_at = $3
    WHERE user_id = $1 AND ($2::text IS NULL OR id <> $2) AND revoked_at IS NULL RETURNING id`,
};
