import { type Database, run, type Statement } from "@/lib/platform/database";
import type { AllowedOrigins } from "./allowed-origins.port";
import { changeProject } from "./project-change.store";

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
