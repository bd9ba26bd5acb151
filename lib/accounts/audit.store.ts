import { accountChangedLetter } from "@/lib/mail/letter-text";
import { insertMail } from "@/lib/mail/mail.store";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { type AuditAction, accountChange, ownersRead } from "./audit-actions.rules";

/** An action of a member or the operator. */
export type AuditEntry = {
  /** Null for an action on one's own account. */
  projectId: string | null;
  /** Null for the operator. */
  userId: string | null;
  action: AuditAction;
  /** Id of the action's target. */
  target: string;
  details: Readonly<Record<string, string | number | boolean | null>> | null;
  at: Date;
};

/** SQL: several facts at once. */
const insertAudit: Statement = {
  name: "audit_write",
  text: `
    WITH entry AS (
      INSERT INTO audit_log (project_id, user_id, action, target, details, created_at)
      VALUES ($1, $2, $3, $4, $5::jsonb, $6::timestamptz) RETURNING id
    )
    INSERT INTO owner_notices (audit_id, user_id, created_at)
    SELECT entry.id, member.user_id, $6::timestamptz
    FROM entry JOIN memberships AS member ON $7::boolean AND member.project_id = $1 AND member.role IN ('OWNER', 'ADMIN')`,
};

/**
 * Writes an audit entry in the transaction of its action. It also fixes the recipients of e-mails: a minute later a
 * thief may have removed them. A change of how a person signs in is also e-mailed to that person, whichever way it was
 * made.
 */
export async function writeAudit(
  connection: Queryable,
  { projectId, userId, action, target, details, at }: AuditEntry,
): Promise<void> {
  const written = details === null ? null : JSON.stringify(details);
  await run(connection, insertAudit, [
    projectId,
    userId,
    action,
    target,
    written,
    at,
    ownersRead(action) !== null,
  ]);
  const change = accountChange(action);
  if (change === null) return;
  const [person] = await run<{ email: string }>(connection, selectEmail, [target]);
  if (person === undefined || !isMailAddress(person.email)) return;
  await insertMail(connection, [accountChangedLetter({ userId: target, ...person }, change, action, at)], at);
}

/** SQL: in a transaction of several facts. */
const selectEmail: Statement = { name: "audit_email", text: "SELECT email FROM users WHERE id = $1" };
