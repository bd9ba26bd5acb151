import {
  failureOf,
  isSuccess,
  type OutgoingOwnerStore,
} from "@/lib/chain/sender/outgoing/outgoing-owners.port";
import { putOffRefused, type RefusedDeposit } from "@/lib/checkouts/balances/sweep-refusals.store";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";

/** A settlement's rows as the sender sees them. */
export const outgoingSettlement: OutgoingOwnerStore<"SETTLEMENT"> = {
  lock: async (connection, { settlementId }, chainId) =>
    (await lockUnsigned(connection, settlementId, chainId)) &&
    (await run(connection, selectFrozenItems, [settlementId])).length === 0,

  markSigned: async (connection, { settlementId }, transactionId) => {
    await run(connection, markSettlement, [settlementId, transactionId]);
  },

  end: async (connection, transactionId, outcome, at) => {
    const reason = isSuccess(outcome) ? "NOT_SWEPT" : failureOf(outcome);
    type Failed = Pick<RefusedDeposit, "checkoutId" | "chainId" | "tokenAddress">;
    const failed = await read<Failed>(connection, endSettlement, [transactionId, reason, at]);
    await putOffRefused(
      connection,
      failed.map((item) => ({ ...item, refusal: { reason: "OTHER", account: null } })),
      at,
    );
  },
};

// SQL: rows are locked, judged and changed in the sender's transactions on `pg`; Prisma has no row locks.

const lockUnsignedSettlement: Statement = {
  name: "outgoing_lock_settlement",
  text: `
    SELECT id FROM settlements
    WHERE id = $1 AND ($2::int IS NULL OR chain_id = $2) AND status = 'PENDING' AND outgoing_transaction_id IS NULL
    FOR NO KEY UPDATE`,
};

/** False when something is signed for the settlement, it is over, or is of another chain than the one given. */
export function lockUnsigned(
  connection: Queryable,
  settlementId: string,
  chainId: number | null,
): Promise<boolean> {
  return run(connection, lockUnsignedSettlement, [settlementId, chainId]).then((rows) => rows.length > 0);
}

/** A checkout may be frozen while its sweep is simulated. The next pass takes it out of the settlement. */
const selectFrozenItems: Statement = {
  name: "outgoing_frozen_items",
  text: `
    SELECT item.checkout_id FROM settlement_items AS item JOIN checkouts AS checkout ON checkout.id = item.checkout_id
    WHERE item.settlement_id = $1 AND item.status = 'PENDING' AND checkout.settlement_frozen`,
};

const markSettlement: Statement = {
  name: "outgoing_mark_settlement",
  text: "UPDATE settlements SET outgoing_transaction_id = $2 WHERE id = $1",
};

/**
 * Block times are whole seconds, so a block of the settlement's own second may be later than it. Returns the items that
 * failed by themselves: a reverted call does not say which item was at fault, unless it had only one.
 */
const endSettlement: Statement = {
  name: "outgoing_end_settlement_items",
  text: `
    WITH settlement AS (
      SELECT settlement.id, settlement.chain_id, settlement.created_at, sent.tx_hash
      FROM settlements AS settlement
      JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
      WHERE sent.id = $1 AND settlement.status = 'PENDING'
    ), judged AS (
      SELECT item.settlement_id, item.checkout_id, item.token_address, EXISTS (
        SELECT FROM sweeps AS sweep
        WHERE sweep.checkout_id = item.checkout_id AND sweep.chain_id = settlement.chain_id
          AND sweep.token_address = item.token_address AND NOT sweep.orphaned
          AND (sweep.tx_hash = settlement.tx_hash
            OR sweep.block_timestamp >= date_trunc('second', settlement.created_at))
      ) AS swept
      FROM settlement JOIN settlement_items AS item
        ON item.settlement_id = settlement.id AND item.status = 'PENDING'
    ), ended AS (
      UPDATE settlement_items AS item SET
        status = CASE WHEN judged.swept THEN 'SWEPT' ELSE 'FAILED' END::settlement_item_status,
        failure_reason = CASE WHEN judged.swept THEN NULL ELSE $2 END
      FROM judged
      WHERE item.settlement_id = judged.settlement_id AND item.checkout_id = judged.checkout_id
        AND item.token_address = judged.token_address
    ), completed AS (
      UPDATE settlements SET completed_at = $3,
        status = CASE WHEN EXISTS (SELECT FROM judged WHERE swept) THEN 'COMPLETED' ELSE 'FAILED' END::settlement_status
      FROM settlement WHERE settlements.id = settlement.id
    )
    SELECT judged.checkout_id, settlement.chain_id, judged.token_address
    FROM settlement CROSS JOIN judged
    WHERE NOT judged.swept AND ($2 = 'NOT_SWEPT' OR $2 = 'TRANSACTION_REVERTED' AND (SELECT count(*) FROM judged) = 1)`,
};
