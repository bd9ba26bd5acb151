import { checkoutTransaction } from "@/lib/checkouts/state/checkout-advances.store";
import { type Database, type Queryable, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { chainLogTransaction } from "./chain-logs.store";
import { dropHints } from "./payment-hints.store";
import { readAwaitedPairs, refundPaymentTransaction } from "./refund-payments.store";
import { scanProgressTransaction } from "./scan-progress.store";

/** Everything that one transaction records: logs, progress of the scan, refunds and checkouts commit together. */
export type PaymentTransaction = ReturnType<typeof paymentTransaction>;

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/** Set-based prepared statements, so that a batch costs as much as a single payment. */
export function createPaymentStore({ pool }: Pick<Database, "pool">) {
  return {
    transaction: <T>(work: (tx: PaymentTransaction) => Promise<T>): Promise<T> =>
      transact(pool, (connection) => work(paymentTransaction(connection))),

    /**
     * Those of these pairs of payer and receiver that are a merchant's wallet and the destination of its open refund, or
     * of one paid in a block above `rewindTo`, which a pending reorg may reopen.
     */
    awaitedPairs: (chainId: number, transfers: readonly { from: Hex; to: Hex }[], rewindTo: bigint | null) =>
      readAwaitedPairs(pool, chainId, transfers, rewindTo),
  };
}

function paymentTransaction(connection: Queryable) {
  return {
    ...scanProgressTransaction(connection),
    ...chainLogTransaction(connection),
    ...refundPaymentTransaction(connection),
    ...checkoutTransaction(connection),
    dropHints: (chainId: number, txHash: Hex) => dropHints(connection, chainId, txHash),
  };
}
