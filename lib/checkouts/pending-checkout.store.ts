import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, type Queryable, read, type Statement, transact } from "@/lib/platform/database";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { completeIdempotency } from "@/lib/platform/limits/idempotency.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import { checkoutTransaction } from "./state/checkout-advances.store";

export type PendingCheckoutTransaction = ReturnType<typeof pendingCheckoutTransaction>;

export type PendingCheckoutStore = ReturnType<typeof createPendingCheckoutStore>;

/** A customer's or merchant's change of a checkout that is not paid yet. */
export function createPendingCheckoutStore({ pool }: Connections, secretBox: SecretBox) {
  return {
    transaction: <T>(work: (tx: PendingCheckoutTransaction) => Promise<T>): Promise<T> =>
      transact(pool, (connection) => work(pendingCheckoutTransaction(connection, secretBox))),
  };
}

function pendingCheckoutTransaction(connection: Queryable, secretBox: SecretBox) {
  return {
    ...checkoutTransaction(connection),

    /** The tokens that were refunded from the checkout's deposit address, or are about to be. */
    wentBack: (checkoutId: string): Promise<TokenRef[]> => read(connection, selectWentBack, [checkoutId]),

    /** Saves the idempotent answer to the request that this transaction fulfils. @throws LeaseLostError */
    complete: (completion: Completion) => completeIdempotency(connection, secretBox, completion),

    /** Writes an audit entry for a manual action. */
    audit: (entry: AuditEntry) => writeAudit(connection, entry),
  };
}

/** SQL: read in the transaction on `pg` that holds the checkout's lock. */
const selectWentBack: Statement = {
  name: "pending_checkout_went_back",
  text: `
    SELECT chain_id, token_address FROM refund_payments
    WHERE checkout_id = $1 AND from_account = 'DEPOSIT' AND NOT orphaned
    UNION
    SELECT decision.chain_id, decision.token_address
    FROM stray_decisions AS decision LEFT JOIN refunds AS refund ON refund.id = decision.refund_id
    WHERE decision.checkout_id = $1 AND (refund.id IS NULL OR refund.status NOT IN ('FAILED', 'CANCELLED'))`,
};
