import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import {
  type Database,
  type PrismaTransaction,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * Changes something of a project that is there, one at a time, and writes down what did change something.
 *
 * @param entry names the project
 * @param work does it in the transaction
 * @returns false when there is no such project, or the work refused
 */
export function changeProject(
  database: Pick<Database, "prisma">,
  entry: AuditEntry,
  work: (tx: PrismaTransaction, projectId: string) => Promise<"changed" | "same" | "refused">,
): Promise<boolean> {
  return transactByPrisma(database, async (tx) => {
    const [project] = await run<{ id: string }>(statementsOf(tx), lockProject, [entry.projectId]);
    if (project === undefined) return false;
    const outcome = await work(tx, project.id);
    if (outcome === "changed") await writeAudit(statementsOf(tx), entry);
    return outcome !== "refused";
  });
}

/** SQL: row lock. */
const lockProject: Statement = {
  name: "project_change_lock",
  text: "SELECT id FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

export type FoundedProject = {
  projectId: string;
  name: string;
  /** Lower-case. */
  settlementWallet: Hex;
  acceptedTokens: readonly TokenRef[];
  ownerId: string;
};

/** How projects come and go. */
export type ProjectLifecycle = {
  /** Someone who owns a project, or the first account of the service: the others are members by invitation. */
  mayFound(userId: string): Promise<boolean>;
  /**
   * Makes a project with its owner and writes it down, in one transaction. The operator (no user in the entry) may make
   * one for any account.
   * @returns false where that person may not, or owns as many as one can
   */
  found(project: FoundedProject, mostOwned: number, entry: AuditEntry): Promise<boolean>;
  /**
   * Ends a project: its keys die with it, what waits in it is withdrawn; its deposit addresses stay watched.
   * @param entry names the project
   * @returns false when there is no such project (any more), or it has another name by now
   */
  remove(name: string, entry: AuditEntry): Promise<boolean>;
  /** The newest that are not deleted, each with the person who has owned it longest. */
  list(limit: number): Promise<ListedProject[]>;
};

export type ListedProject = { projectId: string; name: string; createdAt: Date; owner: string | null };

/** Projects made and ended from the dashboard, in Postgres. */
export function createProjectLifecycle({
  pool,
  prisma,
}: Pick<Database, "pool" | "prisma">): ProjectLifecycle {
  return {
    mayFound: async (userId) => (await run<FounderRow>(pool, selectFounder, [userId]))[0]?.may_found === true,

    found: ({ projectId, name, settlementWallet, acceptedTokens, ownerId }, mostOwned, entry) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Of requests that come together each sees what the one before it made.
        await run(statementsOf(tx), lockFounder, [ownerId]);
        const [founder] = await run<FounderRow>(statementsOf(tx), selectFounder, [ownerId]);
        const mayFound = entry.userId === null || founder?.may_found === true;
        if (!mayFound || (founder?.owned ?? 0n) >= BigInt(mostOwned)) return false;
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

type FounderRow = { may_found: boolean; owned: bigint };

/** SQL: row lock. */
const lockFounder: Statement = {
  name: "project_founder_lock",
  text: "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE",
};

/**
 * The first account is the oldest of those that someone can sign in to.
 * SQL: one answer from three tables, under the lock and without it.
 */
const selectFounder: Statement = {
  name: "project_founder",
  text: `
    WITH owned AS (
      SELECT count(*) AS count FROM memberships AS member
      JOIN projects AS project ON project.id = member.project_id AND project.deleted_at IS NULL
      WHERE member.user_id = $1 AND member.role = 'OWNER'
    ), first AS (
      SELECT person.id FROM users AS person
      WHERE person.disabled_at IS NULL AND (
        person.password_hash IS NOT NULL OR person.wallet_address IS NOT NULL
        OR EXISTS (SELECT FROM oauth_accounts AS account WHERE account.user_id = person.id)
      )
      ORDER BY person.created_at, person.id LIMIT 1
    )
    SELECT owned.count AS owned, (owned.count > 0 OR EXISTS (SELECT FROM first WHERE first.id = $1)) AS may_found
    FROM owned`,
};
