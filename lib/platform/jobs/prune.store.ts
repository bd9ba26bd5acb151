import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";

/** Deletes old data in batches, each in its own transaction: nothing about money, events or who did what. */
export type PruneStore = {
  /**
   * Deletes attempts of completed deliveries whose last attempt began at or before `before`: all for a delivered one;
   * all but the last for a failed one, which shows the merchant the reason. Continues where the last call ended, in the
   * order of the attempts' time.
   *
   * @param limit how many attempts to check
   * @returns how many were checked; fewer than `limit` when none is left
   */
  deliveryAttempts(before: Date, limit: number): Promise<number>;
  /** Deletes e-mails written at or before `before`, oldest first. @returns how many */
  letters(before: Date, limit: number): Promise<number>;
  /** Deletes notices to owners from at or before `before`, oldest first. @returns how many */
  ownerNotices(before: Date, limit: number): Promise<number>;
  /** Deletes requests logged at or before `before`, oldest first. @returns how many */
  requests(before: Date, limit: number): Promise<number>;
  /** Deletes the oldest requests of each project that has more than `most`. @returns how many */
  surplusRequests(most: number, limit: number): Promise<number>;
  /** Deletes one-time sign-in secrets that ended at or before `before`. @returns how many */
  accountTokens(before: Date, limit: number): Promise<number>;
  /** Deletes sessions that ended at or before `before`. @returns how many */
  sessions(before: Date, limit: number): Promise<number>;
  /** Deletes which client submitted signed payments before `before`. @returns how many */
  authorizationClients(before: Date, limit: number): Promise<number>;
  /** Deletes leases that ended at or before `before`. @returns how many */
  workLeases(before: Date, limit: number): Promise<number>;
};

export function createPruneStore({ pool }: Pick<Database, "pool">): PruneStore {
  return {
    deliveryAttempts: (before, limit) =>
      transact(pool, (connection) => pruneAttempts(connection, before, limit)),
    letters: async (before, limit) => (await run(pool, pruneLetters, [before, limit])).length,
    ownerNotices: async (before, limit) => (await run(pool, pruneNotices, [before, limit])).length,
    requests: async (before, limit) => (await run(pool, pruneRequests, [before, limit])).length,
    surplusRequests: async (most, limit) => (await run(pool, pruneSurplusRequests, [most, limit])).length,
    accountTokens: async (before, limit) => (await run(pool, pruneAccountTokens, [before, limit])).length,
    sessions: async (before, limit) => (await run(pool, pruneSessions, [before, limit])).length,
    authorizationClients: async (before, limit) =>
      (await run(pool, forgetAuthorizationClients, [before, limit])).length,
    workLeases: async (before, limit) => (await run(pool, pruneLeases, [before, limit])).length,
  };
}

/**
 * Attempts that stay would be checked by every run. So we remember how far we checked: in the job runs, as the time of
 * the last checked attempt.
 */
const position = "prune-delivery-attempts";

const selectPosition: Statement = {
  name: "prune_attempts_position",
  text: "SELECT started_at FROM job_runs WHERE name = $1",
};

/** SQL: an upsert with a condition or a computed value. */
const savePosition: Statement = {
  name: "prune_attempts_save_position",
  text: `
    INSERT INTO job_runs (name, started_at, ended_at) VALUES ($1, $2::timestamptz, $3::timestamptz)
    ON CONFLICT (name) DO UPDATE SET
      started_at = greatest(job_runs.started_at, excluded.started_at), ended_at = excluded.ended_at`,
};

/**
 * Includes all attempts of the last one's time: the next batch starts after it. SQL: on the connection of a transaction
 * of facts that commit together.
 */
const selectOldAttempts: Statement = {
  name: "prune_attempts_look",
  text: `
    SELECT delivery_id, number, started_at FROM delivery_attempts
    WHERE started_at > $1::timestamptz AND started_at <= $2::timestamptz
    ORDER BY started_at FETCH FIRST ($3::int) ROWS WITH TIES`,
};

/**
 * A delivery is decided at its last attempt; a waiting one will have a later one. Attempts are locked in one order, so
 * that two workers never deadlock. SQL: row lock.
 */
const deleteAttempts: Statement = {
  name: "prune_attempts_delete",
  text: `
    WITH ended AS MATERIALIZED (
      SELECT delivery.id, delivery.status, delivery.attempt_count
      FROM unnest($1::text[], $2::int[]) AS looked (delivery_id, number)
      JOIN webhook_deliveries AS delivery
        ON delivery.id = looked.delivery_id AND delivery.attempt_count = looked.number AND delivery.status <> 'PENDING'
    ), doomed AS MATERIALIZED (
      SELECT attempt.delivery_id, attempt.number FROM delivery_attempts AS attempt
      JOIN ended ON ended.id = attempt.delivery_id
      WHERE ended.status = 'DELIVERED' OR attempt.number < ended.attempt_count
      ORDER BY attempt.delivery_id, attempt.number FOR UPDATE OF attempt
    )
    DELETE FROM delivery_attempts AS attempt USING doomed
    WHERE attempt.delivery_id = doomed.delivery_id AND attempt.number = doomed.number`,
};

async function pruneAttempts(connection: Queryable, before: Date, limit: number): Promise<number> {
  const [reached] = await run<{ started_at: Date }>(connection, selectPosition, [position]);
  const looked = await run<{ delivery_id: string; number: number; started_at: Date }>(
    connection,
    selectOldAttempts,
    [reached?.started_at ?? new Date(0), before, limit],
  );
  const last = looked.at(-1);
  if (last === undefined) return 0;
  await run(connection, deleteAttempts, [
    looked.map(({ delivery_id }) => delivery_id),
    looked.map(({ number }) => number),
  ]);
  await run(connection, savePosition, [position, last.started_at, before]);
  return looked.length;
}

/** SQL: claim of rows that others may hold. */
const pruneLetters: Statement = {
  name: "prune_letters",
  text: `
    WITH old AS MATERIALIZED (
      SELECT id FROM mail_messages WHERE created_at <= $1::timestamptz
      ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM mail_messages AS letter USING old WHERE letter.id = old.id RETURNING letter.id`,
};

/** SQL: claim of rows that others may hold. */
const pruneNotices: Statement = {
  name: "prune_owner_notices",
  text: `
    WITH old AS MATERIALIZED (
      SELECT audit_id, user_id FROM owner_notices WHERE created_at <= $1::timestamptz
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM owner_notices AS notice USING old
    WHERE notice.audit_id = old.audit_id AND notice.user_id = old.user_id RETURNING notice.audit_id`,
};

/** SQL: claim of rows that others may hold. */
const pruneRequests: Statement = {
  name: "prune_requests",
  text: `
    WITH old AS MATERIALIZED (
      SELECT project_id, id FROM request_log WHERE created_at <= $1::timestamptz
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM request_log AS request USING old
    WHERE request.project_id = old.project_id AND request.id = old.id RETURNING request.id`,
};

/**
 * Steps from project to project by the index instead of scanning all rows, and in each to the last row that may stay.
 * SQL: claim of rows that others may hold.
 */
const pruneSurplusRequests: Statement = {
  name: "prune_surplus_requests",
  text: `
    WITH RECURSIVE project AS (
      (SELECT project_id FROM request_log ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT request.project_id FROM request_log AS request
        WHERE request.project_id > project.project_id ORDER BY request.project_id LIMIT 1)
      FROM project WHERE project.project_id IS NOT NULL
    ), surplus AS MATERIALIZED (
      SELECT request.project_id, request.id
      FROM project
      CROSS JOIN LATERAL (
        SELECT id FROM request_log WHERE project_id = project.project_id ORDER BY id DESC OFFSET $1 LIMIT 1) AS newest
      JOIN request_log AS request ON request.project_id = project.project_id AND request.id <= newest.id
      LIMIT $2 FOR UPDATE OF request SKIP LOCKED
    )
    DELETE FROM request_log AS request USING surplus
    WHERE request.project_id = surplus.project_id AND request.id = surplus.id RETURNING request.id`,
};

/** Few rows, without an index on their end. SQL: claim of rows that others may hold. */
const forgetAuthorizationClients: Statement = {
  name: "prune_authorization_clients",
  text: `
    UPDATE authorizations SET client_address = NULL
    WHERE id IN (
      SELECT id FROM authorizations WHERE client_address IS NOT NULL AND created_at < $1
      LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING id`,
};

/** SQL: claim of rows that others may hold. */
const pruneLeases: Statement = {
  name: "prune_work_leases",
  text: `
    WITH old AS MATERIALIZED (
      SELECT name FROM work_leases WHERE expires_at <= $1::timestamptz LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM work_leases AS lease USING old WHERE lease.name = old.name RETURNING lease.name`,
};

/** SQL: claim of rows that others may hold. */
const pruneAccountTokens: Statement = {
  name: "prune_account_tokens",
  text: `
    WITH old AS MATERIALIZED (
      SELECT hash FROM account_tokens WHERE expires_at <= $1::timestamptz
      ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM account_tokens AS token USING old WHERE token.hash = old.hash RETURNING token.hash`,
};

/** A few per person, without an index on their end. SQL: claim of rows that others may hold. */
const pruneSessions: Statement = {
  name: "prune_sessions",
  text: `
    WITH old AS MATERIALIZED (
      SELECT id FROM sessions WHERE least(expires_at, revoked_at) <= $1::timestamptz
      LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM sessions AS session USING old WHERE session.id = old.id RETURNING session.id`,
};
