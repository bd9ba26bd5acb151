import {
  type Connections,
  countOf,
  type PrismaTransaction,
  type PruneBatch,
  read,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { OauthLink, SignedIn } from "./signed-in";

/** How a session was opened. */
export type SignInMethod = "password" | "passkey" | "wallet" | "google" | "github";

/** How a person proved their identity. We check it again under their lock: a reset or unlinking may have voided it. */
export type SignInProof =
  | FirstProof
  | { secondStep: string }
  /** Its authenticator verified the person, so it needs no second step. */
  | { passkeyId: string };

/** A proof that needs a second step if its person has a second factor. */
export type FirstProof =
  /** The hash that the password was compared with. */
  { passwordHash: string } | { walletAddress: Hex } | { link: OauthLink };

/** What we know of the requesting browser. */
export type ClientFacts = {
  /** Its User-Agent, cut. */
  userAgent: string | null;
  address: string | null;
  /** The network that its attempts count for; a prefix for IPv6. */
  network: string;
  /** The last session that was opened in this browser, as its cookie proves; null or absent without one. */
  lastSession?: string | null;
};

export type NewSession = {
  id: string;
  userId: string;
  method: SignInMethod;
  proof: SignInProof;
  client: ClientFacts;
  at: Date;
  expiresAt: Date;
};

/** A session in its owner's list. */
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
   * Opens a session, which uses up the token of a second step, and ends the browser's previous session.
   * @returns false, and does nothing, when the proof no longer signs this person in
   */
  open(session: NewSession, replaces: string | null): Promise<boolean>;
  /**
   * A session neither revoked nor expired, of a person who may sign in.
   *
   * @param seenSince a session last seen earlier has expired
   */
  find(sessionId: string, at: Date, seenSince: Date): Promise<FoundSession | null>;
  /** Notes its use; never reopens an ended one. */
  touch(sessionId: string, at: Date): Promise<void>;
  /** Stores the language of the person's e-mails. */
  saveLanguage(userId: string, language: DashboardLanguage): Promise<void>;
  /** Notes a fresh proof of identity. */
  reauthenticated(sessionId: string, at: Date): Promise<void>;
  /** Open ones, last seen first. */
  list(userId: string, at: Date, seenSince: Date): Promise<ListedSession[]>;
  /** Ends one of this person's sessions. False when there is no such open session. */
  revoke(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of this person's sessions but the given one. @returns how many */
  revokeAll(userId: string, except: string | null, at: Date): Promise<number>;
  /** Whether the person with this address signed in before in this browser, and in this network. */
  knows(email: string, client: ClientFacts): Promise<{ browser: boolean; network: boolean }>;
  /** Ends a session of any person: at sign-out. */
  end(sessionId: string, at: Date): Promise<void>;
};

/** The dashboard's sessions in Postgres: one row each, read on every request. */
export function createSessionStore({ pool, prisma }: Connections): SessionStore {
  return {
    open: ({ id, userId, method, proof, client, at, expiresAt }, replaces) =>
      transactByPrisma({ prisma }, async (tx) => {
        // The person before their sessions, as everywhere: in the other order two could wait for each other.
        // A change of the password at the same time waits, and then finds the session.
        const person = await lockProven(tx, userId, proof, at);
        if (person === null) return false;
        if ("secondStep" in proof)
          await tx.accountToken.update({ where: { hash: proof.secondStep }, data: { usedAt: at } });
        else if (!("passkeyId" in proof) && person.totpEnabledAt !== null) return false;
        const { userAgent, address: clientAddress, network: clientNetwork } = client;
        const times = { createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt };
        await tx.session.create({
          data: { id, userId, method, userAgent, clientAddress, clientNetwork, ...times },
        });
        if (replaces !== null) await end(tx, replaces, at);
        return true;
      }),

    find: async (sessionId, at, seenSince) => {
      const [found] = await read<FoundSession>(pool, findSession, [sessionId, at, seenSince]);
      return found ?? null;
    },

    touch: async (id, at) => {
      // Of concurrent requests the last one counts.
      await prisma.session.updateMany({
        where: { id, lastSeenAt: { lt: at }, revokedAt: null },
        data: { lastSeenAt: at },
      });
    },

    saveLanguage: async (id, language) => {
      await prisma.user.updateMany({ where: { id, disabledAt: null }, data: { language } });
    },

    reauthenticated: async (id, at) => {
      await prisma.session.updateMany({ where: { id, revokedAt: null }, data: { authenticatedAt: at } });
    },

    list: async (userId, at, seenSince) => {
      const sessions = await prisma.session.findMany({
        where: { userId, revokedAt: null, expiresAt: { gt: at }, lastSeenAt: { gt: seenSince } },
        orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
        take: 100,
        omit: { userId: true, clientNetwork: true, authenticatedAt: true, revokedAt: true },
      });
      return sessions.map(({ id: sessionId, ...session }) => ({ sessionId, ...session }));
    },

    revoke: async (userId, sessionId, at) => revokeSession(prisma, userId, sessionId, at),

    revokeAll: (userId, except, at) => revokeSessions(prisma, userId, except, at),

    knows: async (email, { lastSession = null, network }) => {
      const user = { email };
      const [browser, elsewhere] = await Promise.all([
        lastSession === null ? 0 : prisma.session.count({ where: { id: lastSession, user } }),
        prisma.session.findFirst({ where: { clientNetwork: network, user }, select: { id: true } }),
      ]);
      return { browser: browser > 0, network: elsewhere !== null };
    },

    end: (sessionId, at) => end(prisma, sessionId, at),
  };
}

/** Whether one of a person's sessions is neither revoked nor expired. */
export async function isOpenSession(
  tx: PrismaTransaction,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const where = { userId, id, revokedAt: null, expiresAt: { gt: at } };
  return (await tx.session.count({ where })) > 0;
}

/** Ends one of a person's sessions. @returns false when there is no such open session */
export async function revokeSession(
  tx: PrismaTransaction,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const where = { userId, id, revokedAt: null };
  return (await tx.session.updateMany({ where, data: { revokedAt: at } })).count > 0;
}

/** Ends all of a person's sessions but the given one, alone or in a transaction. @returns how many */
export async function revokeSessions(
  tx: PrismaTransaction,
  userId: string,
  except: string | null,
  at: Date,
): Promise<number> {
  const others = except === null ? {} : { id: { not: except } };
  const where = { userId, ...others, revokedAt: null };
  return (await tx.session.updateMany({ where, data: { revokedAt: at } })).count;
}

async function end(tx: PrismaTransaction, id: string, at: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
}

/** SQL: every request of the dashboard runs it, as one join; Prisma sends a query for each table. */
const findSession: Statement = {
  name: "session_find",
  text: `
    SELECT session.id AS session_id, session.user_id, session.authenticated_at, session.last_seen_at,
      person.email, person.name, person.language, person.wallet_address,
      person.password_hash IS NOT NULL AS has_password, person.totp_enabled_at IS NOT NULL AS has_second_factor,
      EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = person.id) AS has_passkey
    FROM sessions AS session JOIN users AS person ON person.id = session.user_id
    WHERE session.id = $1 AND session.revoked_at IS NULL AND session.expires_at > $2
      AND session.last_seen_at > $3 AND person.disabled_at IS NULL`,
};

/** SQL: Prisma has no FOR NO KEY UPDATE. */
const lockRow: Statement = {
  name: "people_lock_one",
  text: "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE",
};

/** Locks the person until the transaction ends: later reads in it see the current row. */
export async function lockPerson(tx: PrismaTransaction, userId: string): Promise<void> {
  await run(statementsOf(tx), lockRow, [userId]);
}

/** Locks a person. @returns null for one whom this proof doesn't sign in (any more), or who is disabled */
export async function lockProven(
  tx: PrismaTransaction,
  id: string,
  proof: SignInProof,
  at: Date,
): Promise<{ totpEnabledAt: Date | null } | null> {
  await lockPerson(tx, id);
  return tx.user.findFirst({
    where: { id, disabledAt: null, ...isProven(proof, at) },
    select: { totpEnabledAt: true },
  });
}

function isProven(proof: SignInProof, at: Date) {
  if ("passkeyId" in proof) return { passkeys: { some: { id: proof.passkeyId } } };
  if ("link" in proof) return { oauthAccounts: { some: proof.link } };
  if (!("secondStep" in proof)) return proof;
  const { secondStep: hash } = proof;
  const unused = { usedAt: null, expiresAt: { gt: at } };
  return { accountTokens: { some: { hash, purpose: "SECOND_FACTOR" as const, ...unused } } };
}

/** Deletes sessions that ended at or before the time: a few for each person, without an index on their end. */
export const pruneSessions =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) => {
    const where = { OR: [{ expiresAt: { lte: before } }, { revokedAt: { lte: before } }] };
    return countOf(prisma.session.deleteMany({ where, limit }));
  };
