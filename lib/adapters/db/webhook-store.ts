import type { EventKind } from "@/lib/core/events";
import type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryResult,
  WebhookStore,
} from "@/lib/services/ports/webhook-store";
import { type Database, type Queryable, run, type Statement, transact } from "./database";
import type { SecretBox } from "./secret-box";

/** Deliveries in Postgres, which is their queue: a lease, and a fencing token against a worker that lost it. */
export function createWebhookStore({ pool }: Pick<Database, "pool">, secretBox: SecretBox): WebhookStore {
  return {
    claimDue: async (now, leaseMs, limit) => {
      const leasedUntil = new Date(now.getTime() + leaseMs);
      const claimed: ClaimedDelivery[] = [];
      for (;;) {
        const wanted = limit - claimed.length;
        if (wanted <= 0) return claimed;
        const rows = await run<ClaimedRow>(pool, claimDueDeliveries, [now, leasedUntil, wanted]);
        for (const row of rows) if (row.status === "PENDING") claimed.push(toClaimed(row, secretBox));
        // Those of disabled endpoints took a place without being of use; behind them others may be due.
        if (rows.length < wanted) return claimed;
      }
    },

    record: (delivery, attempt, result) =>
      transact(pool, (connection) => recordAttempt(connection, delivery, attempt, result)),

    nextDueAt: async () => {
      const [row] = await run<{ next_due_at: Date | null }>(pool, selectNextDue);
      return row?.next_due_at ?? null;
    },
  };
}

type ClaimedRow = {
  id: string;
  endpoint_id: string;
  event_id: string;
  kind: EventKind;
  url: string;
  secrets: string[];
  body: string;
  attempt_count: number;
  fencing_token: number;
  status: "PENDING" | "FAILED";
};

/** Due and in nobody's hands; those of disabled endpoints fail here instead of being handed out. */
const claimDueDeliveries: Statement = {
  name: "webhooks_claim_due",
  text: `
    WITH due AS (
      SELECT id, endpoint_id FROM webhook_deliveries
      WHERE status = 'PENDING' AND next_attempt_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
      ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries AS delivery SET
        fencing_token = delivery.fencing_token + 1,
        status = CASE WHEN endpoint.disabled_at IS NULL THEN delivery.status ELSE 'FAILED' END,
        leased_until = CASE WHEN endpoint.disabled_at IS NULL THEN $2::timestamptz END,
        completed_at = CASE WHEN endpoint.disabled_at IS NULL THEN NULL ELSE $1 END
      FROM due JOIN webhook_endpoints AS endpoint ON endpoint.id = due.endpoint_id
      WHERE delivery.id = due.id
      RETURNING delivery.id, delivery.endpoint_id, delivery.event_id, delivery.attempt_count,
        delivery.fencing_token, delivery.status, delivery.next_attempt_at, endpoint.url
    )
    SELECT claimed.*, event.kind, event.body,
      ARRAY(
        SELECT secret.ciphertext FROM webhook_secrets AS secret
        WHERE secret.endpoint_id = claimed.endpoint_id AND (secret.expires_at IS NULL OR secret.expires_at > $1)
        ORDER BY secret.id DESC
      ) AS secrets
    FROM claimed JOIN outbox_events AS event ON event.id = claimed.event_id
    ORDER BY claimed.next_attempt_at, claimed.id`,
};

function toClaimed(row: ClaimedRow, secretBox: SecretBox): ClaimedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    kind: row.kind,
    url: row.url,
    secrets: openSecrets(row, secretBox),
    body: row.body,
    attemptsMade: row.attempt_count,
    fencingToken: row.fencing_token,
  };
}

/** None when one cannot be opened: that endpoint's deliveries fail by themselves and hold up no other. */
function openSecrets(row: ClaimedRow, secretBox: SecretBox): string[] {
  try {
    return row.secrets.map((sealed) => secretBox.open(sealed, row.endpoint_id));
  } catch {
    return [];
  }
}

/** Ends the lease, if it is still this worker's, and keeps the attempt. */
const finishAttempt: Statement = {
  name: "webhooks_record_attempt",
  text: `
    WITH delivery AS (
      UPDATE webhook_deliveries SET
        status = $3::delivery_status, attempt_count = $4, leased_until = NULL,
        next_attempt_at = coalesce($5::timestamptz, next_attempt_at), completed_at = $6::timestamptz
      WHERE id = $1 AND fencing_token = $2 AND status = 'PENDING'
      RETURNING id
    )
    INSERT INTO delivery_attempts
      (delivery_id, number, started_at, duration_ms, status_code, error, response_body)
    SELECT id, $4, $7::timestamptz, $8::int, $9::int, $10, $11 FROM delivery
    RETURNING delivery_id`,
};
const endpointWorks: Statement = {
  name: "webhooks_endpoint_works",
  text: "UPDATE webhook_endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL",
};
const endpointFails: Statement = {
  name: "webhooks_endpoint_fails",
  text: "UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL",
};
const disableEndpoint: Statement = {
  name: "webhooks_disable_endpoint",
  text: `
    UPDATE webhook_endpoints SET disabled_at = $2, disabled_reason = $3 WHERE id = $1 AND disabled_at IS NULL`,
};
/** In other hands they end with their worker's record, or with the claim after its lease. */
const failWaitingDeliveries: Statement = {
  name: "webhooks_fail_waiting",
  text: `
    UPDATE webhook_deliveries SET status = 'FAILED', completed_at = $2
    WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = $1 AND status = 'PENDING' AND (leased_until IS NULL OR leased_until <= $2)
      ORDER BY id FOR UPDATE SKIP LOCKED)`,
};

async function recordAttempt(
  connection: Queryable,
  delivery: Parameters<WebhookStore["record"]>[0],
  attempt: DeliveryAttempt,
  result: DeliveryResult,
): Promise<boolean> {
  const endedAt = new Date(attempt.startedAt.getTime() + attempt.durationMs);
  const recorded = await run(connection, finishAttempt, [
    delivery.id,
    delivery.fencingToken,
    statusAfter(result),
    attempt.number,
    result.kind === "retry" ? result.at : null,
    result.kind === "retry" ? null : endedAt,
    attempt.startedAt,
    attempt.durationMs,
    attempt.statusCode,
    storable(attempt.error),
    storable(attempt.responseBody),
  ]);
  if (recorded.length === 0) return false;
  if (result.kind === "delivered") await run(connection, endpointWorks, [delivery.endpointId]);
  else await run(connection, endpointFails, [delivery.endpointId, attempt.startedAt]);
  if (result.kind === "gone") {
    await run(connection, disableEndpoint, [delivery.endpointId, endedAt, "The receiver answered 410 Gone."]);
    await run(connection, failWaitingDeliveries, [delivery.endpointId, endedAt]);
  }
  return true;
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

/** A receiver may answer with any bytes; Postgres takes no NUL in text, and the attempt must be kept. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll("\0", "\uFFFD");
}

/** Of those in a worker's hands only ones due before the first free one can be earlier than it. */
const selectNextDue: Statement = {
  name: "webhooks_next_due",
  text: `
    WITH free AS (
      SELECT next_attempt_at FROM webhook_deliveries
      WHERE status = 'PENDING' AND leased_until IS NULL ORDER BY next_attempt_at LIMIT 1
    )
    SELECT least(
      (SELECT next_attempt_at FROM free),
      (
        SELECT min(greatest(next_attempt_at, leased_until)) FROM webhook_deliveries
        WHERE status = 'PENDING' AND leased_until IS NOT NULL
          AND next_attempt_at <= coalesce((SELECT next_attempt_at FROM free), 'infinity')
      )
    ) AS next_due_at`,
};
