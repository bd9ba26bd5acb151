import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { lockPerson } from "@/lib/accounts/sign-in/session.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { lockProject } from "./project-lock.store";

/**
 * Changes an existing project, one change at a time, and writes an audit entry if something changed.
 *
 * @param entry names the project
 * @param work runs in the transaction
 * @returns false when there is no such project, or the work refused
 */
export function changeProject(
  database: { prisma: Connections["prisma"] },
  entry: AuditEntry,
  work: (tx: PrismaTransaction, projectId: string) => Promise<"changed" | "same" | "refused">,
): Promise<boolean> {
  return transactByPrisma(database, async (tx) => {
    const { projectId } = entry;
    if (projectId === null || (await lockProject(statementsOf(tx), projectId)) === null) return false;
    const outcome = await work(tx, projectId);
    if (outcome === "changed") await writeAudit(statementsOf(tx), entry);
    return outcome !== "refused";
  });
}

export type FoundedProject = {
  projectId: string;
  name: string;
  /** Lower-case. */
  settlementWallet: Hex;
  acceptedTokens: readonly TokenRef[];
  ownerId: string;
};

/** Creates and deletes projects. */
export type ProjectLifecycle = {
  /** Whether they own a project or are the service's first account; all others join by invitation. */
  mayFound(userId: string): Promise<boolean>;
  /**
   * Creates a project with its owner and the audit entry, in one transaction. The operator (no user in the entry) may
   * create one for any account.
   * @returns false when the person may not, or owns the maximum
   */
  found(project: FoundedProject, mostOwned: number, entry: AuditEntry): Promise<boolean>;
  /**
   * Deletes a project: its keys end, and pending requests are withdrawn; its deposit addresses stay watched.
   * @param entry names the project
   * @returns false when there is no such project (any more), or its name differs by now
   */
  remove(name: string, entry: AuditEntry): Promise<boolean>;
  /** The newest that are not deleted, each with the person who has owned it longest. */
  list(limit: number): Promise<ListedProject[]>;
};

export type ListedProject = { projectId: string; name: string; createdAt: Date; owner: string | null };

/** Projects made and ended from the dashboard, in Postgres. */
export function createProjectLifecycle({ prisma }: Connections): ProjectLifecycle {
  return {
    mayFound: async (userId) => (await readFounder(prisma, userId)).mayFound,

    found: ({ projectId, name, settlementWallet, acceptedTokens, ownerId }, mostOwned, entry) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Of requests that come together each sees what the one before it made.
        await lockPerson(tx, ownerId);
        const founder = await readFounder(tx, ownerId);
        const mayFound = entry.userId === null || founder.mayFound;
        if (!mayFound || founder.owned >= mostOwned) return false;
        const createdAt = entry.at;
        const owner = { userId: ownerId, role: "OWNER" as const, createdAt };
        await tx.project.create({
          data: { id: projectId, name, settlementWallet, createdAt, memberships: { create: owner } },
        });
        const tokens = acceptedTokens.map((token) => ({ ...token, projectId, createdAt }));
        await tx.acceptedToken.createMany({ data: tokens, skipDuplicates: true });
        await writeAudit(statementsOf(tx), entry);
        return true;
      }),

    remove: (name, entry) =>
      changeProject({ prisma }, entry, async (tx, id) => {
        const gone = await tx.project.updateMany({
          where: { id, name, deletedAt: null },
          data: { deletedAt: entry.at },
        });
        if (gone.count === 0) return "refused";
        await tx.invitation.updateMany({
          where: { projectId: id, acceptedAt: null, revokedAt: null },
          data: { revokedAt: entry.at },
        });
        await tx.walletChange.updateMany({
          where: { projectId: id, appliedAt: null, cancelledAt: null },
          data: { cancelledAt: entry.at },
        });
        return "changed";
      }),

    list: async (take) => {
      const owner = { select: { user: { select: { email: true } } }, where: { role: "OWNER" as const } };
      const rows = await prisma.project.findMany({
        where: { deletedAt: null },
        include: { memberships: { ...owner, orderBy: { createdAt: "asc" }, take: 1 } },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take,
      });
      return rows.map(({ id, name, createdAt, memberships: [first] }) => ({
        projectId: id,
        name,
        createdAt,
        owner: first?.user.email ?? null,
      }));
    },
  };
}

/** The first account is the oldest of those that someone can sign in to. */
async function readFounder(
  tx: PrismaTransaction,
  userId: string,
): Promise<{ owned: number; mayFound: boolean }> {
  const owned = await tx.membership.count({
    where: { userId, role: "OWNER", project: { deletedAt: null } },
  });
  if (owned > 0) return { owned, mayFound: true };
  const waysIn = [
    { passwordHash: { not: null } },
    { walletAddress: { not: null } },
    { oauthAccounts: { some: {} } },
    { passkeys: { some: {} } },
  ];
  const first = await tx.user.findFirst({
    where: { disabledAt: null, OR: waysIn },
    select: { id: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { owned, mayFound: first?.id === userId };
}
