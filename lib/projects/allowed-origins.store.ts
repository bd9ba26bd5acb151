import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Database, run, type Statement } from "@/lib/platform/database";
import { changeProject } from "./project-change.store";

/** The origins of pages that may use a project's keys in browsers, and show its payment page in a frame. */
export type AllowedOrigins = {
  /** In order of their names. */
  list(projectId: string): Promise<string[]>;
  /**
   * Writes down what was done, should it change anything.
   *
   * @param most how many a project may have
   * @returns false when there is no such project, or no room for one more
   */
  allow(origin: string, most: number, entry: AuditEntry): Promise<boolean>;
  /** The same; one that is not there is forbidden already. */
  forbid(origin: string, entry: AuditEntry): Promise<boolean>;
};

/** The allow-lists of projects in Postgres. */
export function createAllowedOrigins({ pool }: Pick<Database, "pool">): AllowedOrigins {
  return {
    list: async (projectId) => {
      const rows = await run<{ origin: string }>(pool, selectOrigins, [projectId]);
      return rows.map(({ origin }) => origin);
    },

    allow: (origin, most, entry) =>
      changeProject(pool, entry, async (connection) => {
        const rows = await run<{ origin: string }>(connection, selectOrigins, [entry.projectId]);
        if (rows.some((row) => row.origin === origin)) return "same";
        if (rows.length >= most) return "refused";
        await run(connection, insertOrigin, [entry.projectId, origin, entry.at]);
        return "changed";
      }),

    forbid: (origin, entry) =>
      changeProject(pool, entry, async (connection) => {
        const gone = await run(connection, deleteOrigin, [entry.projectId, origin]);
        return gone.length > 0 ? "changed" : "same";
      }),
  };
}

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
