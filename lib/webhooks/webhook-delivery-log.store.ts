import { type Database, run, type Statement } from "@/lib/platform/database";
import {
  type DeliveryRow,
  deliveryColumns,
  joinLastAttempt,
  listDeliveries,
  toView,
} from "./webhook-delivery-list.store";
import type { WebhookDeliveryLog } from "./webhook-delivery-log.port";
import { deliverMissedEvents, replayDelivery, replayFailedDeliveries } from "./webhook-delivery-replay.store";
import type { DeliveryAttempt } from "./webhook-store.port";

/** What became of events at a project's endpoints. */
export function createWebhookDeliveryLog({ pool }: Pick<Database, "pool">): WebhookDeliveryLog {
  return {
    list: (...list) => listDeliveries(pool, ...list),
    position: async (endpointId, deliveryId) => {
      const [row] = await run<{ id: string; created_at: Date }>(pool, selectPosition, [
        deliveryId,
        endpointId,
      ]);
      return row === undefined ? null : { createdAt: row.created_at, id: row.id };
    },
    find: async (projectId, deliveryId) => {
      const [row] = await run<DeliveryRow & { url: string; body: string }>(pool, selectOne, [
        deliveryId,
        projectId,
      ]);
      if (row === undefined) return null;
      const attempts = await run<AttemptRow>(pool, selectAttempts, [deliveryId]);
      return { ...toView(row), url: row.url, body: row.body, attempts: attempts.map(toAttempt) };
    },
    replay: (...replay) => replayDelivery(pool, ...replay),
    replayFailed: (...range) => replayFailedDeliveries(pool, ...range),
    deliverMissed: (...range) => deliverMissedEvents(pool, ...range),
  };
}

type AttemptRow = {
  number: number;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response_body: string | null;
};

function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
    responseBody: row.response_body,
  };
}

const selectPosition: Statement = {
  name: "webhook_deliveries_position",
  text: "SELECT id, created_at FROM webhook_deliveries WHERE id = $1 AND endpoint_id = $2",
};
const selectOne: Statement = {
  name: "webhook_deliveries_find",
  text: `
    SELECT ${deliveryColumns("event")}, endpoint.url, event.body
    FROM webhook_deliveries AS delivery
    JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
    JOIN outbox_events AS event ON event.id = delivery.event_id
    ${joinLastAttempt}
    WHERE delivery.id = $1 AND endpoint.project_id = $2`,
};
const selectAttempts: Statement = {
  name: "webhook_deliveries_attempts",
  text: `
    SELECT number, started_at, duration_ms, status_code, error, response_body FROM delivery_attempts
    WHERE delivery_id = $1 ORDER BY number DESC LIMIT 100`,
};
