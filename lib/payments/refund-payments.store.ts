import type { FinalRefundPayment, NewRefundPayment } from "@/lib/checkouts/state/chain-logs.rules";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import { ledgerColumns, logArrays, logColumns } from "./chain-logs.store";

/** Recording payments of refunds and making them final, inside a transaction. */
export function refundPaymentTransaction(connection: Queryable) {
  return {
    /** Records payments with their ledger entries; an existing one changes nothing. */
    insertRefundPayments: async (payments: readonly NewRefundPayment[]): Promise<void> => {
      if (payments.length === 0) return;
      await run(connection, insertRows, [
        ...logArrays(payments),
        payments.map(({ refundId }) => refundId),
        payments.map(({ fromAccount }) => fromAccount),
        payments.map(({ toAddress }) => toAddress),
      ]);
    },

    markRefundPaymentsFinal: async (ids: readonly string[], at: Date): Promise<FinalRefundPayment[]> =>
      ids.length === 0 ? [] : read(connection, markFinal, [ids, at]),
  };
}

const paymentColumns = `${logColumns}, refund_id, from_account, to_address`;
/** SQL: rows and their ledger entries are one statement, as for transfers and sweeps. */
const insertRows: Statement = {
  name: "refund_payments_insert",
  text: `
    WITH added AS (
      INSERT INTO refund_payments (${paymentColumns})
      SELECT ${paymentColumns}
      FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::int[],
        $9::text[], $10::numeric[], $11::text[], $12::ledger_account[], $13::text[]) AS log (${paymentColumns})
      ORDER BY chain_id, tx_hash, log_index, block_hash
      ON CONFLICT DO NOTHING
      RETURNING id, checkout_id, chain_id, token_address, amount_units, from_account
    )
    INSERT INTO ledger_entries (${ledgerColumns})
    SELECT 'REFUNDED', id, checkout_id, chain_id, token_address, from_account, 'CUSTOMER', amount_units FROM added`,
};

/** SQL: locks in id order first; a plain update locks rows in any order. */
const markFinal: Statement = {
  name: "refund_payments_mark_final",
  text: `
    WITH chosen AS (
      SELECT id FROM refund_payments WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE refund_payments AS log SET final_at = $2::timestamptz FROM chosen
    WHERE log.id = chosen.id AND log.final_at IS NULL AND NOT log.orphaned
    RETURNING log.checkout_id, log.refund_id, log.from_account, log.to_address, log.chain_id, log.token_address,
      log.amount_units, log.tx_hash`,
};
