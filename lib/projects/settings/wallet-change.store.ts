import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { lockProject, type SecurityEmails, securityEmails } from "@/lib/projects/project-lock.store";

/** A pending settlement wallet. */
export type WalletChange = {
  changeId: string;
  projectId: string;
  fromWallet: Hex;
  toWallet: Hex;
  /** The requester as others know them; null for a deleted account. */
  requestedBy: string | null;
  requestedById: string | null;
  createdAt: Date;
  effectiveAt: Date;
};

export type NewWalletChange = Omit<WalletChange, "requestedBy" | "projectId" | "requestedById"> & {
  requestedById: string;
};

/** A transaction that locks the project's wallet and members against other changes. */
export type WalletChangeTransaction = SecurityEmails & {
  projectName: string;
  settlementWallet: Hex;
  waiting: WalletChange | null;
  /** Whether this person owns the project and can still sign in. */
  isOwner(userId: string): Promise<boolean>;
  insert(change: NewWalletChange): Promise<void>;
  cancel(changeId: string, at: Date): Promise<void>;
  /** Makes its wallet the project's. */
  apply(change: WalletChange, at: Date): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type WalletChangeStore = {
  waiting(projectId: string): Promise<WalletChange | null>;
  /** Projects whose pending wallet is due, the longest due first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Null when there is no such project (any more); then nothing ran. */
  transaction<T>(projectId: string, work: (tx: WalletChangeTransaction) => Promise<T>): Promise<T | null>;
};

/** Pending settlement wallets, in Postgres. Every change locks the project's row. */
export function createWalletChangeStore({ prisma }: Connections): WalletChangeStore {
  return {
    waiting: (projectId) => readWaiting(prisma, projectId),

    due: async (now, limit) => {
      const due = await prisma.walletChange.findMany({
        where: { ...open, effectiveAt: { lte: now }, project: { deletedAt: null } },
        select: { projectId: true },
        orderBy: [{ effectiveAt: "asc" }, { id: "asc" }],
        take: limit,
      });
      return due.map(({ projectId }) => projectId);
    },

    transaction: (projectId, work) =>
      transactByPrisma({ prisma }, async (tx) => {
        const project = await lockProject(statementsOf(tx), projectId);
        if (project === null) return null;
        const waiting = await readWaiting(tx, projectId);
        return work(transactionOf(tx, projectId, project, waiting));
      }),
  };
}

const open = { appliedAt: null, cancelledAt: null };

function transactionOf(
  tx: PrismaTransaction,
  projectId: string,
  { name: projectName, settlementWallet }: { name: string; settlementWallet: Hex },
  waiting: WalletChange | null,
): WalletChangeTransaction {
  return {
    ...securityEmails(tx, projectId),
    projectName,
    settlementWallet,
    waiting,

    isOwner: async (userId) =>
      (await tx.membership.count({
        where: { projectId, userId, role: "OWNER", user: { disabledAt: null } },
      })) > 0,

    insert: async ({ changeId: id, ...change }) => {
      await tx.walletChange.create({ data: { id, projectId, ...change } });
    },

    cancel: async (id, at) => {
      await tx.walletChange.updateMany({ where: { projectId, id, ...open }, data: { cancelledAt: at } });
    },

    apply: async ({ changeId: id, fromWallet, toWallet }, at) => {
      const ended = await tx.walletChange.updateMany({
        where: { projectId, id, ...open },
        data: { appliedAt: at },
      });
      const moved = await tx.project.updateMany({
        where: { id: projectId, settlementWallet: fromWallet },
        data: { settlementWallet: toWallet },
      });
      // The caller checked both under the same lock.
      if (ended.count !== 1 || moved.count !== 1) throw new Error(`wallet change ${id} does not apply`);
    },

    audit: (entry) => writeAudit(statementsOf(tx), entry),
  };
}

async function readWaiting(tx: PrismaTransaction, projectId: string): Promise<WalletChange | null> {
  const change = await tx.walletChange.findFirst({ where: { projectId, ...open } });
  if (change === null) return null;
  const person = await tx.user.findUnique({ where: { id: change.requestedById ?? "" } });
  return {
    changeId: change.id,
    projectId: change.projectId,
    fromWallet: change.fromWallet as Hex,
    toWallet: change.toWallet as Hex,
    requestedBy: person?.name ?? person?.email ?? null,
    requestedById: change.requestedById,
    createdAt: change.createdAt,
    effectiveAt: change.effectiveAt,
  };
}
