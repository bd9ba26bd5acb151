import type { AuditEntry } from "@/lib/services/ports/audit";
import { type Queryable, run, type Statement } from "../database";

const insertAudit: Statement = {
  name: "audit_write",
  text: `
    INSERT INTO audit_log (project_id, user_id, action, target, details, created_at)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6)`,
};

/** Writes down an act, in the transaction that does it. */
export async function writeAudit(
  connection: Queryable,
  { projectId, userId, action, target, details, at }: AuditEntry,
): Promise<void> {
  const written = details === null ? null : JSON.stringify(details);
  await run(connection, insertAudit, [projectId, userId, action, target, written, at]);
}
