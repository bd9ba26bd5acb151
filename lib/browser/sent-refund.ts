// Apart from wallet code, which a visit to a refund link does not load.
import {
  forgetSent,
  readTab,
  rememberSent,
  type SentPayment,
  storedSent,
  useSentPayment,
  writeTab,
} from "./checkout-memory";

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

/** `sent` until the chain shows it; `asked` when the wallet was asked and its answer is not known. */
export function sentStateOf(refundId: string): "sent" | "asked" | null {
  const sent = storedSent(refundId);
  if (sent === null) return null;
  return sent.end === undefined ? "sent" : "asked";
}

const tokenKey = (refundId: string) => `refund:signing:${refundId}`;

/** With the token of its last request, this tab may prepare the refund again at once. */
export function signingToken(refundId: string): string | undefined {
  return readTab(tokenKey(refundId)) ?? undefined;
}

export function keepSigningToken(refundId: string, token: string): void {
  writeTab(tokenKey(refundId), token);
}
