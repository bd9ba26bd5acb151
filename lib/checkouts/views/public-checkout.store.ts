import type { MoneyRequest, PublicCheckout, ReportedPayment } from "@/lib/checkouts/checkout.rules";
import {
  checkoutSelectList,
  fromJson,
  type JsonRecord,
  mayStillPay,
  toCheckoutRow,
} from "@/lib/checkouts/checkout-row.store";
import { hasReceived, receivedEarlier } from "@/lib/checkouts/requote/earlier-payments.store";
import { hasLeftWallet, isPaymentToken } from "@/lib/checkouts/state/checkout-facts.store";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** What the payment page shows; null for an unknown id. */
export async function findPublicCheckout(
  connection: Queryable,
  checkoutId: string,
): Promise<PublicCheckout | null> {
  const [row] = await run(connection, selectPublic, [checkoutId]);
  return row === undefined ? null : toPublicCheckout(row);
}

/** @param row of `publicColumns` */
export function toPublicCheckout(row: Readonly<Record<string, unknown>>): PublicCheckout {
  const { reportedPayment, refunds, strayTransfers, moneyRequest, ...others } =
    toCheckoutRow<Omit<PublicRow, "checkout">>(row);
  return {
    ...others,
    moneyRequest: moneyRequest === null ? null : fromJson<MoneyRequest>(moneyRequest, { units: BigInt }),
    reportedPayment:
      reportedPayment === null ? null : fromJson<ReportedPayment>(reportedPayment, { seenAt: Date }),
    refunds: refunds.map((refund) => fromJson<Refund>(refund, { amountUnits: BigInt, completedAt: Date })),
    strayTransfers: strayTransfers.map(({ refund, ...stray }) => ({
      ...fromJson<Omit<Stray, "refund">>(stray, { amountUnits: BigInt }),
      refund: refund === null ? null : fromJson<StrayRefund>(refund, { amountUnits: BigInt }),
    })),
  };
}

type Refund = PublicCheckout["refunds"][number];
type Stray = PublicCheckout["strayTransfers"][number];
type StrayRefund = NonNullable<Stray["refund"]>;

type InJson = {
  refunds: JsonRecord<Refund>[];
  strayTransfers: (JsonRecord<Omit<Stray, "refund">> & { refund: JsonRecord<StrayRefund> | null })[];
  reportedPayment: JsonRecord<ReportedPayment> | null;
  moneyRequest: JsonRecord<MoneyRequest> | null;
};

type PublicRow = Omit<PublicCheckout, keyof InJson> & InJson;

/** Anyone can send many transfers to a checkout; worthless tokens are listed last. */
const maxStrays = 20;

/** Transactions of refunds to show. */
const maxRefunds = 20;

const isGoingBack = "refunds.status NOT IN ('FAILED', 'CANCELLED')";

/** The columns of a public checkout, for `publicSources`. */
export const publicColumns = `
  ${checkoutSelectList}, project.name AS merchant_name, project.accent_color,
      project.receipt_details, project.support_contact, project.x402_enabled,
      project.requote_expired AND project.deleted_at IS NULL AS requote_expired,
      CASE WHEN checkout.status = 'EXPIRED' THEN ${hasReceived} ELSE false END AS has_received,
      CASE WHEN checkout.status = 'EXPIRED' THEN ${hasLeftWallet("checkout")} ELSE false END AS has_left_wallet,
      project.late_payment_policy = 'ACCEPT' AND (checkout.status <> 'EXPIRED' OR NOT EXISTS (
        SELECT FROM refunds AS back
        WHERE back.checkout_id = checkout.id AND back.status NOT IN ('FAILED', 'CANCELLED')
      )) AS accepts_late,
      project.minimum_units, logo.digest AS logo_digest, position.block_number AS scanned_block_number,
      ${receivedEarlier} AS received_earlier,
      checkout.merchant_address = project.settlement_wallet OR EXISTS (
        SELECT FROM allowed_wallets AS wallet
        WHERE wallet.project_id = checkout.project_id AND wallet.address = checkout.merchant_address
      ) OR ${hasLeftWallet("checkout")} AS has_listed_wallet,
      CASE WHEN project.deleted_at IS NULL AND (
        checkout.status = 'EXPIRED' OR checkout.status = 'PENDING' AND NOT checkout.token_fixed
      ) THEN (
        SELECT coalesce(json_agg(json_build_object('chainId', token.chain_id, 'tokenAddress', token.token_address)
          ORDER BY token.chain_id, token.token_address), '[]')
        FROM accepted_tokens AS token WHERE token.project_id = checkout.project_id
      ) ELSE '[]' END AS choosable_tokens,
      CASE WHEN checkout.refunded_units + checkout.refunding_units = 0 THEN '[]'::json ELSE (
        SELECT coalesce(json_agg(json_build_object('amountUnits', refund.amount_units::text, 'status', refund.status,
          'completedAt', refund.completed_at, 'txHash', refund.tx_hash)
          ORDER BY refund.completed_at, refund.created_at, refund.id), '[]')
        FROM (
          SELECT * FROM refunds WHERE checkout_id = checkout.id AND ${isGoingBack} AND NOT stray
          ORDER BY completed_at, created_at, id LIMIT ${maxRefunds}
        ) AS refund
      ) END AS refunds,
      CASE WHEN checkout.excess_requested_at IS NOT NULL THEN (
        SELECT json_build_object('isMailed', coalesce(bool_or(request.details ? 'mailed') FILTER (WHERE since), false),
          'hasContact', coalesce(bool_or(request.details ? 'contact'), false),
          'units', coalesce(max((request.details->>'amount')::numeric) FILTER (WHERE since), 0)::text,
          'strays', coalesce(max((request.details->>'strays')::int) FILTER (WHERE since), 0))
        FROM checkout_events AS request, LATERAL (
          SELECT request.created_at >= checkout.excess_requested_at AS since) AS its
        WHERE request.checkout_id = checkout.id AND request.kind = 'excess.requested'
      ) END AS money_request,
      (
        SELECT max(transfer.block_number) FROM transfers AS transfer
        WHERE transfer.checkout_id = checkout.id AND transfer.tx_hash = checkout.payment_tx_hash
          AND transfer.chain_id = checkout.chain_id AND NOT transfer.orphaned
      ) AS payment_block_number,
      (
        SELECT coalesce(json_agg(json_build_object('chainId', stray.chain_id, 'tokenAddress', stray.token_address,
          'amountUnits', stray.amount_units::text, 'txHash', stray.tx_hash, 'refund', (
            SELECT json_build_object('id', refunds.id, 'amountUnits', refunds.amount_units::text,
              'status', refunds.status, 'txHash', refunds.tx_hash)
            FROM stray_decisions AS decision JOIN refunds ON refunds.id = decision.refund_id AND ${isGoingBack}
            WHERE decision.checkout_id = checkout.id AND decision.chain_id = stray.chain_id
              AND decision.token_address = stray.token_address AND decision.tx_hash = stray.tx_hash))
          ORDER BY stray.accepted DESC, stray.block_timestamp DESC, stray.block_number DESC, stray.log_index DESC), '[]')
        FROM (
          SELECT transfer.*, EXISTS (
            SELECT FROM accepted_tokens AS token
            WHERE token.project_id = checkout.project_id AND token.chain_id = transfer.chain_id
              AND token.token_address = transfer.token_address
          ) AS accepted
          FROM transfers AS transfer
          WHERE transfer.checkout_id = checkout.id AND NOT transfer.orphaned
            AND NOT ${isPaymentToken("checkout", "transfer")}
          ORDER BY accepted DESC, block_timestamp DESC, block_number DESC, log_index DESC LIMIT ${maxStrays}
        ) AS stray
      ) AS stray_transfers,
      CASE WHEN signed.status IS NOT NULL THEN json_build_object('status', signed.status,
        'failureReason', signed.failure_reason, 'txHash', sent.tx_hash, 'mayStillPay', ${mayStillPay("signed")})
      END AS gasless_payment,
      CASE WHEN reported.tx_hash IS NOT NULL THEN json_build_object('chainId', reported.chain_id,
        'txHash', reported.tx_hash, 'seenAt', reported.seen_at) END AS reported_payment`;

export const publicSources = `
    checkouts AS checkout
    JOIN projects AS project ON project.id = checkout.project_id
    LEFT JOIN project_logos AS logo ON logo.project_id = checkout.project_id
    LEFT JOIN chain_cursors AS position ON position.chain_id = checkout.chain_id
    LEFT JOIN LATERAL (
      SELECT status, failure_reason, outgoing_transaction_id, chain_id, valid_before FROM authorizations
      WHERE checkout_id = checkout.id ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS signed ON true
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    LEFT JOIN LATERAL (
      SELECT chain_id, tx_hash, greatest(created_at, known_at) AS seen_at FROM payment_hints
      WHERE checkout_id = checkout.id ORDER BY seen_at DESC, tx_hash LIMIT 1
    ) AS reported ON true`;

/** SQL: every request for a public checkout runs it: one join, the same as in `takeAndRead`. */
const selectPublic: Statement = {
  name: "checkout_find_public",
  text: `SELECT ${publicColumns} FROM ${publicSources} WHERE checkout.id = $1`,
};
