import { forgetSent, rememberSent, useSentPayment } from "./checkout-memory";

/** A refund knows nothing that was received before it, beside which a payment is remembered. */
const nothing = "0";

/** The transaction with which this tab's wallet sent a refund, until it is forgotten; null on the server. */
export function useSentRefund(refundId: string): string | null {
  return useSentPayment(refundId, nothing)?.txHash ?? null;
}

/** Keeps a merchant from paying a refund twice while the chain has not shown it, also over a reload. */
export function rememberSentRefund(refundId: string, txHash: string): void {
  rememberSent(refundId, { txHash, totalPaid: nothing });
}

export function forgetSentRefund(refundId: string): void {
  forgetSent(refundId);
}
