import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { mailAddressPattern } from "./mail-kinds.rules";
import type { ToldAct, UntoldActs } from "./mail-store.port";

/** Takes the oldest notices, grouped by project and reader. They are gone once the transaction commits. */
export async function takeNotices(connection: Queryable, since: Date, limit: number): Promise<UntoldActs[]> {
  const byReader = new Map<string, UntoldActs & { acts: ToldAct[] }>();
  for (const row of await run<NoticeRow>(connection, deleteNotices, [since, limit, mailAddressPattern])) {
    const key = `${row.project_id}/${row.user_id}`;
    const untold = byReader.get(key) ?? {
      projectId: row.project_id,
      projectName: row.project_name,
      isDeleted: row.is_deleted,
      userId: row.user_id,
      recipient: row.email,
      acts: [],
    };
    const { action, target, details, who, affected, created_at: at } = row;
    untold.acts.push({ auditId: row.id.toString(), action, target, details, at, who, affected });
    byReader.set(key, untold);
  }
  return [...byReader.values()];
}

type NoticeRow = {
  id: bigint;
  project_id: string;
  project_name: string;
  is_deleted: boolean;
  user_id: string;
  email: string;
  action: string;
  target: string | null;
  details: ToldAct["details"];
  created_at: Date;
  who: string | null;
  affected: string | null;
};

const deleteNotices: Statement = {
  name: "owner_notices_take",
  text: `
    WITH due AS MATERIALIZED (
      SELECT audit_id, user_id FROM owner_notices ORDER BY audit_id, user_id LIMIT $2 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM owner_notices AS notice USING due
      WHERE notice.audit_id = due.audit_id AND notice.user_id = due.user_id RETURNING notice.*
    )
    SELECT entry.id, entry.action, entry.target, entry.details, entry.created_at, project.id AS project_id,
      project.name AS project_name, project.deleted_at IS NOT NULL AS is_deleted, reader.id AS user_id, reader.email,
      coalesce(actor.name, actor.email) AS who, coalesce(affected.name, affected.email) AS affected
    FROM taken
    JOIN audit_log AS entry ON entry.id = taken.audit_id
    JOIN projects AS project ON project.id = entry.project_id
    JOIN users AS reader ON reader.id = taken.user_id AND reader.disabled_at IS NULL
      AND reader.email ~ $3 AND length(reader.email) <= 254
    LEFT JOIN users AS actor ON actor.id = entry.user_id
    LEFT JOIN users AS affected ON affected.id = entry.target
    WHERE taken.created_at > $1::timestamptz
    ORDER BY entry.id, reader.id`,
};
