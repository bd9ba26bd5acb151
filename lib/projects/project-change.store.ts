import type { Pool } from "pg";
import type { AuditEntry } from "@/lib/accounts/audit.store";
import { writeAudit } from "@/lib/accounts/audit.store";
import { type Queryable, run, type Statement, transact } from "@/lib/platform/database";

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
