import {
  type Database,
  type PrismaTransaction,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";

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
  /** Forgets letters written at or before `before`. @returns how many */
  letters(before: Date, limit: number): Promise<number>;
  /** Forgets notices to owners from at or before `before`. @returns how many */
  ownerNotices(before: Date, limit: number): Promise<number>;
  /** Forgets requests logged at or before `before`. @returns how many */
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

export function createPruneStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): PruneStore {
  return {
    deliveryAttempts: (before, limit) =>
      transactByPrisma({ prisma }, (tx) => pruneAttempts(tx, before, limit)),
    letters: (before, limit) =>
      countOf(prisma.mailMessage.deleteMany({ where: { createdAt: { lte: before } }, limit })),
    ownerNotices: (before, limit) =>
      countOf(prisma.ownerNotice.deleteMany({ where: { createdAt: { lte: before } }, limit })),
    requests: (before, limit) =>
      countOf(prisma.requestLog.deleteMany({ where: { createdAt: { lte: before } }, limit })),
    surplusRequests: async (most, limit) => (await run(pool, pruneSurplusRequests, [most, limit])).length,
    accountTokens: (before, limit) =>
      countOf(prisma.accountToken.deleteMany({ where: { expiresAt: { lte: before } }, limit })),
    // A few for each person, without an index on their end.
    sessions: (before, limit) => {
      const where = { OR: [{ expiresAt: { lte: before } }, { revokedAt: { lte: before } }] };
      return countOf(prisma.session.deleteMany({ where, limit }));
    },
    // A handful of rows, without an index on their end.
    authorizationClients: (before, limit) => {
      const where = { clientAddress: { not: null }, createdAt: { lt: before } };
      return countOf(prisma.authorization.updateMany({ where, data: { clientAddress: null }, limit }));
    },
    workLeases: async (before, limit) => (await run(pool, pruneLeases, [before, limit])).length,
  };
}

async function countOf(batch: PromiseLike<{ count: number }>): Promise<number> {
  return (await batch).count;
}

/**
 * Attempts that stay would be checked by every run. So we remember how far we checked: in the job runs, as the time of
 * the last checked attempt.
 */
const position = "prune-delivery-attempts";

/**
 * A delivery is judged when its last attempt is looked at; one that still waits has a later one to come. Its attempts
 * are locked in one order, so that two workers wait for each other at most in turn. SQL: lock.
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

async function pruneAttempts(tx: PrismaTransaction, before: Date, limit: number): Promise<number> {
  const reached = await tx.jobRun.findUnique({ where: { name: position } });
  const startedAt = { gt: reached?.startedAt ?? new Date(0), lte: before };
  const orderBy = { startedAt: "asc" as const };
  const nth = await tx.deliveryAttempt.findFirst({
    where: { startedAt },
    orderBy,
    skip: limit - 1,
    select: { startedAt: true },
  });
  // With all of the last one's moment: the next batch begins behind it.
  const looked = await tx.deliveryAttempt.findMany({
    where: { startedAt: { ...startedAt, lte: nth?.startedAt ?? before } },
    select: { deliveryId: true, number: true, startedAt: true },
    orderBy,
  });
  const last = looked.at(-1);
  if (last === undefined) return 0;
  await run(statementsOf(tx), deleteAttempts, [
    looked.map(({ deliveryId }) => deliveryId),
    looked.map(({ number }) => number),
  ]);
  const times = { startedAt: last.startedAt, endedAt: before };
  const { count } = await tx.jobRun.createMany({
    data: [{ name: position, ...times }],
    skipDuplicates: true,
  });
  const behind = { name: position, startedAt: { lt: last.startedAt } };
  if (count === 0) await tx.jobRun.updateMany({ where: behind, data: times });
  return looked.length;
}

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

/** SQL: claim of rows that others may hold. */
const pruneLeases: Statement = {
  name: "prune_work_leases",
  text: `
    WITH old AS MATERIALIZED (
      SELECT name FROM work_leases WHERE expires_at <= $1::timestamptz LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM work_leases AS lease USING old WHERE lease.name = old.name RETURNING lease.name`,
};
