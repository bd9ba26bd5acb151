import type { Claim, ClaimedDelivery, WebhookStore } from "@/lib/services/ports/webhook-store";
import { type Queryable, run, type Statement } from "../database";
import type { SecretBox } from "../secret-box";
import { failedAtOnce, failWaiting } from "./webhook-disabling";

/**
 * Steps from endpoint to endpoint along the index of what waits, so that one with a long backlog costs no more
 * than any other. The leased ones of an endpoint are no more than `$2 - 1`: among its first `$2` is a free one, if
 * there is any.
 */
const findDueEndpoints: Statement = {
  name: "webhooks_find_due",
  text: `
    WITH RECURSIVE endpoint AS (
      (SELECT endpoint_id AS id FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT endpoint_id FROM webhook_deliveries
        WHERE status = 'PENDING' AND endpoint_id > endpoint.id ORDER BY endpoint_id LIMIT 1
      ) FROM endpoint WHERE endpoint.id IS NOT NULL
    )
    SELECT coalesce(array_agg(endpoint.id) FILTER (WHERE first.is_due), '{}') AS endpoint_ids,
      min(first.later_at) AS next_due_at
    FROM endpoint CROSS JOIN LATERAL (
      SELECT bool_or(free_at <= $1) AS is_due, min(free_at) FILTER (WHERE free_at > $1) AS later_at
      FROM (
        SELECT greatest(next_attempt_at, leased_until) AS free_at FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND status = 'PENDING' ORDER BY next_attempt_at LIMIT $2
      ) AS waiting
    ) AS first`,
};

export async function findDue(
  connection: Queryable,
  now: Date,
  leasesAtMost: number,
): ReturnType<WebhookStore["findDue"]> {
  const [row] = await run<{ endpoint_ids: string[]; next_due_at: Date | null }>(
    connection,
    findDueEndpoints,
    [now, leasesAtMost + 1],
  );
  return { endpointIds: row?.endpoint_ids ?? [], nextDueAt: row?.next_due_at ?? null };
}

/**
 * Whoever claims for an endpoint holds its row until the claim is committed. The count of what is in flight comes
 * after it, in a statement of its own: a statement that waited for the row would count what was so before it waited.
 */
const holdEndpoints: Statement = {
  name: "webhooks_hold_endpoints",
  text: `
    SELECT id, url, failing_since, disabled_at IS NOT NULL AS is_disabled
    FROM webhook_endpoints WHERE id = ANY ($1::text[]) FOR NO KEY UPDATE SKIP LOCKED`,
};

const claimDueDeliveries: Statement = {
  name: "webhooks_claim",
  text: `
    WITH endpoint AS MATERIALIZED (
      SELECT wanted.id, least($5::int, wanted.places - (
          SELECT count(*) FROM webhook_deliveries AS leased
          WHERE leased.endpoint_id = wanted.id AND leased.status = 'PENDING'
            AND leased.leased_until IS NOT NULL AND leased.leased_until > $3
        )::int) AS places,
        ARRAY(
          SELECT secret.ciphertext FROM webhook_secrets AS secret
          WHERE secret.endpoint_id = wanted.id AND (secret.expires_at IS NULL OR secret.expires_at > $3)
          ORDER BY secret.id DESC
        ) AS secrets
      FROM unnest($1::text[], $2::int[]) AS wanted (id, places)
    ), due AS MATERIALIZED (
      SELECT waiting.id FROM endpoint CROSS JOIN LATERAL (
        SELECT delivery.id FROM webhook_deliveries AS delivery
        WHERE delivery.endpoint_id = endpoint.id AND delivery.status = 'PENDING'
          AND delivery.next_attempt_at <= $3
          AND (delivery.leased_until IS NULL OR delivery.leased_until <= $3)
        ORDER BY delivery.next_attempt_at LIMIT greatest(endpoint.places, 0) FOR UPDATE SKIP LOCKED
      ) AS waiting
    ), claimed AS (
      UPDATE webhook_deliveries AS delivery
      SET fencing_token = delivery.fencing_token + 1, leased_until = $4
      FROM due WHERE delivery.id = due.id
      RETURNING delivery.id, delivery.endpoint_id, delivery.event_id, delivery.attempt_count,
        delivery.schedule_start, delivery.fencing_token, delivery.next_attempt_at
    )
    SELECT endpoint.id AS endpoint_id, endpoint.places, endpoint.secrets, claimed.id, claimed.event_id,
      claimed.attempt_count, claimed.schedule_start, claimed.fencing_token, event.kind, event.body
    FROM endpoint LEFT JOIN claimed ON claimed.endpoint_id = endpoint.id
    LEFT JOIN outbox_events AS event ON event.id = claimed.event_id
    ORDER BY claimed.next_attempt_at, claimed.id`,
};

type HeldRow = { id: string; url: string; failing_since: Date | null; is_disabled: boolean };

/** Of an endpoint that has nothing to give one row comes, with nothing but its places. */
type ClaimRow = { endpoint_id: string; places: number; secrets: string[] } & (
  | { id: null }
  | {
      id: string;
      event_id: string;
      attempt_count: number;
      schedule_start: number;
      fencing_token: number;
      kind: ClaimedDelivery["kind"];
      body: string;
    }
);

/** Belongs in a transaction. */
export async function claimDeliveries(
  connection: Queryable,
  secretBox: SecretBox,
  { endpointIds, now, leaseMs, places, atMost }: Parameters<WebhookStore["claim"]>[0],
): Promise<Claim> {
  const held = new Map(
    (await run<HeldRow>(connection, holdEndpoints, [endpointIds])).map((endpoint) => [endpoint.id, endpoint]),
  );
  const disabled = [...held.values()].filter(({ is_disabled }) => is_disabled);
  const disabledIds = disabled.map(({ id }) => id);
  const failed = await failWaiting(connection, disabledIds, now, failedAtOnce);
  const enabled = [...held.values()].filter(({ is_disabled }) => !is_disabled);
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows =
    enabled.length === 0
      ? []
      : await run<ClaimRow>(connection, claimDueDeliveries, [
          enabled.map(({ id }) => id),
          enabled.map(({ failing_since }) => (failing_since === null ? places.working : places.failing)),
          now,
          leasedUntil,
          atMost,
        ]);
  const open = secretOpener(secretBox);
  const left = new Map(rows.map((row) => [row.endpoint_id, row.places]));
  const deliveries: ClaimedDelivery[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    left.set(row.endpoint_id, (left.get(row.endpoint_id) ?? 0) - 1);
    deliveries.push({
      id: row.id,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      kind: row.kind,
      url: held.get(row.endpoint_id)?.url ?? "",
      secrets: open(row.endpoint_id, row.secrets),
      body: row.body,
      attemptsMade: row.attempt_count,
      scheduleStart: row.schedule_start,
      fencingToken: row.fencing_token,
      leasedUntil,
    });
  }
  return {
    deliveries,
    full: [...left].flatMap(([id, free]) => (free <= 0 ? [id] : [])),
    passedOver: [...endpointIds.filter((id) => !held.has(id)), ...(failed < failedAtOnce ? [] : disabledIds)],
  };
}

/** Opens each endpoint's once; none when one cannot be opened: its deliveries fail by themselves and hold up no other. */
function secretOpener(secretBox: SecretBox): (endpointId: string, sealed: readonly string[]) => string[] {
  const opened = new Map<string, string[]>();
  return (endpointId, sealed) => {
    const known = opened.get(endpointId);
    if (known !== undefined) return known;
    let secrets: string[] = [];
    try {
      secrets = sealed.map((secret) => secretBox.open(secret, endpointId));
    } catch {}
    opened.set(endpointId, secrets);
    return secrets;
  };
}
