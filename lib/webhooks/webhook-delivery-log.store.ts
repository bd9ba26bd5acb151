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
import { completeIdempotency } from "@/lib/platform/limits/idempotency-completion.store";
import { directionOf } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { DeliveryFilter, DeliveryView, Position, WebhookDeliveryLog } from "./webhook-store.port";

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
    list: (...list) => listDeliveries(pool, ...list),
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

/** Rows read at once when a filter applies, and how often for one page. */
const scannedAtOnce = 500;
const maxScans = 40;
/** More than the largest page: an extra row shows that there are more. */
const pageAtOnce = 101;

const deliveryColumns = (event: "event" | "delivery") => `
  delivery.id, delivery.endpoint_id, delivery.event_id, ${event}.kind, ${event}.checkout_id, delivery.status,
  delivery.attempt_count, delivery.next_attempt_at, delivery.created_at, delivery.completed_at,
  attempt.status_code AS last_status_code, attempt.error AS last_error`;

// The limits keep the planner from scanning all events and attempts, as it might for a small table.
const joinEvent = `
  CROSS JOIN LATERAL (SELECT kind, checkout_id FROM outbox_events WHERE id = delivery.event_id LIMIT 1) AS event`;
const joinLastAttempt = `
  LEFT JOIN LATERAL (
    SELECT status_code, error FROM delivery_attempts
    WHERE delivery_id = delivery.id AND number = delivery.attempt_count LIMIT 1) AS attempt ON true`;

/**
 * Reads by the index of the order. Kind and delivered state have no index: we search a bounded number of deliveries.
 */
async function listDeliveries(
  connection: Queryable,
  ...[endpointId, filter, place, limit]: Parameters<WebhookDeliveryLog["list"]>
): ReturnType<WebhookDeliveryLog["list"]> {
  const { order } = directionOf(place);
  const { kind = null, status = null, checkoutId } = filter;
  let { low, high } = boundsOf(filter, place);
  const values = () => [endpointId, low.createdAt, low.id, high.createdAt, high.id, kind, status];
  if (checkoutId !== undefined) {
    const wanted = [...values(), limit, checkoutId];
    const deliveries = await read<DeliveryView>(connection, selectOfCheckout[order], wanted);
    return { deliveries, searchedTo: null };
  }

  const { statement, rowsAtOnce } = scanStatement(filter, order);
  const deliveries: DeliveryView[] = [];
  for (let scan = 1; ; scan++) {
    const rows = await read<ScannedRow>(connection, statement, [...values(), limit - deliveries.length]);
    for (const { scanned, untilCreatedAt, untilId, ...row } of rows)
      if (row.id !== null) deliveries.push(row);
    const [first] = rows;
    if (deliveries.length >= limit || first === undefined || first.scanned < rowsAtOnce)
      return { deliveries, searchedTo: null };
    const searchedTo = { createdAt: first.untilCreatedAt, id: first.untilId };
    if (scan === maxScans) return { deliveries, searchedTo };
    if (order === "DESC") high = searchedTo;
    else low = searchedTo;
  }
}

type Bound = { createdAt: Date | "-infinity" | "infinity"; id: string };

/** Both ends excluded. Every id is greater than an empty one. */
function boundsOf({ from, to }: DeliveryFilter, place: ListPlace): { low: Bound; high: Bound } {
  const isAbove = place.kind === "before" && (from === undefined || place.cursor.createdAt >= from);
  const isBelow = place.kind === "after" && (to === undefined || place.cursor.createdAt < to);
  return {
    low: isAbove ? place.cursor : { createdAt: from ?? "-infinity", id: "" },
    high: isBelow ? place.cursor : { createdAt: to ?? "infinity", id: "" },
  };
}

/** Each row carries the position searched to; without matches it is a row of its own. */
type ScannedRow = { scanned: number; untilCreatedAt: Date; untilId: string } & (
  | DeliveryView
  | { [column in keyof DeliveryView]: null }
);

const isWanted = `
  ($6::text IS NULL OR event.kind = $6) AND ($7::delivery_status IS NULL OR delivery.status = $7)`;

type Order = "ASC" | "DESC";
const opposite = { ASC: "DESC", DESC: "ASC" } as const;

/**
 * Statuses with an index of their own are literals: a generic plan could not use it. So is the limit, which tells the
 * planner how few rows we need. Pairs for both bounds, because the planner takes two bounds of one column for a narrow
 * range and sorts it all.
 */
function scanStatement(
  { status, kind }: DeliveryFilter,
  order: Order,
): { statement: Statement; rowsAtOnce: number } {
  const indexed = status === "FAILED" || status === "PENDING" ? status : null;
  const rowsAtOnce = kind !== undefined || status === "DELIVERED" ? scannedAtOnce : pageAtOnce;
  const name = `webhook_deliveries_${indexed?.toLowerCase() ?? "all"}_${rowsAtOnce}_${order.toLowerCase()}`;
  const text = `
    WITH scanned AS MATERIALIZED (
      SELECT * FROM webhook_deliveries
      WHERE endpoint_id = $1 AND (created_at, id) > ($2::timestamptz, $3::text)
        AND (created_at, id) < ($4::timestamptz, $5::text) ${indexed === null ? "" : `AND status = '${indexed}'`}
      ORDER BY created_at ${order}, id ${order} LIMIT ${rowsAtOnce}
    ), page AS (
      SELECT delivery.*, event.kind, event.checkout_id FROM scanned AS delivery ${joinEvent}
      WHERE ${isWanted} ORDER BY delivery.created_at ${order}, delivery.id ${order} LIMIT $8
    )
    SELECT looked.*, ${deliveryColumns("delivery")}
    FROM (
      SELECT count(*) OVER ()::int AS scanned, created_at AS until_created_at, id AS until_id
      FROM scanned ORDER BY created_at ${opposite[order]}, id ${opposite[order]} LIMIT 1
    ) AS looked LEFT JOIN page AS delivery ON true ${joinLastAttempt}
    ORDER BY delivery.created_at ${order}, delivery.id ${order}`;
  return { statement: { name, text }, rowsAtOnce };
}

/** A checkout has few events. SQL: a plan that Prisma cannot ask for. */
const ofCheckout = (order: Order): Statement => ({
  name: `webhook_deliveries_of_checkout_${order.toLowerCase()}`,
  text: `
    SELECT ${deliveryColumns("event")}
    FROM outbox_events AS event
    JOIN webhook_deliveries AS delivery ON delivery.event_id = event.id AND delivery.endpoint_id = $1
    ${joinLastAttempt}
    WHERE event.checkout_id = $9 AND (delivery.created_at, delivery.id) > ($2::timestamptz, $3::text)
      AND (delivery.created_at, delivery.id) < ($4::timestamptz, $5::text) AND ${isWanted}
    ORDER BY delivery.created_at ${order}, delivery.id ${order} LIMIT $8`,
});
const selectOfCheckout = { ASC: ofCheckout("ASC"), DESC: ofCheckout("DESC") };
