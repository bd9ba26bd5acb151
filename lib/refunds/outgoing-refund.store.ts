import { isSuccess, type OutgoingOwnerStore } from "@/lib/chain/sender/outgoing/outgoing-owners.port";
import { run, type Statement } from "@/lib/platform/database";

/** A refund's row as the sender sees it. */
export const outgoingRefund: OutgoingOwnerStore<"REFUND"> = {
  lock: async (connection, { refundId, inPlaceOf }, chainId) => {
    await run(connection, lockCheckoutOfRefund, [refundId]);
    return (await run(connection, lockUnsentRefund, [refundId, chainId, inPlaceOf])).length > 0;
  },

  markSigned: async (connection, { refundId }, transactionId) => {
    await run(connection, markRefund, [refundId, transactionId]);
  },

  // A mined refund is completed by its payment, which the scanner records.
  end: async (connection, transactionId, outcome) => {
    if (isSuccess(outcome)) return;
    await run(connection, lockSentRefund, [transactionId]);
    await run(connection, freeRefund, [transactionId]);
  },
};

/** Whether an owner approved a `refund` while its checkout was frozen: an earlier approval does not cover a freeze. */
export const approvedFrozen = `
  EXISTS (
    SELECT FROM checkout_events AS event
    WHERE event.checkout_id = refund.checkout_id AND event.kind = 'refund.approved'
      AND event.details->>'refundId' = refund.id AND (event.details->>'frozen')::boolean)`;

// SQL: rows are locked, judged and changed in the sender's transactions on `pg`; Prisma has no row locks.

/** Before the refund, as everybody does who locks both. */
const lockCheckoutOfRefund: Statement = {
  name: "outgoing_lock_checkout_of_refund",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.id = (SELECT refund.checkout_id FROM refunds AS refund WHERE refund.id = $1)
    FOR NO KEY UPDATE OF checkout`,
};

/**
 * Not while a settlement of the same deposit is open: the second transaction would find it empty. Not when the refund's
 * last transaction differs from the one that was judged never to pay. Not when its checkout was frozen since, unless an
 * owner approved it as frozen.
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

const markRefund: Statement = {
  name: "outgoing_mark_refund",
  text: "UPDATE refunds SET outgoing_transaction_id = $2, status = 'PROCESSING' WHERE id = $1",
};

/** Locked before we read its payments: one being recorded concurrently would be missed otherwise. */
const lockSentRefund: Statement = {
  name: "outgoing_lock_sent_refund",
  text: "SELECT id FROM refunds WHERE outgoing_transaction_id = $1 FOR NO KEY UPDATE",
};

/** A refund paid by hand meanwhile continues by the state of the chain. */
const freeRefund: Statement = {
  name: "outgoing_free_refund",
  text: `
    UPDATE refunds AS refund SET status = 'PENDING'
    WHERE refund.outgoing_transaction_id = $1 AND refund.status = 'PROCESSING' AND NOT EXISTS (
      SELECT FROM refund_payments AS payment WHERE payment.refund_id = refund.id AND NOT payment.orphaned)`,
};
