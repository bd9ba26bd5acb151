import type {
  OutgoingOwner,
  StoreSigned,
  TransactionOutcome,
  UnsentOwner,
} from "@/lib/chain/sender/chain-sender.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import { putOffRefused } from "./sweep-refusals.store";

/** SQL: lock. */
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
  return isFound(connection, lockUnsignedSettlement, [settlementId, chainId]);
}

/** Whether an owner approved a `refund` while its checkout was frozen: an earlier approval does not cover a freeze. */
export const approvedFrozen = `
  EXISTS (
    SELECT FROM checkout_events AS event
    WHERE event.checkout_id = refund.checkout_id AND event.kind = 'refund.approved'
      AND event.details->>'refundId' = refund.id AND (event.details->>'frozen')::boolean)`;

/** Before the refund, as everybody does who locks both. SQL: lock. */
const lockCheckoutOfRefund: Statement = {
  name: "outgoing_lock_checkout_of_refund",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.id = (SELECT refund.checkout_id FROM refunds AS refund WHERE refund.id = $1)
    FOR NO KEY UPDATE OF checkout`,
};
/**
 * Not while a settlement of the same deposit is open: the second transaction would find it empty. Not when the
 * refund's last transaction differs from the one that was judged never to pay. Not when its checkout was frozen since,
 * unless an owner approved it as frozen. SQL: lock.
 */
const lockUnsentRefund: Statement = {
  name: "outgoing_lock_refund",
  text: `
    SELECT refund.id FROM refunds AS refund
    WHERE refund.id = $1 AND refund.chain_id = $2 AND refund.status = 'PENDING'
      AND refund.outgoing_transaction_id IS NOT DISTINCT FROM $3
      AND NOT EXISTS (
        SELECT FROM settlement_items AS item
        WHERE item.checkout_id = refund.checkout_id AND item.token_address = refund.token_address
          AND item.status = 'PENDING')
      AND (${approvedFrozen} OR NOT EXISTS (
        SELECT FROM checkouts AS checkout WHERE checkout.id = refund.checkout_id AND checkout.settlement_frozen))
    FOR NO KEY UPDATE OF refund`,
};
/**
 * Not when its checkout changed while the call was simulated: a customer must not pay one that was cancelled, moved to
 * another token or paid since. SQL: lock.
 */
const lockUnsentAuthorization: Statement = {
  name: "outgoing_lock_authorization",
  text: `
    SELECT signed.id FROM authorizations AS signed JOIN checkouts AS checkout ON checkout.id = signed.checkout_id
    WHERE signed.id = $1 AND signed.chain_id = $2 AND signed.status = 'PENDING' AND checkout.status = 'PENDING'
      AND checkout.chain_id = signed.chain_id AND checkout.token_address = signed.token_address
      AND checkout.total_paid_units = $3
    FOR NO KEY UPDATE OF signed`,
};

/**
 * A checkout may be frozen while its sweep is simulated. The next pass takes it out of the settlement. SQL: in a
 * transaction of several facts.
 */
const selectFrozenItems: Statement = {
  name: "outgoing_frozen_items",
  text: `
    SELECT item.checkout_id FROM settlement_items AS item JOIN checkouts AS checkout ON checkout.id = item.checkout_id
    WHERE item.settlement_id = $1 AND item.status = 'PENDING' AND checkout.settlement_frozen`,
};

/** Only one of concurrent signers gets the owner: false for all others, and when it must not be sent now. */
export async function lockOwner(
  connection: Queryable,
  owner: UnsentOwner,
  chainId: number,
): Promise<boolean> {
  switch (owner.purpose) {
    case "SETTLEMENT":
      return (
        (await lockUnsigned(connection, owner.settlementId, chainId)) &&
        !(await isFound(connection, selectFrozenItems, [owner.settlementId]))
      );
    case "REFUND":
      await run(connection, lockCheckoutOfRefund, [owner.refundId]);
      return isFound(connection, lockUnsentRefund, [owner.refundId, chainId, owner.inPlaceOf]);
    case "RELAY":
      return isFound(connection, lockUnsentAuthorization, [
        owner.authorizationId,
        chainId,
        owner.totalPaidUnits,
      ]);
    case "FILL":
      return true;
    default:
      return owner satisfies never;
  }
}

async function isFound(connection: Queryable, statement: Statement, values: unknown[]): Promise<boolean> {
  return (await run(connection, statement, values)).length > 0;
}

/** SQL: in a transaction of several facts. */
const markSettlement: Statement = {
  name: "outgoing_mark_settlement",
  text: "UPDATE settlements SET outgoing_transaction_id = $2 WHERE id = $1",
};
/** SQL: in a transaction of several facts. */
const markRefund: Statement = {
  name: "outgoing_mark_refund",
  text: "UPDATE refunds SET outgoing_transaction_id = $2, status = 'PROCESSING' WHERE id = $1",
};
/** SQL: in a transaction of several facts. */
const markAuthorization: Statement = {
  name: "outgoing_mark_authorization",
  text: "UPDATE authorizations SET outgoing_transaction_id = $2, status = 'SENT' WHERE id = $1",
};

/** Writes the transaction to its locked owner. */
export async function markOwner(
  connection: Queryable,
  { owner, transactionId }: Pick<StoreSigned, "owner" | "transactionId">,
): Promise<void> {
  switch (owner.purpose) {
    case "SETTLEMENT":
      await run(connection, markSettlement, [owner.settlementId, transactionId]);
      return;
    case "REFUND":
      await run(connection, markRefund, [owner.refundId, transactionId]);
      return;
    case "RELAY":
      await run(connection, markAuthorization, [owner.authorizationId, transactionId]);
      return;
    case "FILL":
      return;
    default:
      return owner satisfies never;
  }
}

/** Items that failed by themselves. A reverted call does not say which item was at fault, unless it had only one. */
const failedAlone = `
  SELECT judged.checkout_id, settlement.chain_id, judged.token_address, 'OTHER'::sweep_refusal AS reason,
    NULL::text AS account
  FROM settlement CROSS JOIN judged
  WHERE NOT judged.swept AND ($2 = 'NOT_SWEPT' OR $2 = 'TRANSACTION_REVERTED' AND (SELECT count(*) FROM judged) = 1)`;

/**
 * Block times are whole seconds, so a block of the settlement's own second may be later than it. SQL: several facts at
 * once.
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
    ), put_off AS (${putOffRefused(failedAlone, "$3::timestamptz")})
    UPDATE settlements SET completed_at = $3,
      status = CASE WHEN EXISTS (SELECT FROM judged WHERE swept) THEN 'COMPLETED' ELSE 'FAILED' END::settlement_status
    FROM settlement WHERE settlements.id = settlement.id`,
};
/** Locked before we read its payments: one being recorded concurrently would be missed otherwise. SQL: lock. */
const lockSentRefund: Statement = {
  name: "outgoing_lock_sent_refund",
  text: "SELECT id FROM refunds WHERE outgoing_transaction_id = $1 FOR NO KEY UPDATE",
};
/** A refund paid by hand meanwhile continues by the state of the chain. SQL: in a transaction of several facts. */
const freeRefund: Statement = {
  name: "outgoing_free_refund",
  text: `
    UPDATE refunds AS refund SET status = 'PENDING'
    WHERE refund.outgoing_transaction_id = $1 AND refund.status = 'PROCESSING' AND NOT EXISTS (
      SELECT FROM refund_payments AS payment WHERE payment.refund_id = refund.id AND NOT payment.orphaned)`,
};
/** SQL: in a transaction of several facts. */
const endAuthorization: Statement = {
  name: "outgoing_end_authorization",
  text: `
    UPDATE authorizations SET
      status = $2::authorization_status, failure_reason = $3,
      completed_at = CASE WHEN $2 = 'PENDING' THEN NULL ELSE $4::timestamptz END
    WHERE outgoing_transaction_id = $1 AND status = 'SENT'`,
};

/** Completes or frees the transaction's owner. */
export async function endOwner(
  connection: Queryable,
  transactionId: string,
  purpose: OutgoingOwner["purpose"],
  outcome: TransactionOutcome,
  at: Date,
): Promise<void> {
  const isDone = outcome.kind === "mined" && outcome.status === "success";
  const failure = outcome.kind === "replaced" ? "TRANSACTION_REPLACED" : "TRANSACTION_REVERTED";
  switch (purpose) {
    case "SETTLEMENT":
      await run(connection, endSettlement, [transactionId, isDone ? "NOT_SWEPT" : failure, at]);
      return;
    case "REFUND":
      if (isDone) return;
      await run(connection, lockSentRefund, [transactionId]);
      await run(connection, freeRefund, [transactionId]);
      return;
    case "RELAY": {
      const status = isDone ? "USED" : outcome.kind === "replaced" ? "PENDING" : "FAILED";
      const reason = status === "FAILED" ? failure : null;
      await run(connection, endAuthorization, [transactionId, status, reason, at]);
      return;
    }
    case "FILL":
      return;
    default:
      return purpose satisfies never;
  }
}
