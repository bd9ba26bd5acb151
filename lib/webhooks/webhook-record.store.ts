import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { dayMs } from "@/lib/platform/values/time.rules";
import { disabledAfterFailingMs } from "./webhook-schedule.rules";
import type { DeliveryAttempt, DeliveryResult, FinishedAttempt } from "./webhook-store.port";

/**
 * Ends the leases that this worker still has, and stores the attempts. A retry for an endpoint that was disabled
 * meanwhile fails. SQL: each attempt of the batch has its own values, and counts only by its fencing token.
 */
const finishAttempts: Statement = {
  name: "webhooks_record_attempts",
  text: `
    WITH finished AS MATERIALIZED (
      -- The batch, a row per attempt.
      SELECT *, started_at + duration_ms * interval '1 millisecond' AS ended_at
      FROM unnest($1::text[], $2::int[], $3::delivery_status[], $4::timestamptz[],
        $5::int[], $6::timestamptz[], $7::int[], $8::int[], $9::text[], $10::text[])
      AS finished (id, fencing_token, status, retry_at,
        number, started_at, duration_ms, status_code, error, response_body)
    ), kept AS (
      -- Only deliveries whose fencing token is still the one of the claim. "= 'PENDING'" would let PostgreSQL read the
      -- index of all that wait instead of one row by its id.
      UPDATE webhook_deliveries AS delivery SET
        status = CASE WHEN finished.status = 'PENDING' AND endpoint.disabled_at IS NOT NULL
          THEN 'FAILED' ELSE finished.status END,
        completed_at = CASE WHEN finished.status = 'PENDING' AND endpoint.disabled_at IS NULL
          THEN NULL ELSE finished.ended_at END,
        next_attempt_at = coalesce(finished.retry_at, delivery.next_attempt_at),
        attempt_count = finished.number, leased_until = NULL
      FROM finished, webhook_endpoints AS endpoint
      WHERE delivery.id = finished.id AND delivery.fencing_token = finished.fencing_token
        AND delivery.status NOT IN ('DELIVERED', 'FAILED') AND endpoint.id = delivery.endpoint_id
      RETURNING delivery.id, delivery.fencing_token, endpoint.url, endpoint.failing_since
    ), attempt AS (
      -- The attempts of the kept deliveries; the others leave no trace.
      INSERT INTO delivery_attempts
        (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      SELECT id, number, started_at, duration_ms, status_code, error, response_body
      FROM finished JOIN kept USING (id, fencing_token)
    )
    SELECT id, fencing_token, url, failing_since FROM kept`,
};

type KeptRow = { id: string; fencing_token: number; url: string; failing_since: Date | null };

/**
 * In one order, so that two workers never deadlock. An attempt says nothing about an endpoint whose URL has changed
 * since. SQL: Prisma cannot lock rows in an order before it updates them.
 */
const noteHealth: Statement = {
  name: "webhooks_note_health",
  text: `
    WITH held AS (
      -- Locks the endpoints in the order of their ids, before the update below.
      SELECT endpoint.id
      FROM webhook_endpoints AS endpoint JOIN unnest($1::text[], $4::text[]) AS heard (id, url)
        ON endpoint.id = heard.id AND endpoint.url = heard.url
      ORDER BY endpoint.id FOR NO KEY UPDATE OF endpoint
    )
    UPDATE webhook_endpoints AS endpoint SET
      failing_since = CASE WHEN heard.worked THEN heard.failing_since
        ELSE coalesce(endpoint.failing_since, heard.failing_since) END
    FROM held, unnest($1::text[], $2::bool[], $3::timestamptz[]) AS heard (id, worked, failing_since)
    WHERE endpoint.id = held.id AND heard.id = held.id
    RETURNING endpoint.id`,
};

/** A batch's result for an endpoint. */
type Health = {
  url: string;
  /** Whether a delivery succeeded. */
  worked: boolean;
  failingSince: Date | null;
  hasChanged: boolean;
  gone: DeliveryAttempt | null;
  lastFailure: DeliveryAttempt | null;
};

/** Runs inside a transaction. @returns the ids of the deliveries that this worker still had */
export async function recordAttempts(
  connection: Queryable,
  all: readonly FinishedAttempt[],
): Promise<ReadonlySet<string>> {
  if (all.length === 0) return new Set();
  const attempts = all.map(({ attempt }) => attempt);
  const rows = await run<KeptRow>(connection, finishAttempts, [
    all.map(({ delivery }) => delivery.id),
    all.map(({ delivery }) => delivery.fencingToken),
    all.map(({ result }) => statusAfter(result)),
    all.map(({ result }) => (result.kind === "retry" ? result.at : null)),
    attempts.map(({ number }) => number),
    attempts.map(({ startedAt }) => startedAt),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ statusCode }) => statusCode),
    attempts.map(({ error }) => storable(error)),
    attempts.map(({ responseBody }) => storable(responseBody)),
  ]);
  const keptRows = new Map(rows.map((row) => [row.id, row]));
  const health = healthOf(all, keptRows);

  // Includes the endpoints that may be disabled below, to lock all in one order; for those we write nothing here, since
  // another worker may know better by now.
  const noted = [...health].filter(([, endpoint]) => endpoint.hasChanged || mayEnd(endpoint));
  if (noted.length === 0) return new Set(keptRows.keys());
  const held = await run<{ id: string }>(connection, noteHealth, [
    noted.map(([id]) => id),
    noted.map(([, { worked }]) => worked),
    noted.map(([, { hasChanged, failingSince }]) => (hasChanged ? failingSince : null)),
    noted.map(([, { url }]) => url),
  ]);
  const heldIds = new Set(held.map(({ id }) => id));
  for (const [endpointId, endpoint] of noted)
    if (heldIds.has(endpointId)) await disableIfDone(connection, endpointId, endpoint);
  return new Set(keptRows.keys());
}

/**
 * By endpoint, in the order in which the attempts ended. Tests, unsent attempts and those at an earlier URL do not count.
 */
function healthOf(
  all: readonly FinishedAttempt[],
  keptRows: ReadonlyMap<string, KeptRow>,
): Map<string, Health> {
  const healths = new Map<string, Health>();
  const inOrder = all.toSorted((a, b) => endMsOf(a.attempt) - endMsOf(b.attempt));
  for (const { delivery, attempt, result, isOwnFault } of inOrder) {
    const row = keptRows.get(delivery.id);
    if (row?.fencing_token !== delivery.fencingToken || row.url !== delivery.url) continue;
    if (delivery.kind === "endpoint.test" || isOwnFault) continue;
    const health = healths.get(delivery.endpointId) ?? {
      url: row.url,
      worked: false,
      failingSince: row.failing_since,
      hasChanged: false,
      gone: null,
      lastFailure: null,
    };
    healths.set(delivery.endpointId, health);
    const isDelivered = result.kind === "delivered";
    health.hasChanged ||= isDelivered === (health.failingSince !== null);
    health.worked ||= isDelivered;
    health.failingSince = isDelivered ? null : (health.failingSince ?? attempt.startedAt);
    if (result.kind === "gone") health.gone ??= attempt;
    health.lastFailure = isDelivered ? null : attempt;
  }
  return healths;
}

function mayEnd({ gone, lastFailure, failingSince }: Health): boolean {
  if (gone !== null) return true;
  if (lastFailure === null || failingSince === null) return false;
  return failingSince.getTime() <= endMsOf(lastFailure) - disabledAfterFailingMs;
}

async function disableIfDone(connection: Queryable, endpointId: string, health: Health): Promise<void> {
  const { gone, lastFailure } = health;
  if (gone !== null) return disableGone(connection, endpointId, endOf(gone));
  if (lastFailure !== null && mayEnd(health))
    await disableIfFailingLong(connection, endpointId, endOf(lastFailure), failureText(lastFailure));
}

function failureText({ statusCode, error }: DeliveryAttempt): string {
  return statusCode === null ? `no answer (${error ?? "unknown"})` : `it answered ${statusCode}`;
}

function endMsOf({ startedAt, durationMs }: DeliveryAttempt): number {
  return startedAt.getTime() + durationMs;
}

function endOf(attempt: DeliveryAttempt): Date {
  return new Date(endMsOf(attempt));
}

function statusAfter(result: DeliveryResult): "PENDING" | "DELIVERED" | "FAILED" {
  switch (result.kind) {
    case "delivered":
      return "DELIVERED";
    case "retry":
      return "PENDING";
    case "exhausted":
    case "gone":
      return "FAILED";
    default:
      return result satisfies never;
  }
}

/** A receiver may answer with any bytes; Postgres rejects NUL in text, and the attempt must be stored. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll("\0", "\uFFFD");
}

/**
 * At once, or only if it has been failing since `$4`. One worker may note a failure while another records a success
 * that it did not see, so we check deliveries as well. Tests do not count. SQL: the condition compares columns of two
 * tables.
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
 * waiting for them here would deadlock with a record that waits for the endpoint. SQL: Prisma has no SKIP LOCKED.
 */
const failWaitingDeliveries: Statement = {
  name: "webhooks_fail_waiting",
  text: `
    WITH waiting AS (
      -- Skips deliveries that another transaction holds, so it never waits while it holds the endpoint.
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
async function disableGone(connection: Queryable, endpointId: string, at: Date): Promise<void> {
  await run(connection, disableEndpoint, [endpointId, at, "Your server answered 410 Gone.", null]);
  await failWaiting(connection, [endpointId], at, failedAtOnce);
}

/**
 * Disables it after five days of failures.
 *
 * @param failure of the latest attempt, in words: "it answered 500", "no answer: connection refused"
 */
async function disableIfFailingLong(
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
