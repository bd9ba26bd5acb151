import type { ProjectMailKind } from "@/lib/mail/mail-kinds.rules";

/**
 * `project` and the people of it who read letters of a kind; the first parameter of the statement is what an address
 * looks like. The rows of an index on the fact's own time come first, so these joins are few.
 */
export const readersOf = (kind: ProjectMailKind, projectId: string) => `
  JOIN projects AS project
    ON project.id = ${projectId} AND project.deleted_at IS NULL AND '${kind}' = ANY (project.mail_kinds)
  JOIN memberships AS member ON member.project_id = project.id AND member.role IN ('OWNER', 'ADMIN')
  JOIN users AS person ON person.id = member.user_id AND person.email ~ $1 AND length(person.email) <= 254`;

/** The name of a letter, as `letter.dedupe_key`, where no one wrote it yet. */
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
