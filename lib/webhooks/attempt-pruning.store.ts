import {
  type Connections,
  type PrismaTransaction,
  type PruneBatch,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { advanceJobRun, readJobRun } from "@/lib/platform/jobs/job-runs.store";

/**
 * Deletes attempts of completed deliveries whose last attempt began at or before `before`: all for a delivered one;
 * all but the last for a failed one, which shows the merchant the reason. Continues where the last call ended, in the
 * order of the attempts' time.
 *
 * @param limit how many attempts to check
 * @returns how many were checked; fewer than `limit` when none is left
 */
export const pruneDeliveryAttempts =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    transactByPrisma({ prisma }, (tx) => pruneAttempts(tx, before, limit));

/**
 * Attempts that stay would be checked by every run. So we remember how far we checked: in the job runs, as the time of
 * the last checked attempt.
 */
const position = "prune-delivery-attempts";

/**
 * A delivery is judged when its last attempt is looked at; one that still waits has a later one to come. Its attempts
 * are locked in one order, so that two workers wait for each other at most in turn. SQL: Prisma cannot lock rows in an
 * order before it deletes them.
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
  const reached = await readJobRun(tx, position);
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
  await advanceJobRun(tx, position, { startedAt: last.startedAt, endedAt: before }, "startedAt");
  return looked.length;
}
