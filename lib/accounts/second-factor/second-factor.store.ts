import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { lockPerson } from "@/lib/accounts/sign-in/session.store";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { resealPageSize, type SealedPages, type SecretBox } from "@/lib/platform/secret-box";
import type { User } from "@/prisma/generated/client";

/** A person's second factor, active or being set up. */
export type SecondFactor = {
  email: string;
  /** Base32; null when none was begun, or we lost the key that opens it. */
  secret: string | null;
  /** Null while the secret waits for its first code. */
  enabledAt: Date | null;
};

/** Reads and writes inside one database transaction. */
export type SecondFactorTransaction = {
  /**
   * Locks everything about this person's ways to sign in.
   * @returns null for an unknown or disabled person
   */
  lock(userId: string): Promise<SecondFactor | null>;
  /** How often this action of theirs was recorded after that time. */
  countActs(userId: string, action: string, since: Date): Promise<number>;
  /** Replaces any secret by a new one, which waits for its first code. */
  begin(userId: string, secret: string): Promise<void>;
  enable(userId: string, at: Date): Promise<void>;
  /** Accepts a time step's code. @returns false when this or a later step was used before */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Uses up a recovery code. @returns false for an unknown or used one */
  takeRecoveryCode(userId: string, hash: string, at: Date): Promise<boolean>;
  /** Earlier ones stop working. */
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>;
  /** Deletes the secret and the recovery codes. */
  remove(userId: string): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type SecondFactorStore = {
  transaction<T>(work: (tx: SecondFactorTransaction) => Promise<T>): Promise<T>;
  /** How many recovery codes are left. */
  countRecoveryCodes(userId: string): Promise<number>;
};

/** Second factors in Postgres, with secrets sealed for their owner. */
export function createSecondFactorStore({ prisma }: Connections, secretBox: SecretBox): SecondFactorStore {
  return {
    transaction: (work) => transactByPrisma({ prisma }, (tx) => work(secondFactorTransaction(tx, secretBox))),
    countRecoveryCodes: (userId) => prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  };
}

function secondFactorTransaction(tx: PrismaTransaction, secretBox: SecretBox): SecondFactorTransaction {
  const save = async (id: string, data: Partial<User>) => {
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
    // The condition also holds without the lock, which makes concurrent requests wait.
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

/** A secret sealed with a lost key accepts no code; its owner signs in with a recovery code and sets up a new one. */
function opened(secretBox: SecretBox, sealed: string, userId: string): string | null {
  try {
    return secretBox.open(sealed, userId);
  } catch {
    return null;
  }
}

/** Every secret of a second factor, for a new data key. */
export async function* sealedSecondFactors({ prisma }: Connections): SealedPages {
  for (let after = ""; ; ) {
    const rows = await prisma.user.findMany({
      where: { id: { gt: after }, totpSecret: { not: null } },
      orderBy: { id: "asc" },
      take: resealPageSize,
    });
    yield rows.flatMap(({ id, totpSecret }) =>
      totpSecret === null
        ? []
        : {
            sealed: totpSecret,
            owner: id,
            save: (resealed: string) =>
              prisma.user.updateMany({ where: { id, totpSecret }, data: { totpSecret: resealed } }),
          },
    );
    if (rows.length < resealPageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}
