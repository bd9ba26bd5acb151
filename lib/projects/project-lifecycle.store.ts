import type { Pool } from "pg";
import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * Changes something of a project that is there, one at a time, and writes down what did change something.
 *
 * @param entry names the project
 * @param work does it in the transaction
 * @returns false when there is no such project, or the work refused
 */
export function changeProject(
  pool: Pool,
  entry: AuditEntry,
  work: (connection: Queryable) => Promise<"changed" | "same" | "refused">,
): Promise<boolean> {
  return transact(pool, async (connection) => {
    const [project] = await run(connection, lockProject, [entry.projectId]);
    if (project === undefined) return false;
    const outcome = await work(connection);
    if (outcome === "changed") await writeAudit(connection, entry);
    return outcome !== "refused";
  });
}

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
  /** Somebody who owns a project, or the first account of the service: the others are members by invitation. */
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
};

/** Projects made and ended from the dashboard, in Postgres. */
export function createProjectLifecycle({ pool }: Pick<Database, "pool">): ProjectLifecycle {
  return {
    mayFound: async (userId) => (await run<FounderRow>(pool, selectFounder, [userId]))[0]?.may_found === true,

    found: ({ projectId, name, settlementWallet, acceptedTokens, ownerId }, mostOwned, entry) =>
      transact(pool, async (connection) => {
        // Of requests that come together each sees what the one before it made.
        await run(connection, lockFounder, [ownerId]);
        const [founder] = await run<FounderRow>(connection, selectFounder, [ownerId]);
        const mayFound = entry.userId === null || founder?.may_found === true;
        if (!mayFound || (founder?.owned ?? 0n) >= BigInt(mostOwned)) return false;
        await run(connection, insertProject, [projectId, name, settlementWallet, entry.at]);
        await run(connection, insertTokens, [
          projectId,
          acceptedTokens.map(({ chainId }) => chainId),
          acceptedTokens.map(({ tokenAddress }) => tokenAddress),
          entry.at,
        ]);
        await run(connection, insertOwner, [ownerId, projectId, entry.at]);
        await writeAudit(connection, entry);
        return true;
      }),

    remove: (name, entry) =>
      changeProject(pool, entry, async (connection) => {
        const gone = await run(connection, deleteProject, [entry.projectId, name, entry.at]);
        if (gone.length === 0) return "refused";
        await run(connection, revokeInvitations, [entry.projectId, entry.at]);
        await run(connection, cancelWalletChange, [entry.projectId, entry.at]);
        return "changed";
      }),
  };
}

type FounderRow = { may_found: boolean; owned: bigint };

const lockFounder: Statement = {
  name: "project_founder_lock",
  text: "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE",
};

/** The first account is the oldest of those that somebody can sign in to. */
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

const insertProject: Statement = {
  name: "project_found",
  text: "INSERT INTO projects (id, name, settlement_wallet, created_at) VALUES ($1, $2, $3, $4)",
};

const insertTokens: Statement = {
  name: "project_found_tokens",
  text: `
    INSERT INTO accepted_tokens (project_id, chain_id, token_address, created_at)
    SELECT $1, chain_id, token_address, $4::timestamptz FROM unnest($2::int[], $3::text[]) AS token (chain_id, token_address)
    ON CONFLICT DO NOTHING`,
};

const insertOwner: Statement = {
  name: "project_found_owner",
  text: "INSERT INTO memberships (user_id, project_id, role, created_at) VALUES ($1, $2, 'OWNER', $3)",
};

const deleteProject: Statement = {
  name: "project_remove",
  text: "UPDATE projects SET deleted_at = $3 WHERE id = $1 AND name = $2 AND deleted_at IS NULL RETURNING id",
};

const revokeInvitations: Statement = {
  name: "project_remove_invitations",
  text: `
    UPDATE invitations SET revoked_at = $2 WHERE project_id = $1 AND accepted_at IS NULL AND revoked_at IS NULL`,
};

const cancelWalletChange: Statement = {
  name: "project_remove_wallet_change",
  text: `
    UPDATE wallet_changes SET cancelled_at = $2
    WHERE project_id = $1 AND applied_at IS NULL AND cancelled_at IS NULL`,
};
