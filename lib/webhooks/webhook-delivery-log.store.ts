import { writeAudit } from "@/lib/accounts/audit.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { listDeliveries } from "./webhook-delivery-list.store";
import type { DeliveryView, Position, WebhookDeliveryLog } from "./webhook-delivery-log.port";

/** Due now with a new schedule; the fence stops a worker that lost its lease. */
const dueAgain = (now: string) => `
  status = 'PENDING', schedule_start = attempt_count, next_attempt_at = ${now}, completed_at = NULL,
  leased_until = NULL, fencing_token = fencing_token + 1`;

/** Waits for a worker that is just recording its attempt. SQL: lock. */
const replayOne: Statement = {
  name: "webhook_deliveries_replay",
  text: `
    WITH found AS (
      SELECT delivery.id, endpoint.disabled_at IS NOT NULL AS is_disabled,
        delivery.status = 'PENDING' AND coalesce(delivery.leased_until > $3, false) AS in_hand
      FROM webhook_deliveries AS delivery JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
      WHERE delivery.id = $1 AND endpoint.project_id = $2
      FOR UPDATE OF delivery
    ), replayed AS (
      UPDATE webhook_deliveries AS delivery SET ${dueAgain("$3")}
      FROM found WHERE delivery.id = found.id AND NOT found.is_disabled AND NOT found.in_hand
    )
    SELECT is_disabled, in_hand FROM found`,
};

/** SQL: claim of rows that others may hold. */
const replayFailed: Statement = {
  name: "webhook_deliveries_replay_failed",
  text: `
    WITH failed AS (
      SELECT id, created_at FROM webhook_deliveries
      WHERE endpoint_id = $1 AND status = 'FAILED' AND (created_at, id) > ($2::timestamptz, $3::text)
        AND created_at < $4
        AND EXISTS (SELECT FROM webhook_endpoints WHERE id = $1 AND disabled_at IS NULL)
      ORDER BY created_at, id LIMIT $6 FOR UPDATE SKIP LOCKED
    ), replayed AS (
      UPDATE webhook_deliveries AS delivery SET ${dueAgain("$5")} FROM failed WHERE delivery.id = failed.id
    )
    SELECT id, created_at FROM failed ORDER BY created_at, id`,
};

/** A delivery has the time of its event, whenever it was created. SQL: several facts at once. */
const deliverMissed: Statement = {
  name: "webhook_deliveries_deliver_missed",
  text: `
    WITH missed AS (
      SELECT event.id, event.created_at
      FROM webhook_endpoints AS endpoint JOIN outbox_events AS event ON event.project_id = endpoint.project_id
      WHERE endpoint.id = $1 AND endpoint.disabled_at IS NULL AND event.kind = ANY (endpoint.kinds)
        AND (event.created_at, event.id) > ($2::timestamptz, $3::text) AND event.created_at < $4
        AND NOT EXISTS (
          SELECT FROM webhook_deliveries AS delivery
          WHERE delivery.event_id = event.id AND delivery.endpoint_id = endpoint.id)
      ORDER BY event.created_at, event.id LIMIT $6
    ), made AS (
      INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
      SELECT 'whd_' || new_ulid(), id, $1, $5, created_at FROM missed
      ON CONFLICT (event_id, endpoint_id) DO NOTHING
      RETURNING event_id
    )
    SELECT missed.id, missed.created_at, made.event_id IS NOT NULL AS made
    FROM missed LEFT JOIN made ON made.event_id = missed.id ORDER BY missed.created_at, missed.id`,
};

type Batch = Awaited<ReturnType<WebhookDeliveryLog["replayFailed"]>>;

type Row = { id: string; created_at: Date; made?: boolean };

function replayDelivery(
  pool: Database["pool"],
  ...[projectId, deliveryId, now, entry]: Parameters<WebhookDeliveryLog["replay"]>
): ReturnType<WebhookDeliveryLog["replay"]> {
  return transact(pool, async (connection) => {
    const [found] = await run<{ is_disabled: boolean; in_hand: boolean }>(connection, replayOne, [
      deliveryId,
      projectId,
      now,
    ]);
    if (found === undefined) return null;
    if (found.is_disabled) return "endpoint_disabled";
    if (found.in_hand) return "in_hand";
    await writeAudit(connection, entry);
    return "replayed";
  });
}

function replayFailedDeliveries(
  connection: Queryable,
  ...range: Parameters<WebhookDeliveryLog["replayFailed"]>
): Promise<Batch> {
  return runBatch(connection, replayFailed, ...range);
}

function deliverMissedEvents(
  connection: Queryable,
  ...range: Parameters<WebhookDeliveryLog["deliverMissed"]>
): Promise<Batch> {
  return runBatch(connection, deliverMissed, ...range);
}

async function runBatch(
  connection: Queryable,
  statement: Statement,
  ...[endpointId, { after, before }, now, limit]: Parameters<WebhookDeliveryLog["replayFailed"]>
): Promise<Batch> {
  const values = [endpointId, after.createdAt, after.id, before, now, limit];
  const rows = await run<Row>(connection, statement, values);
  const last = rows.at(-1);
  return { count: rows.filter(({ made }) => made !== false).length, last: toPosition(last) };
}

function toPosition(row: Row | undefined): Position | null {
  return row === undefined ? null : { createdAt: row.created_at, id: row.id };
}

/** Deliveries of a project's events. */
export function createWebhookDeliveryLog({
  pool,
  prisma,
}: Pick<Database, "pool" | "prisma">): WebhookDeliveryLog {
  return {
    list: (...list) => listDeliveries(pool, ...list),
    position: (endpointId, id) =>
      prisma.webhookDelivery.findFirst({ where: { id, endpointId }, select: { createdAt: true, id: true } }),
    find: async (projectId, id) => {
      const found = await prisma.webhookDelivery.findFirst({
        where: { id, endpoint: { projectId } },
        include: {
          endpoint: { select: { url: true } },
          event: { select: { kind: true, checkoutId: true, body: true } },
          attempts: { orderBy: { number: "desc" }, take: 100, omit: { deliveryId: true } },
        },
      });
      if (found === null) return null;
      const { endpointId, eventId, status, attemptCount, nextAttemptAt, createdAt, completedAt } = found;
      const { endpoint, event, attempts } = found;
      const last = attempts.find(({ number }) => number === attemptCount);
      return {
        id,
        endpointId,
        eventId,
        kind: event.kind as DeliveryView["kind"],
        checkoutId: event.checkoutId,
        status,
        attemptCount,
        nextAttemptAt,
        createdAt,
        completedAt,
        lastStatusCode: last?.statusCode ?? null,
        lastError: last?.error ?? null,
        url: endpoint.url,
        body: event.body,
        attempts,
      };
    },
    replay: (...replay) => replayDelivery(pool, ...replay),
    replayFailed: (...range) => replayFailedDeliveries(pool, ...range),
    deliverMissed: (...range) => deliverMissedEvents(pool, ...range),
  };
}
