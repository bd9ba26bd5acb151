import { writeAudit } from "@/lib/accounts/audit.store";
import {
  type DetailsRow,
  findDetails,
  listCheckouts,
  toDetails,
} from "@/lib/checkouts/dashboard/checkout-list.store";
import { dustLimit } from "@/lib/checkouts/dust.rules";
import type { AuthorizationStatus } from "@/lib/checkouts/gasless/authorization.rules";
import type { ListCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import type { Paged } from "@/lib/platform/answer-fields.schema";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { type Completion, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { completionUpdate, completionValues } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import { currentRequestId } from "@/lib/platform/tracing";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { insertedEvents } from "@/lib/webhooks/outbox.store";
import type { Checkout, CheckoutDetails, PublicCheckout, TimelineEntry } from "./checkout.rules";
import {
  type CheckoutRow,
  checkoutColumns,
  checkoutSelectList,
  toCheckout,
  toSql,
} from "./checkout-row.store";

/** A webhook event to write; every delivery attempt sends exactly `body`. */
export type NewEvent = {
  id: string;
  projectId: string;
  checkoutId: string;
  kind: EventKind;
  sequence: number;
  body: string;
  createdAt: Date;
};

export type CheckoutStore = {
  /**
   * Writes the checkout, its quote (when the token is known), timeline, event and deliveries in one transaction, with
   * the answer kept for its idempotency key. Returns how many endpoints receive the event.
   * @throws LeaseLostError when another request took over the key; nothing is written then
   */
  insert(
    checkout: Checkout,
    quote: Quote | null,
    timeline: readonly TimelineEntry[],
    event: NewEvent,
    completion: Completion | null,
  ): Promise<{ deliveries: number }>;
  /** Null for an unknown id or another project's. */
  find(projectId: string, checkoutId: string): Promise<CheckoutDetails | null>;
  findPublic(checkoutId: string): Promise<PublicCheckout | null>;
  /** The project's checkouts, newest first; only those created by API keys when `byApiKey` is true. */
  list(projectId: string, query: ListCheckoutsQuery, byApiKey?: boolean): Promise<Paged<Checkout>>;
};

/** Checkouts in Postgres. Each statement is one round trip, prepared once. */
export function createCheckoutStore({ pool }: Pick<Database, "pool">, secretBox: SecretBox): CheckoutStore {
  return {
    insert: (...facts) => insertOn(pool, secretBox, ...facts),

    find: async (projectId, checkoutId) => {
      const [row] = await run<DetailsRow>(pool, findDetails, [projectId, checkoutId]);
      return row === undefined ? null : toDetails(row);
    },

    findPublic: async (checkoutId) => {
      const [row] = await run<PublicRow>(pool, findPublicCheckout, [checkoutId]);
      if (row === undefined) return null;
      const checkout = toCheckout(row);
      return {
        checkout,
        merchantName: row.merchant_name,
        accentColor: row.accent_color,
        logoDigest: row.logo_digest,
        receiptDetails: row.receipt_details,
        supportContact: row.support_contact,
        requoteExpired: row.requote_expired,
        minimumUnits: BigInt(row.minimum_units),
        reportedPayment:
          row.reported_tx_hash === null || row.reported_chain_id === null || row.reported_seen_at === null
            ? null
            : {
                chainId: row.reported_chain_id,
                txHash: row.reported_tx_hash,
                seenAt: row.reported_seen_at,
              },
        receivedEarlier: checkout.replaces === null ? null : await findReceivedEarlier(pool, checkoutId),
        refunds: row.refunds.map(({ amountUnits, completedAt, txHash }) => ({
          amountUnits: BigInt(amountUnits),
          completedAt: new Date(completedAt),
          txHash,
        })),
        paymentBlockNumber: row.payment_block_number,
        scannedBlockNumber: row.scanned_block_number,
        strayTransfers: row.stray_transfers.map(({ amountUnits, ...stray }) => ({
          ...stray,
          amountUnits: BigInt(amountUnits),
        })),
        gaslessPayment:
          row.authorization_status === null
            ? null
            : {
                status: row.authorization_status,
                failureReason: row.authorization_failure,
                txHash: row.authorization_tx_hash,
              },
      };
    },

    list: (...args) => listCheckouts(pool, ...args),
  };
}

/** Writes a new checkout on the pool, or inside a larger transaction. */
export async function insertOn(
  connection: Queryable,
  secretBox: SecretBox,
  ...[checkout, quote, timeline, event, completion]: Parameters<CheckoutStore["insert"]>
): Promise<{ deliveries: number }> {
  const values = [
    ...checkoutColumns.map((column) => toSql(checkout, column)),
    quote?.chainId ?? null,
    quote?.tokenAddress ?? null,
    quote?.amountUnits ?? null,
    quote?.exchangeRate ?? null,
    quote?.exchangeRateAt ?? null,
    quote?.exchangeRateProvider ?? null,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
    event.id,
    event.kind,
    event.sequence,
    event.body,
    event.createdAt,
    currentRequestId(),
  ];
  const [inserted] = await run<InsertedRow>(
    connection,
    completion === null ? insertCheckout : insertCheckoutAndAnswer,
    completion === null ? values : [...values, ...completionValues(secretBox, completion)],
  );
  if (inserted === undefined) throw new LeaseLostError("the idempotency key was taken over");
  return inserted;
}

type InsertedRow = { deliveries: number };

const parameter = (offset: number) => `$${checkoutColumns.length + offset}`;

/**
 * Checkout, first quote, timeline, event, and a delivery for each subscribed endpoint: one statement is one
 * transaction. Foreign keys are checked at its end. Returns a row, unless there was no `source` row to write the
 * checkout for.
 */
const insertStatement = (name: string, { first, source }: { first: string; source: string }): Statement => ({
  name,
  text: `
    WITH ${first} checkout AS (
      INSERT INTO checkouts (${checkoutColumns.map(({ name }) => name).join(", ")})
      SELECT ${checkoutColumns.map(({ type }, index) => `$${index + 1}::${type}`).join(", ")} ${source}
      RETURNING id, project_id, created_at
    ), quote AS (
      INSERT INTO quotes
        (checkout_id, ordinal, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
          exchange_rate_provider, created_at)
      SELECT id, 1, ${parameter(1)}::int, ${parameter(2)}, ${parameter(3)}::numeric, ${parameter(4)},
        ${parameter(5)}::timestamptz, ${parameter(6)}, created_at
      FROM checkout WHERE ${parameter(1)}::int IS NOT NULL
    ), timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT checkout.id, entry.kind, entry.details, entry.at
      FROM checkout, unnest(${parameter(7)}::text[], ${parameter(8)}::jsonb[], ${parameter(9)}::timestamptz[])
        WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY entry.place
    ), ${insertedEvents(`
      SELECT ${parameter(10)}, project_id, id, ${parameter(11)}, ${parameter(12)}::int, ${parameter(13)},
        ${parameter(14)}::timestamptz, ${parameter(15)}::text
      FROM checkout`)}
    SELECT (SELECT count(*)::int FROM delivery) AS deliveries FROM checkout`,
});

const insertCheckout = insertStatement("checkout_insert", { first: "", source: "" });

/** The checkout is written only if the answer could be saved. */
const insertCheckoutAndAnswer = insertStatement("checkout_insert_and_answer", {
  first: `answer AS (${completionUpdate((place) => parameter(15 + place))}),`,
  source: "FROM answer",
});

type PublicRow = CheckoutRow & {
  merchant_name: string;
  accent_color: string | null;
  logo_digest: string | null;
  receipt_details: string | null;
  support_contact: string | null;
  requote_expired: boolean;
  minimum_units: string;
  refunds: { amountUnits: string; completedAt: string; txHash: Hex | null }[];
  payment_block_number: bigint | null;
  scanned_block_number: bigint | null;
  /** Numbers too large for JSON are sent as text. */
  stray_transfers: { chainId: number; tokenAddress: Hex; amountUnits: string; txHash: Hex }[];
  authorization_status: AuthorizationStatus | null;
  authorization_failure: string | null;
  authorization_tx_hash: Hex | null;
  reported_chain_id: number | null;
  reported_tx_hash: Hex | null;
  reported_seen_at: Date | null;
};

/** Anyone can send many transfers to a checkout; worthless tokens are listed last. */
const maxStrays = 20;

/** Transactions of refunds to show. */
const maxRefunds = 20;

/** Far more than one order has; it bounds the walk. */
const predecessorsRead = 100;

/**
 * Whether more than dust of one token came to a checkout, by `dustLimit`. Anyone can create worthless tokens, so only
 * tokens count that the project accepts or that were selected.
 *
 * @param checkout alias of its row
 * @param minimum its project's
 */
export const received = (checkout: string, minimum: string, transfers = "") => `
  EXISTS (
    SELECT FROM transfers AS transfer
    WHERE transfer.checkout_id = ${checkout}.id ${transfers} AND (
      EXISTS (
        SELECT FROM accepted_tokens AS token
        WHERE token.project_id = ${checkout}.project_id AND token.chain_id = transfer.chain_id
          AND token.token_address = transfer.token_address
      ) OR EXISTS (
        SELECT FROM quotes AS quote
        WHERE quote.checkout_id = transfer.checkout_id AND quote.chain_id = transfer.chain_id
          AND quote.token_address = transfer.token_address
      )
    )
    GROUP BY transfer.chain_id, transfer.token_address
    HAVING sum(transfer.amount_units) >= CASE
      WHEN ${minimum} > 0 THEN ${minimum} ELSE coalesce(ceil(${checkout}.amount_units / 100), ${dustLimit(null, 0n)})
    END
  )`;

/** The newest of the checkouts that `checkout` replaces, one after another, to which money came. */
export const receivedEarlier = `
  CASE WHEN checkout.replaces IS NOT NULL THEN (
    WITH RECURSIVE earlier AS (
      SELECT id, project_id, amount_units, replaces, 1 AS depth FROM checkouts WHERE id = checkout.replaces
      UNION ALL
      SELECT before.id, before.project_id, before.amount_units, before.replaces, earlier.depth + 1
      FROM earlier JOIN checkouts AS before ON before.id = earlier.replaces
      WHERE earlier.depth < ${predecessorsRead}
    )
    SELECT earlier.id FROM earlier JOIN projects AS owner ON owner.id = earlier.project_id
    WHERE ${received("earlier", "owner.minimum_units", "AND NOT transfer.orphaned")}
    ORDER BY earlier.depth LIMIT 1
  ) END`;

async function findReceivedEarlier(connection: Queryable, checkoutId: string): Promise<string | null> {
  const [row] = await run<{ earlier_id: string | null }>(connection, selectReceivedEarlier, [checkoutId]);
  return row?.earlier_id ?? null;
}

/** Apart from the public read, of whose time even an unused walk takes a fifth. SQL: a plan that Prisma cannot ask for. */
const selectReceivedEarlier: Statement = {
  name: "checkout_earlier_id",
  text: `SELECT ${receivedEarlier} AS earlier_id FROM checkouts AS checkout WHERE checkout.id = $1`,
};

/** SQL: hot path. */
const findPublicCheckout: Statement = {
  name: "checkout_find_public",
  text: `
    SELECT ${checkoutSelectList}, project.name AS merchant_name, project.accent_color,
      project.receipt_details, project.support_contact, project.requote_expired,
      project.minimum_units::text AS minimum_units,
      logo.digest AS logo_digest, position.block_number AS scanned_block_number,
      CASE WHEN checkout.refunded_units = 0 THEN '[]'::json ELSE (
        SELECT coalesce(json_agg(json_build_object('amountUnits', refund.amount_units::text,
          'completedAt', refund.completed_at, 'txHash', refund.tx_hash) ORDER BY refund.completed_at, refund.id), '[]')
        FROM (
          SELECT * FROM refunds WHERE checkout_id = checkout.id AND status = 'COMPLETED' AND NOT stray
            AND completed_at IS NOT NULL
          ORDER BY completed_at, id LIMIT ${maxRefunds}
        ) AS refund
      ) END AS refunds,
      (
        SELECT max(transfer.block_number) FROM transfers AS transfer
        WHERE transfer.checkout_id = checkout.id AND transfer.tx_hash = checkout.payment_tx_hash
          AND transfer.chain_id = checkout.chain_id AND NOT transfer.orphaned
      ) AS payment_block_number,
      (
        SELECT coalesce(json_agg(json_build_object('chainId', stray.chain_id, 'tokenAddress', stray.token_address,
          'amountUnits', stray.amount_units::text, 'txHash', stray.tx_hash)
          ORDER BY stray.accepted DESC, stray.block_timestamp DESC, stray.block_number DESC, stray.log_index DESC), '[]')
        FROM (
          SELECT transfer.*, EXISTS (
            SELECT FROM accepted_tokens AS token
            WHERE token.project_id = checkout.project_id AND token.chain_id = transfer.chain_id
              AND token.token_address = transfer.token_address
          ) AS accepted
          FROM transfers AS transfer
          WHERE transfer.checkout_id = checkout.id AND NOT transfer.orphaned AND NOT EXISTS (
            SELECT FROM quotes AS quote
            WHERE quote.checkout_id = transfer.checkout_id AND quote.chain_id = transfer.chain_id
              AND quote.token_address = transfer.token_address
          )
          ORDER BY accepted DESC, block_timestamp DESC, block_number DESC, log_index DESC LIMIT ${maxStrays}
        ) AS stray
      ) AS stray_transfers,
      signed.status AS authorization_status, signed.failure_reason AS authorization_failure,
      sent.tx_hash AS authorization_tx_hash,
      reported.chain_id AS reported_chain_id, reported.tx_hash AS reported_tx_hash,
      reported.seen_at AS reported_seen_at
    FROM checkouts AS checkout
    JOIN projects AS project ON project.id = checkout.project_id
    LEFT JOIN project_logos AS logo ON logo.project_id = checkout.project_id
    LEFT JOIN chain_cursors AS position ON position.chain_id = checkout.chain_id
    LEFT JOIN LATERAL (
      SELECT status, failure_reason, outgoing_transaction_id FROM authorizations
      WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS signed ON true
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    LEFT JOIN LATERAL (
      SELECT chain_id, tx_hash, greatest(created_at, known_at) AS seen_at FROM payment_hints
      WHERE checkout_id = checkout.id ORDER BY seen_at DESC, tx_hash LIMIT 1
    ) AS reported ON true
    WHERE checkout.id = $1`,
};

/** Tells for many checkouts at once which ones to read again. */
export type CheckoutMarks = {
  /**
   * A text for each id that exists. It differs after every change in the database that could change the checkout's
   * public view; it may also differ without one.
   */
  read(checkoutIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** Marks from Postgres by primary key: one statement for any number of ids. */
export function createCheckoutMarks({ pool }: Pick<Database, "pool">): CheckoutMarks {
  return {
    read: async (checkoutIds) => {
      const rows = await run<MarkRow>(pool, readMarks, [checkoutIds]);
      return new Map(rows.map(({ id, mark }) => [id, mark]));
    },
  };
}

type MarkRow = { id: string; mark: string };

/**
 * `xmin` is the transaction that wrote the row, so it covers every column of the checkout, future ones included.
 * Besides the row, the view shows the depth of the payment, the stray transfers, the newest signed payment, a reported
 * payment and money at earlier addresses. A completed refund writes the row. SQL: hot path.
 */
const readMarks: Statement = {
  name: "checkout_marks_read",
  text: `
    SELECT checkout.id, concat_ws(' ',
      checkout.xmin,
      position.block_number,
      received.count, received.last_id, received.payment_block, ${receivedEarlier},
      signed.id, signed.version, sent.xmin,
      (SELECT max(greatest(created_at, known_at)) FROM payment_hints WHERE checkout_id = checkout.id)
    ) AS mark
    FROM checkouts AS checkout
    LEFT JOIN chain_cursors AS position
      ON position.chain_id = checkout.chain_id AND checkout.payment_tx_hash IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, max(id) AS last_id, max(block_number) FILTER (
        WHERE tx_hash = checkout.payment_tx_hash AND chain_id = checkout.chain_id
      ) AS payment_block
      FROM transfers WHERE checkout_id = checkout.id AND NOT orphaned
    ) AS received
    LEFT JOIN LATERAL (
      SELECT id, xmin AS version, outgoing_transaction_id FROM authorizations
      WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS signed ON true
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    WHERE checkout.id = ANY ($1::text[])`,
};

/** Writes checkouts that a member creates in the dashboard. */
export type CheckoutByHandStore = {
  /** A store whose `insert` also writes the audit entry, in the same transaction. */
  withAuditActor(userId: string): Pick<CheckoutStore, "insert">;
};

/** Checkouts created in the dashboard, in Postgres. */
export function createCheckoutByHandStore(
  { pool }: Pick<Database, "pool">,
  secretBox: SecretBox,
): CheckoutByHandStore {
  return {
    withAuditActor: (userId) => ({
      insert: (...facts) =>
        transact(pool, async (connection) => {
          const [{ id, projectId, createdAt }] = facts;
          const written = await insertOn(connection, secretBox, ...facts);
          const act = { action: "checkout.created", target: id, details: null } as const;
          await writeAudit(connection, { ...act, projectId, userId, at: createdAt });
          return written;
        }),
    }),
  };
}
