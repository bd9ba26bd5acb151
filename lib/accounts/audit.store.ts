import { type AuditAction, isAccountChange, isMailedAtOnce } from "@/lib/letters/audit-actions.rules";
import { accountChangedLetter, type LetterReader } from "@/lib/letters/letter-text";
import { insertMail, insertNotices } from "@/lib/letters/mail.store";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** An action of a member, a server key or the operator. */
export type AuditEntry = {
  /** Null for an action on one's own account. */
  projectId: string | null;
  /** Null for a server key and the operator. */
  userId: string | null;
  /** The server key that acted; not given for a person and the operator. */
  keyId?: string | undefined;
  action: AuditAction;
  /** Id of the action's target. */
  target: string;
  details: Readonly<Record<string, string | number | boolean | null>> | null;
  at: Date;
};

// SQL: an audit entry commits with its action. Some actions run on a `pg` connection and some in Prisma's transaction;
// a plain statement runs on both.

const insertAudit: Statement = {
  name: "audit_write",
  text: `
    INSERT INTO audit_log (project_id, user_id, action, target, details, created_at, key_id)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6::timestamptz, $7) RETURNING id::text`,
};

/**
 * Writes an audit entry in the transaction of its action. It also fixes the recipients of e-mails. A change of how a person signs in is also e-mailed to that person, whichever way it was
 * made.
 */
export async function writeAudit(
  connection: Queryable,
  { projectId, userId, keyId, action, target, details, at }: AuditEntry,
): Promise<void> {
  const written = details === null ? null : JSON.stringify(details);
  const values = [projectId, userId, action, target, written, at, keyId ?? null];
  const [entry] = await run<{ id: string }>(connection, insertAudit, values);
  if (entry !== undefined && projectId !== null && isMailedAtOnce(action, details))
    await insertNotices(connection, entry.id, projectId, at);
  if (!isAccountChange(action)) return;
  const [person] = await run<Omit<LetterReader, "userId">>(connection, selectReader, [target]);
  if (person === undefined || !isMailAddress(person.email)) return;
  await insertMail(connection, [accountChangedLetter({ userId: target, ...person }, action, at)], at);
}

const selectReader: Statement = {
  name: "audit_reader",
  text: "SELECT email, language FROM users WHERE id = $1",
};
