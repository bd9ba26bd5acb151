import type { Hindrance, SettlementTerms } from "@/lib/services/ports/settlement-store";

/** `SettlementTerms` as the first parameters of a statement, in the order of `termValues`. */
export const termsTable = `
  terms AS (
    SELECT $1::int AS chain_id, $2::bigint AS up_to, $3::text AS wallet_address, $4::timestamptz AS refunds_since,
      $5::timestamptz AS failed_since, $6::timestamptz AS reverted_since, $7::timestamptz AS at
  )`;
/** The next parameter's number. */
export const firstFree = 8;

export function termValues(terms: SettlementTerms): unknown[] {
  const { chainId, upTo, walletAddress, refundsSince, failedSince, revertedSince, at } = terms;
  return [chainId, upTo, walletAddress, refundsSince, failedSince, revertedSince, at];
}

const reason = (name: Hindrance) => `'${name}'`;
const openRefunds =
  "('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING')";

/** Why a whole call failed, whichever of its items was at fault. */
const reverted = "('TRANSACTION_REVERTED', 'REVERTED')";
/** Sweeps of the `holding` that failed, and when. */
const failedItems = `
      settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
      CROSS JOIN LATERAL (SELECT coalesce(settlement.completed_at, settlement.created_at) AS at) AS failed
      WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
        AND settlement.chain_id = holding.chain_id AND item.status = 'FAILED'`;

/** Whether a `holding` was of late in a call that failed as a whole: it goes alone, and by that shows which it was. */
export const goesAlone = `
  EXISTS (
    SELECT FROM ${failedItems} AND item.failure_reason IN ${reverted} AND failed.at > terms.failed_since)`;

/**
 * What stands between a `holding` of a `checkout` and a settlement by the `terms`; null when nothing does. Asked when
 * choosing, and again under lock when a settlement is opened: between the two a refund, a reorg or another
 * settlement may have come.
 *
 * @param requested by the merchant ("sweep now")
 */
export const hindrance = (requested: boolean) => `
  CASE
    WHEN checkout.settlement_frozen THEN ${reason("frozen")}
    ${
      requested
        ? `WHEN checkout.status IN ('PENDING', 'DETECTED') THEN ${reason("not_paid")}`
        : `
    WHEN (checkout.chain_id, checkout.token_address) IS DISTINCT FROM (holding.chain_id, holding.token_address)
      THEN ${reason("stray")}
    WHEN checkout.status = 'DETECTED' THEN ${reason("not_final")}
    WHEN checkout.status NOT IN ('PAID', 'SETTLED', 'LATE_PAID')
      OR (checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NULL) THEN ${reason("not_paid")}`
    }
    WHEN EXISTS (
      SELECT FROM settlement_items AS item
      WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
        AND item.status = 'PENDING') THEN ${reason("being_settled")}
    WHEN EXISTS (
      SELECT FROM refunds AS refund
      WHERE refund.checkout_id = holding.checkout_id AND refund.status IN ${openRefunds}
        AND (refund.status = 'PROCESSING' OR terms.refunds_since IS NULL
          OR refund.created_at > terms.refunds_since)) THEN ${reason("refund_open")}
    WHEN EXISTS (
      SELECT FROM transfers AS transfer
      WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
        AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
        AND transfer.block_number > terms.up_to) THEN ${reason("not_final")}
    WHEN NOT checkout.open_sweep
      AND terms.wallet_address NOT IN (checkout.merchant_address, checkout.refund_authority) THEN ${reason("closed")}
    ${
      requested
        ? ""
        : `
    WHEN EXISTS (
      SELECT FROM ${failedItems} AND CASE
        WHEN item.failure_reason = 'TRANSACTION_REPLACED' THEN false
        WHEN item.failure_reason IN ${reverted} THEN failed.at > terms.reverted_since AND NOT EXISTS (
          SELECT FROM settlement_items AS beside
          WHERE beside.settlement_id = item.settlement_id AND beside.failure_reason = item.failure_reason
            AND (beside.checkout_id, beside.token_address) <> (item.checkout_id, item.token_address))
        ELSE failed.at > terms.failed_since END) THEN ${reason("parked")}`
    }
  END`;
