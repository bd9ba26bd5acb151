import type { AuditLog, AuditRecord } from "@/lib/services/ports/dashboard/audit-log";
import { type Database, run, type Statement } from "../database";
import { logValues, pageStatement } from "./keyset";

/** So many of the newest tell what there is to choose from. */
const looked = 10_000;

/** What was done in projects, read from Postgres. */
export function createAuditLog({ pool }: Pick<Database, "pool">): AuditLog {
  return {
    page: async (projectId, { userId, action }, place, limit) => {
      const values = [projectId, userId, action, limit, ...logValues(place)];
      return (await run<AuditRow>(pool, selectPage(place), values)).map(toRecord);
    },

    choices: async (projectId) => {
      const [people, actions] = await Promise.all([
        run<PersonRow>(pool, selectPeople, [projectId, looked]),
        run<{ action: string }>(pool, selectActions, [projectId, looked]),
      ]);
      return {
        people: people.map(({ user_id, email, name }) => ({ userId: user_id, email, name })),
        actions: actions.map(({ action }) => action),
      };
    },
  };
}

type PersonRow = { user_id: string; email: string; name: string | null };
type AuditRow = {
  id: bigint;
  action: string;
  target: string | null;
  details: AuditRecord["details"];
  created_at: Date;
  user_id: string | null;
  email: string | null;
  name: string | null;
};

function toRecord({ id, action, target, details, created_at, user_id, email, name }: AuditRow): AuditRecord {
  return {
    id,
    action,
    target,
    details,
    at: created_at,
    who: user_id === null || email === null ? null : { userId: user_id, email, name },
  };
}

const selectPage = pageStatement(
  "audit_log_page",
  ({ order, past }) => `
    SELECT entry.id, entry.action, entry.target, entry.details, entry.created_at, entry.user_id,
      person.email, person.name
    FROM audit_log AS entry LEFT JOIN users AS person ON person.id = entry.user_id
    WHERE entry.project_id = $1 ${past("entry.id", "$5::bigint")}
      AND ($2::text IS NULL OR entry.user_id = $2::text) AND ($3::text IS NULL OR entry.action = $3::text)
    ORDER BY entry.id ${order} LIMIT $4`,
);

const recent =
  "(SELECT user_id, action FROM audit_log WHERE project_id = $1 ORDER BY id DESC LIMIT $2) AS recent";
const selectPeople: Statement = {
  name: "audit_log_people",
  text: `
    SELECT DISTINCT person.id AS user_id, person.email, person.name
    FROM ${recent} JOIN users AS person ON person.id = recent.user_id ORDER BY person.email`,
};
const selectActions: Statement = {
  name: "audit_log_actions",
  text: `SELECT DISTINCT recent.action FROM ${recent} ORDER BY recent.action`,
};
