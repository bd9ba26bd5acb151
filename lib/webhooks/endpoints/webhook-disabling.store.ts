import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { dayMs } from "@/lib/platform/values/time.rules";
import { disabledAfterFailingMs } from "@/lib/webhooks/webhook-schedule.rules";

/**
 * At once, or only if it has been failing since `$4`. One worker may note a failure while another records a success that
 * it did not see, so we check deliveries as well. Tests do not count. SQL: in a transaction of several facts.
 */
const disableEndpoint: Statement = {
  name: "webhooks_disable_endpoint",
  text: `
    UPDATE webhook_endpoints AS endpoint SET disabled_at = $2, disabled_reason = $3
    WHERE endpoint.id = $1 AND endpoint.disabled_at IS NULL
      AND ($4::timestamptz IS NULL OR endpoint.failing_since <= $4 AND NOT EXISTS (
        SELECT FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = delivery.event_id
        WHERE delivery.endpoint_id = endpoint.id AND delivery.status = 'DELIVERED'
          AND delivery.completed_at > endpoint.failing_since AND event.kind <> 'endpoint.test'))
    RETURNING id`,
};

/** A million deliveries may wait, and one record or claim covers many endpoints: we fail at most this many at once. */
export const failedAtOnce = 1_000;

/**
 * Only for disabled endpoints. Deliveries leased by a worker end with its record, or with a claim after the lease;
 * waiting for them here would deadlock with a record that waits for the endpoint. SQL: claim of rows that others may
 * hold.
 */
const failWaitingDeliveries: Statement = {
  name: "webhooks_fail_waiting",
  text: `
    WITH waiting AS (
      SELECT delivery.id
      FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery ON delivery.endpoint_id = endpoint.id
      WHERE endpoint.id = ANY ($1::text[]) AND endpoint.disabled_at IS NOT NULL
        AND delivery.status = 'PENDING' AND (delivery.leased_until IS NULL OR delivery.leased_until <= $2)
      LIMIT $3 FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = 'FAILED', completed_at = $2, leased_until = NULL, fencing_token = delivery.fencing_token + 1
    FROM waiting WHERE delivery.id = waiting.id RETURNING delivery.id`,
};

/**
 * Fails unleased deliveries of those of these endpoints that are disabled, up to a limit. Claims fail the rest when
 * due.
 *
 * @returns how many: fewer than `limit` means all
 */
export async function failWaiting(
  connection: Queryable,
  endpointIds: readonly string[],
  at: Date,
  limit: number,
): Promise<number> {
  if (endpointIds.length === 0) return 0;
  return (await run(connection, failWaitingDeliveries, [endpointIds, at, limit])).length;
}

/** The receiver answered 410 Gone. */
export async function disableGone(connection: Queryable, endpointId: string, at: Date): Promise<void> {
  await run(connection, disableEndpoint, [endpointId, at, "Your server answered 410 Gone.", null]);
  await failWaiting(connection, [endpointId], at, failedAtOnce);
}

/**
 * Disables it after five days of failures.
 *
 * @param failure of the latest attempt, in words: "it answered 500", "no answer: connection refused"
 */
export async function disableIfFailingLong(
  connection: Queryable,
  endpointId: string,
  at: Date,
  failure: string,
): Promise<void> {
  const days = disabledAfterFailingMs / dayMs;
  const disabled = await run(connection, disableEndpoint, [
    endpointId,
    at,
    `Every attempt in the last ${days} days failed. Last failure: ${failure}.`,
    new Date(at.getTime() - disabledAfterFailingMs),
  ]);
  if (disabled.length > 0) await failWaiting(connection, [endpointId], at, failedAtOnce);
}
