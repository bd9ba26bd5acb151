import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { lockPerson } from "@/lib/accounts/person-lock.store";
import {
  type Database,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { User } from "@/prisma/generated/client";

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
  { prisma }: Pick<Database, "prisma">,
  secretBox: SecretBox,
): SecondFactorStore {
  return {
    transaction: (work) => transactByPrisma({ prisma }, (tx) => work(secondFactorTransaction(tx, secretBox))),
    countRecoveryCodes: (userId) => prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  };
}

function secondFactorTransaction(tx: PrismaTransaction, secretBox: SecretBox): SecondFactorTransaction {
  const save = async (
    id: string,
    data: Partial<Pick<User, "totpSecret" | "totpEnabledAt" | "totpLastStep">>,
  ) => {
    await tx.user.updateMany({ where: { id }, data });
  };
  return {
    lock: async (userId) => {
      await lockPerson(tx, userId);
      const user = await tx.user.findFirst({ where: { id: userId, disabledAt: null } });
      if (user === null) return null;
      const { email, totpSecret: sealed, totpEnabledAt: enabledAt } = user;
      return { email, secret: sealed === null ? null : opened(secretBox, sealed, userId), enabledAt };
    },
    countActs: async (userId, action, since) => {
      const where = { userId, action, createdAt: { gt: since } };
      return (
        await tx.auditLog.findMany({ where, orderBy: { id: "desc" }, take: 1_000, select: { id: true } })
      ).length;
    },
    begin: (userId, secret) =>
      save(userId, { totpSecret: secretBox.seal(secret, userId), totpEnabledAt: null, totpLastStep: null }),
    enable: (userId, at) => save(userId, { totpEnabledAt: at }),
    // The lock makes two that come together wait for each other; this holds without it, too.
    takeStep: async (id, step) => {
      const earlier = [{ totpLastStep: null }, { totpLastStep: { lt: step } }];
      return (
        (await tx.user.updateMany({ where: { id, OR: earlier }, data: { totpLastStep: step } })).count > 0
      );
    },
    takeRecoveryCode: async (userId, hash, at) => {
      const where = { userId, hash, usedAt: null };
      return (await tx.recoveryCode.updateMany({ where, data: { usedAt: at } })).count > 0;
    },
    replaceRecoveryCodes: async (userId, hashes) => {
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash })) });
    },
    remove: async (userId) => {
      await save(userId, { totpSecret: null, totpEnabledAt: null, totpLastStep: null });
      await tx.recoveryCode.deleteMany({ where: { userId } });
    },
    audit: (entry) => writeAudit(statementsOf(tx), entry),
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
