import { writeAudit } from "@/lib/accounts/audit.store";
import {
  type Connections,
  type Database,
  type Queryable,
  read,
  type Statement,
  transact,
} from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import { completeIdempotency } from "@/lib/platform/limits/idempotency.store";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { DeliveryFilter, DeliveryView, Position, WebhookDeliveryLog } from "./webhook-store.port";

/** Due now with a new schedule; the fence stops a worker that lost its lease. */
const dueAgain = (now: string) => `
  status = 'PENDING', schedule_start = attempt_count, next_attempt_at = ${now}, completed_at = NULL,
  leased_until = NULL, fencing_token = fencing_token + 1`;

/**
 * Waits for a worker that is just recording its attempt. SQL: the row is locked, judged and changed in one statement.
 */
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

/** SQL: Prisma has no SKIP LOCKED and cannot continue after a pair of columns. */
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

/**
 * A delivery has the time of its event, whenever it was created. SQL: missed events are found and their deliveries made
 * in one statement; the unique key drops those that another made.
 */
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

function replayDelivery(
  pool: Database["pool"],
  secretBox: SecretBox,
  ...[projectId, deliveryId, now, entry, keep]: Parameters<WebhookDeliveryLog["replay"]>
): ReturnType<WebhookDeliveryLog["replay"]> {
  return transact(pool, async (connection) => {
    type Found = { isDisabled: boolean; inHand: boolean };
    const [found] = await read<Found>(connection, replayOne, [deliveryId, projectId, now]);
    if (found === undefined) return null;
    if (found.isDisabled) return "endpoint_disabled";
    const outcome = found.inHand ? "in_hand" : "replayed";
    if (outcome === "replayed") {
      await writeAudit(connection, entry);
      noteDue(connection, "deliver");
    }
    const kept = keep(outcome);
    if (kept !== null) await completeIdempotency(connection, secretBox, kept);
    return outcome;
  });
}

async function runBatch(
  connection: Queryable,
  statement: Statement,
  ...[endpointId, { after, before }, now, limit]: Parameters<WebhookDeliveryLog["replayFailed"]>
): Promise<Batch> {
  const values = [endpointId, after.createdAt, after.id, before, now, limit];
  const rows = await read<Position & { made?: boolean }>(connection, statement, values);
  const count = rows.filter(({ made }) => made !== false).length;
  if (count > 0) noteDue(connection, "deliver");
  return { count, last: positionOf(rows.at(-1)) };
}

function positionOf(row: Position | undefined): Position | null {
  return row === undefined ? null : { createdAt: row.createdAt, id: row.id };
}

/** Deliveries of a project's events. */
export function createWebhookDeliveryLog(
  { pool, prisma }: Connections,
  secretBox: SecretBox,
): WebhookDeliveryLog {
  return {
    ...deliveryList(pool),
    position: (endpointId, id) =>
      prisma.webhookDelivery.findFirst({ where: { id, endpointId }, select: { createdAt: true, id: true } }),
    find: async (projectId, id) => {
      const found = await prisma.webhookDelivery.findFirst({
        where: { id, endpoint: { projectId } },
        include: {
          endpoint: { select: { url: true } },
          event: { select: { kind: true, checkoutId: true, body: true, requestId: true } },
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
        requestId: event.requestId,
        attempts,
      };
    },
    replay: (...replay) => replayDelivery(pool, secretBox, ...replay),
    replayFailed: (...range) => runBatch(pool, replayFailed, ...range),
    deliverMissed: (...range) => runBatch(pool, deliverMissed, ...range),
  };
}

/** Rows read at once when a filter applies. */
const scannedAtOnce = 500;
/** More than the largest page: an extra row shows that there are more. */
const pageAtOnce = 101;

/** Kind and delivered state have no index. */
const deliveryList = defineList<DeliveryFilter, DeliveryView>({
  name: "webhook_deliveries",
  table: "webhook_deliveries",
  row: "delivery",
  owner: "endpoint_id",
  order: byCreation,
  filters: {
    status: (status, param) =>
      status === "DELIVERED" ? "true" : `delivery.status = ${param.literal(status)}`,
    kind: null,
    // A checkout has few events.
    checkoutId: (id, param) =>
      `delivery.event_id = ANY (ARRAY(SELECT id FROM outbox_events WHERE checkout_id = ${param(id)}))`,
  },
  within: ({ from = null, to = null }) => ({ from, before: to }),
  walk: {
    rows: ({ status, kind, checkoutId }) => {
      if (checkoutId !== undefined) return null;
      return kind !== undefined || status === "DELIVERED" ? scannedAtOnce : pageAtOnce;
    },
    times: 40,
    where: ({ status, kind }, param) =>
      [
        ...(status === "DELIVERED" ? ["delivery.status = 'DELIVERED'"] : ["true"]),
        ...(kind === undefined ? [] : [`event.kind = ${param(kind)}`]),
      ].join(" AND "),
    // The limits keep the planner from scanning all events and attempts, as it might for a small table.
    joins: `
      CROSS JOIN LATERAL (SELECT kind, checkout_id FROM outbox_events WHERE id = delivery.event_id LIMIT 1) AS event`,
    keeps: "event.kind, event.checkout_id",
  },
  columns: `delivery.id, delivery.endpoint_id, delivery.event_id, delivery.kind, delivery.checkout_id, delivery.status,
    delivery.attempt_count, delivery.next_attempt_at, delivery.created_at, delivery.completed_at,
    attempt.status_code AS last_status_code, attempt.error AS last_error`,
  joins: `
    LEFT JOIN LATERAL (
      SELECT status_code, error FROM delivery_attempts
      WHERE delivery_id = delivery.id AND number = delivery.attempt_count LIMIT 1) AS attempt ON true`,
});
