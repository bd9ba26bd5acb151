import type { Hindrance, SettlementTerms } from "@/lib/services/ports/settlement-store";

/** `SettlementTerms` as the first parameters of a statement, in the order of `termValues`. */
export const termsTable = `
  terms AS (
    SELECT $1::int AS chain_id, $2::bigint AS up_to, $3::text AS wallet_address, $4::timestamptz AS refunds_since,
      $5::timestamptz AS failed_since, $6::timestamptz AS at
  )`;
/** The next parameter's number. */
export const firstFree = 7;

export function termValues(terms: SettlementTerms): unknown[] {
  return [terms.chainId, terms.upTo, terms.walletAddress, terms.refundsSince, terms.failedSince, terms.at];
}

const reason = (name: Hindrance) => `'${name}'`;
const openRefunds =
  "('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING')";

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
      SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
      WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
        AND settlement.chain_id = holding.chain_id AND item.status = 'FAILED'
        AND item.failure_reason IS DISTINCT FROM 'TRANSACTION_REPLACED'
        AND coalesce(settlement.completed_at, settlement.created_at) > terms.failed_since) THEN ${reason("parked")}`
    }
  END`;
