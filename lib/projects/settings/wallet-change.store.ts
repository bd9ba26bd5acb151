import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type GraveLetters, graveLetters } from "@/lib/projects/logs/grave-letters.store";

/** A new settlement wallet that waits until it takes the place of the one in use. */
export type WalletChange = {
  changeId: string;
  projectId: string;
  fromWallet: Hex;
  toWallet: Hex;
  /** Who asked for it, as others know them; null for one who is gone. */
  requestedBy: string | null;
  requestedById: string | null;
  createdAt: Date;
  effectiveAt: Date;
};

export type NewWalletChange = Omit<WalletChange, "requestedBy" | "projectId" | "requestedById"> & {
  requestedById: string;
};

/** One transaction in which nobody else changes the project's wallet or people. */
export type WalletChangeTransaction = GraveLetters & {
  projectName: string;
  settlementWallet: Hex;
  waiting: WalletChange | null;
  /** Whether this person owns the project and can still sign in. */
  isOwner(userId: string): Promise<boolean>;
  insert(change: NewWalletChange): Promise<void>;
  cancel(changeId: string, at: Date): Promise<void>;
  /** Its wallet is the project's from now on. */
  apply(change: WalletChange, at: Date): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type WalletChangeStore = {
  waiting(projectId: string): Promise<WalletChange | null>;
  /** Projects whose wallet's time has come, the longest due first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Null when there is no such project (any more): nothing was done. */
  transaction<T>(projectId: string, work: (tx: WalletChangeTransaction) => Promise<T>): Promise<T | null>;
};

/** Settlement wallets that wait, in Postgres. Whoever changes one holds the project's row. */
export function createWalletChangeStore({ pool }: Pick<Database, "pool">): WalletChangeStore {
  return {
    waiting: (projectId) => readWaiting(pool, projectId),

    due: async (now, limit) =>
      (await run<{ project_id: string }>(pool, selectDue, [now, limit])).map(({ project_id }) => project_id),

    transaction: (projectId, work) =>
      transact(pool, async (connection) => {
        const [project] = await run<ProjectRow>(connection, lockProject, [projectId]);
        if (project === undefined) return null;
        const waiting = await readWaiting(connection, projectId);
        return work(transactionOf(connection, projectId, project, waiting));
      }),
  };
}

function transactionOf(
  connection: Queryable,
  projectId: string,
  project: ProjectRow,
  waiting: WalletChange | null,
): WalletChangeTransaction {
  return {
    ...graveLetters(connection, projectId),
    projectName: project.name,
    settlementWallet: project.settlement_wallet,
    waiting,

    isOwner: async (userId) => (await run(connection, selectOwner, [projectId, userId])).length > 0,

    insert: async ({ changeId, fromWallet, toWallet, requestedById, createdAt, effectiveAt }) => {
      const values = [changeId, projectId, fromWallet, toWallet, requestedById, createdAt, effectiveAt];
      await run(connection, insertChange, values);
    },

    cancel: async (changeId, at) => {
      await run(connection, cancelChange, [projectId, changeId, at]);
    },

    apply: async ({ changeId, fromWallet, toWallet }, at) => {
      const ended = await run(connection, endChange, [projectId, changeId, at]);
      const moved = await run(connection, moveProject, [projectId, fromWallet, toWallet]);
      // The caller compared them under the same lock.
      if (ended.length !== 1 || moved.length !== 1)
        throw new Error(`wallet change ${changeId} does not apply`);
    },

    audit: (entry) => writeAudit(connection, entry),
  };
}

async function readWaiting(connection: Queryable, projectId: string): Promise<WalletChange | null> {
  const [row] = await run<ChangeRow>(connection, selectWaiting, [projectId]);
  return row === undefined
    ? null
    : {
        changeId: row.id,
        projectId: row.project_id,
        fromWallet: row.from_wallet,
        toWallet: row.to_wallet,
        requestedBy: row.requested_by,
        requestedById: row.requested_by_id,
        createdAt: row.created_at,
        effectiveAt: row.effective_at,
      };
}

type ProjectRow = { name: string; settlement_wallet: Hex };

type ChangeRow = {
  id: string;
  project_id: string;
  from_wallet: Hex;
  to_wallet: Hex;
  requested_by: string | null;
  requested_by_id: string | null;
  created_at: Date;
  effective_at: Date;
};

const isOpen = "change.applied_at IS NULL AND change.cancelled_at IS NULL";

const lockProject: Statement = {
  name: "wallet_change_lock",
  text: "SELECT name, settlement_wallet FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

const selectWaiting: Statement = {
  name: "wallet_change_waiting",
  text: `
    SELECT change.id, change.project_id, change.from_wallet, change.to_wallet, change.requested_by_id,
      coalesce(person.name, person.email) AS requested_by, change.created_at, change.effective_at
    FROM wallet_changes AS change LEFT JOIN users AS person ON person.id = change.requested_by_id
    WHERE change.project_id = $1 AND ${isOpen}`,
};

const selectDue: Statement = {
  name: "wallet_change_due",
  text: `
    SELECT change.project_id FROM wallet_changes AS change
    JOIN projects AS project ON project.id = change.project_id AND project.deleted_at IS NULL
    WHERE ${isOpen} AND change.effective_at <= $1::timestamptz
    ORDER BY change.effective_at, change.id LIMIT $2`,
};

const selectOwner: Statement = {
  name: "wallet_change_owner",
  text: `
    SELECT FROM memberships AS member
    JOIN users AS person ON person.id = member.user_id AND person.disabled_at IS NULL
    WHERE member.project_id = $1 AND member.user_id = $2 AND member.role = 'OWNER'`,
};

const insertChange: Statement = {
  name: "wallet_change_insert",
  text: `
    INSERT INTO wallet_changes (id, project_id, from_wallet, to_wallet, requested_by_id, created_at, effective_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

const cancelChange: Statement = {
  name: "wallet_change_cancel",
  text: `
    UPDATE wallet_changes AS change SET cancelled_at = $3 WHERE project_id = $1 AND id = $2 AND ${isOpen}`,
};

const endChange: Statement = {
  name: "wallet_change_end",
  text: `
    UPDATE wallet_changes AS change SET applied_at = $3
    WHERE project_id = $1 AND id = $2 AND ${isOpen} RETURNING id`,
};

const moveProject: Statement = {
  name: "wallet_change_move",
  text: "UPDATE projects SET settlement_wallet = $3 WHERE id = $1 AND settlement_wallet = $2 RETURNING id",
};
