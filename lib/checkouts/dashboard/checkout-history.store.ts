import { fromJson, type JsonRecord } from "@/lib/checkouts/checkout-row.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import type {
  CheckoutHistory,
  HistoryDelivery,
  HistoryIncident,
  HistoryLedgerEntry,
  HistoryRefund,
  HistorySettlement,
  HistorySweep,
} from "./checkout-views.rules";

export type CheckoutHistories = {
  /** Null for an unknown id or another project's. */
  read(projectId: string, checkoutId: string): Promise<CheckoutHistory | null>;
};

/** Limit of each list: anyone can send many transfers to a checkout. */
const maxRows = 100;

/** A checkout's further records, in Postgres; one statement, so that they are of the same moment. */
export function createCheckoutHistories({ pool }: Connections): CheckoutHistories {
  return {
    read: async (projectId, checkoutId) => {
      const [row] = await read<HistoryRow>(pool, readHistory, [projectId, checkoutId]);
      return row === undefined ? null : toHistory(row);
    },
  };
}

const logStatus =
  "CASE WHEN log.orphaned THEN 'reverted' WHEN log.final_at IS NULL THEN 'pending' ELSE 'final' END";

/** The rows of `source`, each as a JSON object with `fields`. */
const list = (name: string, fields: string, source: string) => `(
  SELECT coalesce(json_agg(json_build_object(${fields})), '[]') FROM (${source} LIMIT ${maxRows}) AS log
) AS ${name}`;

/** SQL: all lists of the page in one trip, each with a limit of its own. */
const readHistory: Statement = {
  name: "checkout_history",
  text: `
    SELECT
      (
        SELECT json_build_object('linkId', link.id, 'slug', link.slug, 'itemName', link.item_name)
        FROM payment_links AS link WHERE link.id = checkout.payment_link_id
      ) AS payment_link,
      (SELECT coalesce(json_agg(json_build_object('chainId', chain_id, 'blockNumber', block_number::text)), '[]')
        FROM chain_cursors) AS scanned,
      ${list(
        "sweeps",
        `'chainId', log.chain_id, 'tokenAddress', log.token_address, 'amountUnits', log.amount_units::text,
         'txHash', log.tx_hash, 'status', ${logStatus}, 'at', log.block_timestamp`,
        "SELECT * FROM sweeps WHERE checkout_id = checkout.id ORDER BY block_timestamp DESC, id DESC",
      )},
      ${list(
        "settlements",
        `'settlementId', log.settlement_id, 'chainId', log.chain_id, 'tokenAddress', log.token_address,
         'status', log.status, 'failureReason', log.failure_reason, 'txHash', log.tx_hash,
         'createdAt', log.created_at, 'completedAt', log.completed_at`,
        `SELECT item.settlement_id, settlement.chain_id, item.token_address, item.status, item.failure_reason,
           sent.tx_hash, settlement.created_at, settlement.completed_at
         FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
         LEFT JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
         WHERE item.checkout_id = checkout.id ORDER BY settlement.created_at DESC, settlement.id DESC`,
      )},
      ${list(
        "deliveries",
        `'deliveryId', log.id, 'eventId', log.event_id, 'endpointId', log.endpoint_id, 'url', log.url, 'eventKind', log.kind,
         'status', log.status, 'attemptCount', log.attempt_count, 'nextAttemptAt', log.next_attempt_at,
         'createdAt', log.created_at, 'completedAt', log.completed_at,
         'lastAttempt', CASE WHEN log.started_at IS NOT NULL THEN json_build_object('startedAt', log.started_at,
           'durationMs', log.duration_ms, 'statusCode', log.status_code, 'error', log.error) END`,
        `SELECT delivery.*, endpoint.url, event.kind, attempt.started_at, attempt.duration_ms, attempt.status_code,
           attempt.error
         FROM outbox_events AS event
         JOIN webhook_deliveries AS delivery ON delivery.event_id = event.id
         JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
         LEFT JOIN delivery_attempts AS attempt
           ON attempt.delivery_id = delivery.id AND attempt.number = delivery.attempt_count
         WHERE event.checkout_id = checkout.id ORDER BY event.sequence DESC, delivery.id DESC`,
      )},
      ${list(
        "refunds",
        `'refundId', log.id, 'amountUnits', log.amount_units::text, 'status', log.status,
         'refundType', log.refund_type, 'reason', log.reason, 'destinationAddress', log.destination_address,
         'txHash', log.tx_hash, 'failureCode', log.failure_code, 'createdAt', log.created_at,
         'completedAt', log.completed_at`,
        "SELECT * FROM refunds WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC",
      )},
      ${list(
        "ledger",
        `'kind', log.kind, 'from', log.from_account, 'to', log.to_account, 'chainId', log.chain_id,
         'tokenAddress', log.token_address, 'amountUnits', log.amount_units::text, 'at', log.created_at`,
        "SELECT * FROM ledger_entries WHERE checkout_id = checkout.id ORDER BY id DESC",
      )},
      ${list(
        "incidents",
        `'incidentId', log.id, 'kind', log.kind, 'createdAt', log.created_at, 'resolvedAt', log.resolved_at`,
        "SELECT * FROM incidents WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC",
      )}
    FROM checkouts AS checkout WHERE checkout.project_id = $1 AND checkout.id = $2`,
};

type Attempt = NonNullable<HistoryDelivery["lastAttempt"]>;

type HistoryRow = {
  paymentLink: CheckoutHistory["paymentLink"];
  scanned: { chainId: number; blockNumber: string }[];
  sweeps: JsonRecord<HistorySweep>[];
  settlements: JsonRecord<HistorySettlement>[];
  deliveries: (JsonRecord<Omit<HistoryDelivery, "lastAttempt">> & {
    lastAttempt: JsonRecord<Attempt> | null;
  })[];
  refunds: JsonRecord<HistoryRefund>[];
  ledger: JsonRecord<HistoryLedgerEntry>[];
  incidents: JsonRecord<HistoryIncident>[];
};

function toHistory({ scanned, ...row }: HistoryRow): CheckoutHistory {
  return {
    paymentLink: row.paymentLink,
    scannedBlocks: new Map(scanned.map(({ chainId, blockNumber }) => [chainId, BigInt(blockNumber)])),
    sweeps: row.sweeps.map((sweep) => fromJson<HistorySweep>(sweep, { amountUnits: BigInt, at: Date })),
    settlements: row.settlements.map((settlement) =>
      fromJson<HistorySettlement>(settlement, { createdAt: Date, completedAt: Date }),
    ),
    deliveries: row.deliveries.map(({ lastAttempt, ...delivery }) => ({
      ...fromJson<Omit<HistoryDelivery, "lastAttempt">>(delivery, {
        nextAttemptAt: Date,
        createdAt: Date,
        completedAt: Date,
      }),
      lastAttempt: lastAttempt === null ? null : fromJson<Attempt>(lastAttempt, { startedAt: Date }),
    })),
    refunds: row.refunds.map((refund) =>
      fromJson<HistoryRefund>(refund, { amountUnits: BigInt, createdAt: Date, completedAt: Date }),
    ),
    ledger: row.ledger.map((entry) => fromJson<HistoryLedgerEntry>(entry, { amountUnits: BigInt, at: Date })),
    incidents: row.incidents.map((incident) =>
      fromJson<HistoryIncident>(incident, { createdAt: Date, resolvedAt: Date }),
    ),
  };
}
