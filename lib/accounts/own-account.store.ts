import {
  deletePasskey,
  deletePasskeysOf,
  insertPasskey,
  type NewPasskey,
} from "@/lib/accounts/passkeys/passkey.store";
import { voidAccountTokens } from "@/lib/accounts/people.store";
import {
  isOpenSession,
  lockPerson,
  revokeSession,
  revokeSessions,
} from "@/lib/accounts/sign-in/session.store";
import type { OauthLink, OauthProvider, OwnAccount } from "@/lib/accounts/sign-in/signed-in";
import type { Letter } from "@/lib/letters/mail.store";
import { insertMail } from "@/lib/letters/mail.store";
import {
  type Connections,
  isTaken,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { fault } from "@/lib/platform/faults/fault.rules";
import { byNumber, defineList } from "@/lib/platform/lists/define-list.store";
import type { List } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type AuditEntry, writeAudit } from "./audit.store";

/** A person's action. */
export type Activity = {
  id: bigint;
  action: string;
  details: AuditEntry["details"];
  /** Null for an action on their own account. */
  project: { projectId: string; name: string } | null;
  at: Date;
};

/** Reads and writes inside one database transaction. */
export type OwnAccountTransaction = {
  /** Locks everything about this person's ways to sign in. @returns null for an unknown or disabled person */
  lock(userId: string): Promise<OwnAccount | null>;
  saveName(userId: string, name: string | null): Promise<void>;
  /** Tokens created under the previous password stop working. */
  savePassword(userId: string, passwordHash: string, at: Date): Promise<void>;
  /**
   * A second step after the previous wallet's signature stops working.
   * @throws CheckoutError CONFLICT when another account has it
   */
  saveWallet(userId: string, address: Hex | null, at: Date): Promise<void>;
  /** @returns false when it is already linked to any account */
  addLink(userId: string, link: OauthLink, at: Date): Promise<boolean>;
  /** A second step after the provider's sign-in stops working. */
  removeLinks(userId: string, provider: OauthProvider, at: Date): Promise<void>;
  /** @returns false when the credential is registered already, for any account */
  addPasskey(passkey: NewPasskey): Promise<boolean>;
  /** @returns its name; null without it */
  removePasskey(userId: string, passkeyId: string): Promise<string | null>;
  /** Marks the address as proven; an earlier proof keeps its time. */
  proveEmail(userId: string, at: Date): Promise<void>;
  /**
   * From now on only this provider signs the person in: ends passwords, passkeys, wallets, other providers, sessions, and
   * tokens for any of them. @returns how many sessions ended
   */
  endOtherWaysIn(userId: string, provider: OauthProvider, at: Date): Promise<number>;
  hasSession(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends one of a person's sessions. @returns false when there is no such open session */
  endSession(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of a person's sessions but one. @returns how many */
  endOtherSessions(userId: string, sessionId: string, at: Date): Promise<number>;
  audit(entry: AuditEntry): Promise<void>;
  /** Sent only if this transaction commits. */
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

export type OwnAccountStore = {
  transaction<T>(work: (tx: OwnAccountTransaction) => Promise<T>): Promise<T>;
  /** These skip disabled people. */
  find(userId: string): Promise<OwnAccount | null>;
  findByWallet(address: Hex): Promise<{ userId: string } | null>;
  findByLink(link: OauthLink): Promise<{ userId: string } | null>;
  activity: List<object, Activity, bigint>;
};

/** People's own accounts, in Postgres. */
export function createOwnAccountStore({ pool, prisma }: Connections): OwnAccountStore {
  return {
    transaction: (work) => transactByPrisma({ prisma }, (tx) => work(ownAccountTransaction(tx))),
    find: (userId) => readAccount(prisma, userId),
    findByWallet: async (walletAddress) => {
      const user = await prisma.user.findFirst({
        where: { walletAddress, disabledAt: null },
        select: { id: true },
      });
      return user === null ? null : { userId: user.id };
    },
    findByLink: ({ provider, subject }) =>
      prisma.oauthAccount.findFirst({
        where: { provider, subject, user: { disabledAt: null } },
        select: { userId: true },
      }),
    activity: activityList(pool),
  };
}

function ownAccountTransaction(tx: PrismaTransaction): OwnAccountTransaction {
  return {
    // Two statements: facts read in the one that waits for a row would be from before the wait.
    lock: async (userId) => {
      await lockPerson(tx, userId);
      return readAccount(tx, userId);
    },
    saveName: async (id, name) => {
      await tx.user.updateMany({ where: { id }, data: { name } });
    },
    savePassword: async (id, passwordHash, at) => {
      await tx.user.updateMany({ where: { id }, data: { passwordHash } });
      await voidAccountTokens(tx, id, ["PASSWORD_RESET", "SECOND_FACTOR"], at);
    },
    saveWallet: async (id, walletAddress, at) => {
      try {
        await tx.user.updateMany({ where: { id }, data: { walletAddress } });
      } catch (error) {
        if (!isTaken(error)) throw error;
        throw new CheckoutError("CONFLICT", fault("accounts.walletOfAnother"), { cause: error });
      }
      await voidAccountTokens(tx, id, ["SECOND_FACTOR"], at);
    },
    addLink: async (userId, link, at) => {
      const data = [{ ...link, userId, createdAt: at }];
      return (await tx.oauthAccount.createMany({ data, skipDuplicates: true })).count > 0;
    },
    removeLinks: async (userId, provider, at) => {
      await tx.oauthAccount.deleteMany({ where: { userId, provider } });
      await voidAccountTokens(tx, userId, ["SECOND_FACTOR"], at);
    },
    addPasskey: (passkey) => insertPasskey(tx, passkey),
    removePasskey: (...passkey) => deletePasskey(tx, ...passkey),
    proveEmail: async (id, at) => {
      await tx.user.updateMany({ where: { id, emailProvenAt: null }, data: { emailProvenAt: at } });
    },
    endOtherWaysIn: async (userId, provider, at) => {
      await tx.oauthAccount.deleteMany({ where: { userId, provider: { not: provider } } });
      await deletePasskeysOf(tx, userId);
      await tx.user.updateMany({ where: { id: userId }, data: { passwordHash: null, walletAddress: null } });
      const purposes = ["PASSWORD_RESET", "SECOND_FACTOR", "WALLET_NONCE", "PASSKEY_CHALLENGE"] as const;
      await voidAccountTokens(tx, userId, [...purposes], at);
      return revokeSessions(tx, userId, null, at);
    },
    hasSession: (...values) => isOpenSession(tx, ...values),
    endSession: (...values) => revokeSession(tx, ...values),
    endOtherSessions: (...values) => revokeSessions(tx, ...values),
    audit: (entry) => writeAudit(statementsOf(tx), entry),
    write: async (letters, at) => {
      await insertMail(statementsOf(tx), letters, at);
    },
  };
}

async function readAccount(tx: PrismaTransaction, id: string): Promise<OwnAccount | null> {
  const user = await tx.user.findFirst({
    where: { id, disabledAt: null },
    include: {
      oauthAccounts: { select: { provider: true, subject: true }, orderBy: { createdAt: "asc" } },
      _count: { select: { passkeys: true } },
    },
  });
  if (user === null) return null;
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    language: user.language,
    passwordHash: user.passwordHash,
    walletAddress: user.walletAddress as Hex | null,
    hasSecondFactor: user.totpEnabledAt !== null,
    passkeyCount: user._count.passkeys,
    links: user.oauthAccounts as OauthLink[],
    isEmailProven: user.emailProvenAt !== null,
  };
}

type ActivityRow = Omit<Activity, "project"> & { projectId: string | null; projectName: string | null };

function toActivity({ projectId, projectName: name, ...act }: ActivityRow): Activity {
  return { ...act, project: projectId === null || name === null ? null : { projectId, name } };
}

/** What someone did in a project whose member they are no more is shown without it. */
const activityList = defineList<object, Activity, ActivityRow, bigint>({
  name: "own_account_activity",
  table: "audit_log",
  row: "log",
  owner: "user_id",
  order: byNumber,
  filters: {},
  columns: `log.id, log.action, CASE WHEN membership IS NOT NULL OR log.project_id IS NULL THEN log.details END AS details,
    membership.project_id, project.name AS project_name, log.created_at AS at`,
  joins: `
    LEFT JOIN memberships AS membership ON membership.user_id = $1 AND membership.project_id = log.project_id
    LEFT JOIN projects AS project ON project.id = membership.project_id`,
  toItem: toActivity,
});
