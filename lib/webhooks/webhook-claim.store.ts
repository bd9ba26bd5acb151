import { type Connections, type Queryable, read, type Statement, transact } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { failedAtOnce, failWaiting, recordAttempts } from "./webhook-record.store";
import type { Claim, ClaimedDelivery, EndpointPlaces, WebhookStore } from "./webhook-store.port";

/**
 * An endpoint leases fewer than `$2` first attempts and fewer than `$3` retries, so the earliest `$2` and `$3` include
 * a free one, if any. First attempts are read separately, or a backlog of retries could hide them. SQL: steps from
 * endpoint to endpoint along the index of due deliveries, so that a long backlog costs no more than a short one.
 */
const findDueEndpoints: Statement = {
  name: "webhooks_find_due",
  text: `
    WITH RECURSIVE endpoint AS (
      -- Each endpoint with a pending delivery, by one index look-up each; the last row is NULL.
      (SELECT endpoint_id AS id FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT endpoint_id FROM webhook_deliveries
        WHERE status = 'PENDING' AND endpoint_id > endpoint.id ORDER BY endpoint_id LIMIT 1
      ) FROM endpoint WHERE endpoint.id IS NOT NULL
    )
    SELECT coalesce(array_agg(DISTINCT endpoint.id) FILTER (WHERE first.is_due), '{}') AS endpoint_ids,
      min(first.later_at) AS next_due_at
    FROM endpoint CROSS JOIN (VALUES (true, $2::int), (false, $3::int)) AS kind (is_first, at_most)
    CROSS JOIN LATERAL (
      SELECT bool_or(free_at <= $1) AS is_due, min(free_at) FILTER (WHERE free_at > $1) AS later_at
      FROM (
        SELECT greatest(next_attempt_at, leased_until) AS free_at FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND status = 'PENDING' AND (attempt_count = 0) = kind.is_first
        ORDER BY next_attempt_at, id LIMIT kind.at_most
      ) AS waiting
    ) AS first`,
};

type Due = Awaited<ReturnType<WebhookStore["findDue"]>>;

async function findDue(connection: Queryable, now: Date, places: EndpointPlaces): Promise<Due> {
  const values = [now, places.firstAttempts + 1, places.retries + 1];
  const [due] = await read<Due>(connection, findDueEndpoints, values);
  return due ?? { endpointIds: [], nextDueAt: null };
}

/**
 * A claim locks the endpoint's row until it commits. The next statement counts the deliveries in flight: in the same
 * statement the count would be from before the wait. SQL: Prisma has no SKIP LOCKED.
 */
const holdEndpoints: Statement = {
  name: "webhooks_hold_endpoints",
  text: `
    SELECT id, url, failing_since, disabled_at IS NOT NULL AS is_disabled,
      -- Those in force.
      ARRAY(
        SELECT secret.ciphertext FROM webhook_secrets AS secret
        WHERE secret.endpoint_id = endpoint.id AND (secret.expires_at IS NULL OR secret.expires_at > $2)
        ORDER BY secret.id DESC
      ) AS secrets
    FROM webhook_endpoints AS endpoint WHERE id = ANY ($1::text[]) FOR NO KEY UPDATE SKIP LOCKED`,
};

/** SQL: Prisma has no SKIP LOCKED, nor a limit for each endpoint. */
const claimDueDeliveries: Statement = {
  name: "webhooks_claim",
  text: `
    WITH endpoint AS MATERIALIZED (
      -- A row per endpoint and kind of attempt, with its free places.
      SELECT wanted.id, wanted.is_first, least(wanted.at_most, wanted.places - (
          SELECT count(*) FROM webhook_deliveries AS leased
          WHERE leased.endpoint_id = wanted.id AND leased.status = 'PENDING'
            AND (leased.attempt_count = 0) = wanted.is_first
            AND leased.leased_until IS NOT NULL AND leased.leased_until > $5
        )::int) AS places
      FROM unnest($1::text[], $2::boolean[], $3::int[], $4::int[]) AS wanted (id, is_first, places, at_most)
    ), waiting AS MATERIALIZED (
      -- The earliest due deliveries of each kind, as many as there are places.
      SELECT due.id FROM endpoint CROSS JOIN LATERAL (
        SELECT delivery.id FROM webhook_deliveries AS delivery
        WHERE delivery.endpoint_id = endpoint.id AND delivery.status = 'PENDING'
          AND (delivery.attempt_count = 0) = endpoint.is_first AND delivery.next_attempt_at <= $5
          AND (delivery.leased_until IS NULL OR delivery.leased_until <= $5)
        ORDER BY delivery.next_attempt_at, delivery.id LIMIT greatest(endpoint.places, 0) FOR UPDATE SKIP LOCKED
      ) AS due
    ), claimed AS (
      -- Leases them. The new fencing token rejects the record of a worker whose lease ended.
      UPDATE webhook_deliveries AS delivery
      SET fencing_token = delivery.fencing_token + 1, leased_until = $6
      WHERE delivery.id = ANY (ARRAY(SELECT id FROM waiting))
      RETURNING delivery.id, delivery.endpoint_id, delivery.event_id, delivery.attempt_count,
        delivery.schedule_start, delivery.fencing_token, delivery.next_attempt_at
    )
    SELECT endpoint.id AS endpoint_id, claimed.id, claimed.event_id,
      count(claimed.id) OVER (PARTITION BY endpoint.id, endpoint.is_first) >= endpoint.places AS is_full,
      claimed.attempt_count AS attempts_made, claimed.schedule_start, claimed.fencing_token, event.kind, event.body,
      event.request_id
    FROM endpoint LEFT JOIN claimed
      ON claimed.endpoint_id = endpoint.id AND (claimed.attempt_count = 0) = endpoint.is_first
    LEFT JOIN outbox_events AS event ON event.id = claimed.event_id
    ORDER BY claimed.next_attempt_at, claimed.id`,
};

type HeldRow = { id: string; url: string; failingSince: Date | null; isDisabled: boolean; secrets: string[] };

/** An endpoint without a first attempt or retry still has one row. */
type ClaimRow = { endpointId: string; isFull: boolean } & (
  | { id: null }
  | Omit<ClaimedDelivery, "url" | "secrets" | "leasedUntil">
);

/** Belongs in a transaction. */
async function claimDeliveries(
  connection: Queryable,
  open: OpenSecrets,
  { endpoints, now, leaseMs, places }: Parameters<WebhookStore["claim"]>[0],
): Promise<Claim> {
  const endpointIds = endpoints.map(({ id }) => id);
  const heldRows = await read<HeldRow>(connection, holdEndpoints, [endpointIds, now]);
  const held = new Map(heldRows.map((endpoint) => [endpoint.id, endpoint]));
  const disabled = heldRows.filter(({ isDisabled }) => isDisabled);
  const disabledIds = disabled.map(({ id }) => id);
  const failed = await failWaiting(connection, disabledIds, now, failedAtOnce);
  const wanted = endpoints.flatMap(({ id, firstAttempts, retries }) => {
    const endpoint = held.get(id);
    if (endpoint === undefined || endpoint.isDisabled) return [];
    const retryPlaces = endpoint.failingSince === null ? places.retries : places.retriesWhileFailing;
    return [
      { id, isFirst: true, places: places.firstAttempts, atMost: firstAttempts },
      { id, isFirst: false, places: retryPlaces, atMost: retries },
    ];
  });
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows =
    wanted.length === 0
      ? []
      : await read<ClaimRow>(connection, claimDueDeliveries, [
          wanted.map(({ id }) => id),
          wanted.map(({ isFirst }) => isFirst),
          wanted.map(({ places }) => places),
          wanted.map(({ atMost }) => atMost),
          now,
          leasedUntil,
        ]);
  const senders = new Map(
    heldRows.map(({ id, url, secrets }) => [id, { url, secrets: open(secrets, id), leasedUntil }]),
  );
  const full = new Set<string>();
  const deliveries: ClaimedDelivery[] = [];
  for (const row of rows) {
    if (row.isFull) full.add(row.endpointId);
    const endpoint = senders.get(row.endpointId);
    if (row.id !== null && endpoint !== undefined) deliveries.push(Object.assign(row, endpoint));
  }
  return {
    deliveries,
    full: [...full],
    passedOver: [...endpointIds.filter((id) => !held.has(id)), ...(failed < failedAtOnce ? [] : disabledIds)],
  };
}

type OpenSecrets = (sealed: readonly string[], endpointId: string) => readonly string[];

/** At this many endpoints, all kept secrets are dropped together. */
const keptEndpoints = 1_000;

/**
 * Opens an endpoint's secrets once, until they change; returns none when one cannot be opened: its deliveries fail
 * without delaying others.
 */
function secretOpener(secretBox: SecretBox): OpenSecrets {
  const opened = new Map<string, { sealed: string; secrets: readonly string[] }>();
  return (allSealed, endpointId) => {
    const sealed = allSealed.join();
    const known = opened.get(endpointId);
    if (known?.sealed === sealed) return known.secrets;
    try {
      const secrets = allSealed.map((secret) => secretBox.open(secret, endpointId));
      if (opened.size >= keptEndpoints) opened.clear();
      opened.set(endpointId, { sealed, secrets });
      return secrets;
    } catch {
      return [];
    }
  };
}

/** Deliveries in Postgres, which is their queue: a lease, and a fencing token against a worker that lost it. */
export function createWebhookStore({ pool }: Connections, secretBox: SecretBox): WebhookStore {
  const open = secretOpener(secretBox);
  return {
    findDue: (now, places) => findDue(pool, now, places),
    claim: (order) => transact(pool, (connection) => claimDeliveries(connection, open, order)),
    record: (finished) => transact(pool, (connection) => recordAttempts(connection, finished)),
  };
}
