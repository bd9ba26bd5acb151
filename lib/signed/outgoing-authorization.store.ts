import {
  failureOf,
  isSuccess,
  type OutgoingOwnerStore,
} from "@/lib/chain/sender/outgoing/outgoing-owners.port";
import { run, type Statement } from "@/lib/platform/database";

/** A signed payment's row as the sender sees it. */
export const outgoingAuthorization: OutgoingOwnerStore<"RELAY"> = {
  lock: async (connection, { authorizationId, totalPaidUnits }, chainId) =>
    (await run(connection, lockUnsentAuthorization, [authorizationId, chainId, totalPaidUnits])).length > 0,

  markSigned: async (connection, { authorizationId }, transactionId) => {
    await run(connection, markAuthorization, [authorizationId, transactionId]);
  },

  end: async (connection, transactionId, outcome, at) => {
    const status = isSuccess(outcome) ? "USED" : outcome.kind === "replaced" ? "PENDING" : "FAILED";
    const reason = status === "FAILED" ? failureOf(outcome) : null;
    await run(connection, endAuthorization, [transactionId, status, reason, at]);
  },
};

// SQL: rows are locked, judged and changed in the sender's transactions on `pg`; Prisma has no row locks.

/**
 * Not when its checkout changed while the call was simulated: a customer must not pay one that was cancelled, moved to
 * another token or paid since.
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

const markAuthorization: Statement = {
  name: "outgoing_mark_authorization",
  text: "UPDATE authorizations SET outgoing_transaction_id = $2, status = 'SENT' WHERE id = $1",
};

const endAuthorization: Statement = {
  name: "outgoing_end_authorization",
  text: `
    UPDATE authorizations SET
      status = $2::authorization_status, failure_reason = $3,
      completed_at = CASE WHEN $2 = 'PENDING' THEN NULL ELSE $4::timestamptz END
    WHERE outgoing_transaction_id = $1 AND status = 'SENT'`,
};
