import { setAside } from "@/lib/checkouts/state/checkout-facts.store";
import type { Statement } from "@/lib/platform/database";
import { eventKinds } from "@/lib/webhooks/events.rules";

/**
 * Each statement takes checkout ids and returns discrepancies: `checkout_id` and `text`. One statement sees one moment,
 * so it may run beside the service.
 */

const reversed = "entry.kind IN ('RECEIVED_REVERSED', 'SWEPT_REVERSED', 'REFUNDED_REVERSED')";

const sourcesOf = (
  table: "transfers" | "sweeps" | "refund_payments",
  kind: "RECEIVED" | "SWEPT" | "REFUNDED",
) => `
    SELECT log.checkout_id, '${table} ' || log.id || ' has ' ||
      count(*) FILTER (WHERE entry.kind = '${kind}') || ' ${kind} and ' ||
      count(*) FILTER (WHERE entry.kind = '${kind}_REVERSED') || ' ${kind}_REVERSED entries' AS text
    FROM ${table} AS log
    LEFT JOIN ledger_entries AS entry ON entry.source_id = log.id AND entry.kind IN ('${kind}', '${kind}_REVERSED')
      AND entry.checkout_id = log.checkout_id AND entry.chain_id = log.chain_id
      AND entry.token_address = log.token_address AND entry.amount_units = log.amount_units
    WHERE log.checkout_id = ANY ($1::text[])
    GROUP BY log.checkout_id, log.id, log.orphaned
    HAVING count(*) FILTER (WHERE entry.kind = '${kind}') <> 1
      OR count(*) FILTER (WHERE entry.kind = '${kind}_REVERSED') <> log.orphaned::int`;

// SQL: a check compares rows of several tables inside PostgreSQL, in one snapshot, and returns only what differs.

/** Of the ledger and the logs, and of each log and its entries. */
export const ledgerChecks: Statement = {
  name: "reconcile_ledger",
  text: `
    WITH move AS (
      SELECT checkout_id, chain_id, token_address, 'received' AS flow, amount_units AS log_units, 0::numeric AS ledger_units
      FROM transfers WHERE checkout_id = ANY ($1::text[]) AND NOT orphaned
      UNION ALL
      SELECT checkout_id, chain_id, token_address, 'swept', amount_units, 0
      FROM sweeps WHERE checkout_id = ANY ($1::text[]) AND NOT orphaned
      UNION ALL
      SELECT checkout_id, chain_id, token_address, 'refunded', amount_units, 0
      FROM refund_payments WHERE checkout_id = ANY ($1::text[]) AND NOT orphaned
      UNION ALL
      SELECT checkout_id, chain_id, token_address,
        CASE WHEN entry.kind IN ('RECEIVED', 'RECEIVED_REVERSED') THEN 'received'
          WHEN entry.kind IN ('SWEPT', 'SWEPT_REVERSED') THEN 'swept' ELSE 'refunded' END,
        0, CASE WHEN ${reversed} THEN -amount_units ELSE amount_units END
      FROM ledger_entries AS entry WHERE checkout_id = ANY ($1::text[])
    )
    SELECT checkout_id, 'ledger has ' || sum(ledger_units) || ' ' || flow || ', canonical rows ' || sum(log_units)
      || ' (chain ' || chain_id || ', token ' || token_address || ')' AS text
    FROM move GROUP BY checkout_id, chain_id, token_address, flow
    HAVING sum(log_units) <> sum(ledger_units)
    UNION ALL ${sourcesOf("transfers", "RECEIVED")} UNION ALL ${sourcesOf("sweeps", "SWEPT")}
    UNION ALL ${sourcesOf("refund_payments", "REFUNDED")}`,
};

/**
 * A checkout's sums are those of its rows. A refund is completed exactly while a canonical payment of its amount is
 * final; before it is sent it has none. A submitted transaction was proven to send the whole amount, of which the token
 * may keep a fee.
 */
export const sumChecks: Statement = {
  name: "reconcile_sums",
  text: `
    WITH sums AS (
      SELECT checkout.id, checkout.total_paid_units, checkout.paid_units, checkout.refunded_units,
        checkout.refunding_units, received.total, received.final, refund.completed, refund.open
      FROM checkouts AS checkout
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(log.amount_units), 0) AS total,
          coalesce(sum(log.amount_units) FILTER (WHERE log.final_at IS NOT NULL), 0) AS final
        FROM transfers AS log
        WHERE log.checkout_id = checkout.id AND log.chain_id = checkout.chain_id
          AND log.token_address = checkout.token_address AND NOT log.orphaned AND ${setAside("log")} IS NULL
      ) AS received
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(refund.amount_units) FILTER (WHERE refund.status = 'COMPLETED'), 0) AS completed,
          coalesce(sum(refund.amount_units)
            FILTER (WHERE refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')), 0) AS open
        FROM refunds AS refund
        WHERE refund.checkout_id = checkout.id AND refund.chain_id = checkout.chain_id
          AND refund.token_address = checkout.token_address AND NOT refund.stray
      ) AS refund
      WHERE checkout.id = ANY ($1::text[])
    )
    SELECT id AS checkout_id, fact.name || ' is ' || fact.stored || ', its rows give ' || fact.counted AS text
    FROM sums CROSS JOIN LATERAL (VALUES
      ('total paid', total_paid_units, total), ('final paid', paid_units, final),
      ('refunded', refunded_units, completed), ('being refunded', refunding_units, open)
    ) AS fact (name, stored, counted)
    WHERE fact.stored <> fact.counted
    UNION ALL
    SELECT refund.checkout_id, 'refund ' || refund.id || ' of ' || refund.amount_units || ' is ' || refund.status
      || '; on the chain are ' || payment.units || ', final ' || payment.final_units AS text
    FROM refunds AS refund
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(sent.units), 0) AS units,
        coalesce(sum(sent.units) FILTER (WHERE log.final_at IS NOT NULL), 0) AS final_units
      FROM refund_payments AS log
      CROSS JOIN LATERAL (
        SELECT CASE WHEN log.from_account = 'MERCHANT' AND log.tx_hash = refund.handed_in_tx_hash
          THEN greatest(log.amount_units, refund.amount_units) ELSE log.amount_units END AS units
      ) AS sent
      WHERE log.refund_id = refund.id AND NOT log.orphaned AND log.chain_id = refund.chain_id
        AND log.token_address = refund.token_address AND log.to_address = refund.destination_address
    ) AS payment
    WHERE refund.checkout_id = ANY ($1::text[]) AND (
      payment.final_units <> CASE refund.status WHEN 'COMPLETED' THEN refund.amount_units ELSE 0 END
      OR payment.units <> CASE WHEN refund.status = 'COMPLETED' OR payment.units > 0 THEN refund.amount_units ELSE 0 END
      OR (payment.units > 0 AND refund.status NOT IN ('PROCESSING', 'COMPLETED')))`,
};

const checkoutEvents = eventKinds
  .filter((kind) => kind.startsWith("checkout."))
  .map((kind) => `'${kind}'`)
  .join(", ");

/**
 * A status change is one timeline entry and one event, and the last of them has the present status.
 *
 * We know only the present kinds and state of an endpoint: events from before it was changed or enabled prove nothing,
 * nor do those written during the change.
 *
 * Delivered means that a receiver confirmed it since the last replay; an unfinished delivery has a next attempt.
 * Attempts are deleted after thirty days.
 */
export const eventChecks: Statement = {
  name: "reconcile_events",
  text: `
    WITH told AS (
      SELECT checkout_id, kind, 1 AS events, 0 AS entries FROM outbox_events
      WHERE checkout_id = ANY ($1::text[]) AND kind IN (${checkoutEvents})
      UNION ALL
      SELECT checkout_id, kind, 0, 1 FROM checkout_events
      WHERE checkout_id = ANY ($1::text[]) AND kind IN (${checkoutEvents})
    )
    SELECT checkout.id AS checkout_id, 'told ' || checkout.event_sequence || ' events; there are ' || count(event.id)
      || ', up to ' || coalesce(max(event.sequence), 0) AS text
    FROM checkouts AS checkout LEFT JOIN outbox_events AS event ON event.checkout_id = checkout.id
    WHERE checkout.id = ANY ($1::text[])
    GROUP BY checkout.id, checkout.event_sequence
    HAVING count(event.id) <> checkout.event_sequence OR coalesce(max(event.sequence), 0) <> checkout.event_sequence
      OR min(event.sequence) < 1
    UNION ALL
    SELECT checkout_id, kind || ': ' || sum(events) || ' events, ' || sum(entries) || ' entries in the timeline' AS text
    FROM told GROUP BY checkout_id, kind HAVING sum(events) <> sum(entries)
    UNION ALL
    SELECT checkout.id, 'is ' || checkout.status || '; by its timeline ' || coalesce(last.status, 'PENDING')
    FROM checkouts AS checkout
    LEFT JOIN LATERAL (
      SELECT entry.details ->> 'to' AS status FROM checkout_events AS entry
      WHERE entry.checkout_id = checkout.id AND entry.kind IN (${checkoutEvents}) AND entry.details ? 'to'
      ORDER BY entry.id DESC LIMIT 1
    ) AS last ON true
    WHERE checkout.id = ANY ($1::text[]) AND checkout.status::text <> coalesce(last.status, 'PENDING')
    UNION ALL
    SELECT event.checkout_id, 'event ' || event.id || ' (' || event.kind || ') has no delivery for ' || endpoint.id AS text
    FROM outbox_events AS event
    JOIN webhook_endpoints AS endpoint ON endpoint.project_id = event.project_id
      AND event.kind = ANY (endpoint.kinds) AND endpoint.created_at < event.created_at
      AND (endpoint.disabled_at IS NULL OR endpoint.disabled_at > event.created_at + interval '1 minute')
    WHERE event.checkout_id = ANY ($1::text[]) AND NOT EXISTS (
      SELECT FROM webhook_deliveries AS delivery
      WHERE delivery.event_id = event.id AND delivery.endpoint_id = endpoint.id)
    AND NOT EXISTS (
      SELECT FROM audit_log AS act
      WHERE act.project_id = endpoint.project_id AND act.target = endpoint.id
        AND act.action IN ('webhook_endpoint.updated', 'webhook_endpoint.enabled')
        AND act.created_at > event.created_at - interval '1 minute')
    UNION ALL
    SELECT event.checkout_id, 'delivery ' || delivery.id || ' is ' || delivery.status || ' after '
      || delivery.attempt_count || ' attempts; ' || attempt.made || ' are on record, ' || attempt.accepted
      || ' of them accepted' AS text
    FROM outbox_events AS event JOIN webhook_deliveries AS delivery ON delivery.event_id = event.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS made,
        count(*) FILTER (WHERE status_code BETWEEN 200 AND 299 AND number > delivery.schedule_start) AS accepted
      FROM delivery_attempts AS attempt WHERE attempt.delivery_id = delivery.id
    ) AS attempt
    WHERE event.checkout_id = ANY ($1::text[]) AND (
      attempt.made > delivery.attempt_count
      OR (attempt.made < delivery.attempt_count AND delivery.created_at > now() - interval '29 days')
      OR (delivery.status <> 'DELIVERED' AND attempt.accepted > 0)
      OR (delivery.status = 'DELIVERED' AND attempt.accepted = 0
        AND delivery.completed_at > now() - interval '29 days')
      OR (delivery.status = 'PENDING') <> (delivery.completed_at IS NULL))`,
};
