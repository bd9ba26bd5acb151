import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Database, run, type Statement } from "@/lib/platform/database";
import { changeProject } from "./project-change.store";

/**
 * Saves how many requests a minute a project may send to the Server API; null for the service's default.
 * @returns false when there is no such project
 */
export type SaveServerLimit = (perMinute: number | null, entry: AuditEntry) => Promise<boolean>;

/** A project's own limit for the Server API, in Postgres. */
export function createServerLimit({ pool }: Pick<Database, "pool">): SaveServerLimit {
  return (perMinute, entry) =>
    changeProject(pool, entry, async (connection) => {
      await run(connection, saveLimit, [entry.projectId, perMinute]);
      return "changed";
    });
}

const saveLimit: Statement = {
  name: "project_save_server_limit",
  text: "UPDATE projects SET server_requests_per_minute = $2 WHERE id = $1",
};
