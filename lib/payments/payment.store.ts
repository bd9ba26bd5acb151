import { checkoutTransaction } from "@/lib/checkouts/state/checkout-advances.store";
import { type Connections, type Queryable, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { readAwaitedPairs, watchedRefundTransaction } from "@/lib/refunds/watched-refunds.store";
import { chainLogTransaction } from "./chain-logs.store";
import { dropHints } from "./payment-hints.store";
import { refundPaymentTransaction } from "./refund-payments.store";
import { scanProgressTransaction } from "./scan-progress.store";

/** Everything that one transaction records: logs, progress of the scan, refunds and checkouts commit together. */
export type PaymentTransaction = ReturnType<typeof paymentTransaction>;

export type PaymentStore = ReturnType<typeof createPaymentStore>;

/** Set-based prepared statements, so that a batch costs as much as a single payment. */
export function createPaymentStore({ pool }: Connections) {
  return {
    transaction: <T>(work: (tx: PaymentTransaction) => Promise<T>): Promise<T> =>
      transact(pool, (connection) => work(paymentTransaction(connection))),

    awaitedPairs: (chainId: number, transfers: readonly { from: Hex; to: Hex }[], rewindTo: bigint | null) =>
      readAwaitedPairs(pool, chainId, transfers, rewindTo),
  };
}

function paymentTransaction(connection: Queryable) {
  return {
    ...scanProgressTransaction(connection),
    ...chainLogTransaction(connection),
    ...refundPaymentTransaction(connection),
    ...watchedRefundTransaction(connection),
    ...checkoutTransaction(connection),
    dropHints: (chainId: number, txHash: Hex) => dropHints(connection, chainId, txHash),
  };
}
