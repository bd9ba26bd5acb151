// Apart from wallet code, which a visit to a refund link does not load.
import { forgetSent, rememberSent, useSentPayment } from "./checkout-memory";

/** A refund has no earlier receipts, which a remembered payment stores. */
const nothing = "0";

/** The transaction by which this tab's wallet sent a refund, until it is cleared; null on the server. */
export function useSentRefund(refundId: string): string | null {
  return useSentPayment(refundId, nothing)?.txHash ?? null;
}

/** Keeps a merchant from paying a refund twice until the chain shows it, also across a reload. */
export function rememberSentRefund(refundId: string, txHash: string): void {
  rememberSent(refundId, { txHash, totalPaid: nothing });
}

export function forgetSentRefund(refundId: string): void {
  forgetSent(refundId);
}
