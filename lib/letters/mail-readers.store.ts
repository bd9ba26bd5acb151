import type { ProjectMailKind } from "@/lib/mail/mail-kinds.rules";

/**
 * `project` and its members who receive e-mails of a kind; the statement's first parameter is the address pattern. An
 * index on the fact's own time comes first, so these joins are few.
 */
export const readersOf = (kind: ProjectMailKind, projectId: string) => `
  JOIN projects AS project
    ON project.id = ${projectId} AND project.deleted_at IS NULL AND '${kind}' = ANY (project.mail_kinds)
  JOIN memberships AS member ON member.project_id = project.id AND member.role IN ('OWNER', 'ADMIN')
  JOIN users AS person ON person.id = member.user_id AND person.email ~ $1 AND length(person.email) <= 254`;

/** An e-mail's key, as `letter.dedupe_key`, if it was not written yet. */
export const untold = (name: string) => `
  CROSS JOIN LATERAL (SELECT ${name} AS dedupe_key) AS letter
  LEFT JOIN mail_messages AS written ON written.dedupe_key = letter.dedupe_key`;

export type ReaderRow = { dedupe_key: string; email: string; project_id: string; project_name: string };

export function toReader(row: ReaderRow) {
  return {
    dedupeKey: row.dedupe_key,
    recipient: row.email,
    projectId: row.project_id,
    projectName: row.project_name,
  };
}
