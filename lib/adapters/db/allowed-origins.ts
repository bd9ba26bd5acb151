import type { AllowedOrigins } from "@/lib/services/ports/allowed-origins";
import type { AuditEntry } from "@/lib/services/ports/audit";
import { writeAudit } from "./audit";
import { type Database, type Queryable, run, type Statement, transact } from "./database";

/** The allow-lists of projects in Postgres. */
export function createAllowedOrigins({ pool }: Pick<Database, "pool">): AllowedOrigins {
  /** For a project that is there; what changes nothing is not written down. */
  const change = (entry: AuditEntry, work: (connection: Queryable) => Promise<"done" | "same" | "full">) =>
    transact(pool, async (connection) => {
      const [project] = await run(connection, lockProject, [entry.projectId]);
      if (project === undefined) return false;
      const outcome = await work(connection);
      if (outcome === "done") await writeAudit(connection, entry);
      return outcome !== "full";
    });

  return {
    list: async (projectId) => {
      const rows = await run<{ origin: string }>(pool, selectOrigins, [projectId]);
      return rows.map(({ origin }) => origin);
    },

    allow: (origin, most, entry) =>
      change(entry, async (connection) => {
        const rows = await run<{ origin: string }>(connection, selectOrigins, [entry.projectId]);
        if (rows.some((row) => row.origin === origin)) return "same";
        if (rows.length >= most) return "full";
        await run(connection, insertOrigin, [entry.projectId, origin, entry.at]);
        return "done";
      }),

    forbid: (origin, entry) =>
      change(entry, async (connection) => {
        const gone = await run(connection, deleteOrigin, [entry.projectId, origin]);
        return gone.length > 0 ? "done" : "same";
      }),
  };
}

const lockProject: Statement = {
  name: "allowed_origins_lock",
  text: "SELECT id FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};
const selectOrigins: Statement = {
  name: "allowed_origins_list",
  text: "SELECT origin FROM allowed_origins WHERE project_id = $1 ORDER BY origin",
};
const insertOrigin: Statement = {
  name: "allowed_origin_insert",
  text: "INSERT INTO allowed_origins (project_id, origin, created_at) VALUES ($1, $2, $3)",
};
const deleteOrigin: Statement = {
  name: "allowed_origin_delete",
  text: "DELETE FROM allowed_origins WHERE project_id = $1 AND origin = $2 RETURNING origin",
};
