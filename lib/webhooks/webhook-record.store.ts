import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { disableGone, disableIfFailingLong } from "@/lib/webhooks/endpoints/webhook-disabling.store";
import { disabledAfterFailingMs } from "./webhook-schedule.rules";
import type { DeliveryAttempt, DeliveryResult, FinishedAttempt } from "./webhook-store.port";

/**
 * Ends the leases that this worker still has, and stores the attempts. A retry for an endpoint that was disabled
 * meanwhile fails. SQL: several facts at once.
 */
const finishAttempts: Statement = {
  name: "webhooks_record_attempts",
  text: `
    WITH finished AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::int[], $3::delivery_status[], $4::timestamptz[], $5::timestamptz[],
        $6::int[], $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[])
      AS finished (id, fencing_token, status, retry_at, ended_at,
        number, started_at, duration_ms, status_code, error, response_body)
    ), kept AS (
      UPDATE webhook_deliveries AS delivery SET
        status = CASE WHEN finished.status = 'PENDING' AND endpoint.disabled_at IS NOT NULL
          THEN 'FAILED' ELSE finished.status END,
        completed_at = CASE WHEN finished.status = 'PENDING' AND endpoint.disabled_at IS NULL
          THEN NULL ELSE finished.ended_at END,
        next_attempt_at = coalesce(finished.retry_at, delivery.next_attempt_at),
        attempt_count = finished.number, leased_until = NULL
      FROM finished, webhook_endpoints AS endpoint
      WHERE delivery.id = finished.id AND delivery.fencing_token = finished.fencing_token
        AND delivery.status = 'PENDING' AND endpoint.id = delivery.endpoint_id
      RETURNING delivery.id, delivery.fencing_token, endpoint.failing_since
    ), attempt AS (
      INSERT INTO delivery_attempts
        (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
      SELECT id, number, started_at, duration_ms, status_code, error, response_body
      FROM finished JOIN kept USING (id, fencing_token)
    )
    SELECT id, fencing_token, failing_since FROM kept`,
};

type KeptRow = { id: string; fencing_token: number; failing_since: Date | null };

/** In one order, so that two workers never deadlock. SQL: lock. */
const noteHealth: Statement = {
  name: "webhooks_note_health",
  text: `
    WITH held AS (
      SELECT id FROM webhook_endpoints WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE webhook_endpoints AS endpoint SET
      failing_since = CASE WHEN heard.worked THEN heard.failing_since
        ELSE coalesce(endpoint.failing_since, heard.failing_since) END
    FROM held, unnest($1::text[], $2::bool[], $3::timestamptz[]) AS heard (id, worked, failing_since)
    WHERE endpoint.id = held.id AND heard.id = held.id`,
};

/** A batch's result for an endpoint. */
type Health = {
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
    attempts.map(endOf),
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
  if (noted.length > 0)
    await run(connection, noteHealth, [
      noted.map(([id]) => id),
      noted.map(([, { worked }]) => worked),
      noted.map(([, { hasChanged, failingSince }]) => (hasChanged ? failingSince : null)),
    ]);
  for (const [endpointId, endpoint] of health) await disableIfDone(connection, endpointId, endpoint);
  return new Set(keptRows.keys());
}

/** By endpoint, in the order in which the attempts ended. Tests and unsent attempts do not count. */
function healthOf(
  all: readonly FinishedAttempt[],
  keptRows: ReadonlyMap<string, KeptRow>,
): Map<string, Health> {
  const health = new Map<string, Health>();
  const inOrder = all.toSorted((a, b) => endOf(a.attempt).getTime() - endOf(b.attempt).getTime());
  for (const { delivery, attempt, result, isOwnFault } of inOrder) {
    const row = keptRows.get(delivery.id);
    if (row?.fencing_token !== delivery.fencingToken || delivery.kind === "endpoint.test" || isOwnFault)
      continue;
    const before = health.get(delivery.endpointId) ?? {
      worked: false,
      failingSince: row.failing_since,
      hasChanged: false,
      gone: null,
      lastFailure: null,
    };
    const isDelivered = result.kind === "delivered";
    health.set(delivery.endpointId, {
      worked: before.worked || isDelivered,
      failingSince: isDelivered ? null : (before.failingSince ?? attempt.startedAt),
      hasChanged: before.hasChanged || isDelivered === (before.failingSince !== null),
      gone: before.gone ?? (result.kind === "gone" ? attempt : null),
      lastFailure: isDelivered ? null : attempt,
    });
  }
  return health;
}

function mayEnd({ gone, lastFailure, failingSince }: Health): boolean {
  if (gone !== null) return true;
  if (lastFailure === null || failingSince === null) return false;
  return failingSince.getTime() <= endOf(lastFailure).getTime() - disabledAfterFailingMs;
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

function endOf({ startedAt, durationMs }: DeliveryAttempt): Date {
  return new Date(startedAt.getTime() + durationMs);
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
