// Apart from wallet code, which a visit to a refund link does not load.
import { forgetSent, rememberSent, type SentPayment, useSentPayment } from "./checkout-memory";

/** A refund has no earlier receipts, which a remembered payment stores. */
export const nothingReceived = "0";

/** The refund that this tab's wallet sent or was asked to send, until it is cleared; null on the server. */
export function useSentRefund(refundId: string): SentPayment | null {
  return useSentPayment(refundId, nothingReceived);
}

/** Keeps a merchant from paying a refund twice until the chain shows it, also across a reload. */
export function rememberSentRefund(refundId: string, txHash: string): void {
  rememberSent(refundId, { txHash, totalPaid: nothingReceived });
}

export function forgetSentRefund(refundId: string): void {
  forgetSent(refundId);
}
