import { type Database, run, type Statement } from "@/lib/platform/database";
import { changeProject } from "./project-change.store";
import type { SaveServerLimit } from "./server-limit.port";

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
