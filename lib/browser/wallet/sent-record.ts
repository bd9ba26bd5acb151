// Apart from `checkout-memory`, which every visit loads.
import { forgetSent, noHash, rememberSent, storedSent } from "@/lib/browser/checkout-memory";
import { walletProblem } from "./wallet-problem";

/**
 * Remembers that the wallet was asked to send, since its owners may still confirm when no one waits for the answer:
 * after the request expired, the dialog was closed, or the page was loaded again.
 *
 * @param key the checkout's id, or the refund's
 * @param totalPaid as in `SentPayment`
 */
export async function withSentRecord<T>(key: string, totalPaid: string, ask: () => Promise<T>): Promise<T> {
  const before = storedSent(key);
  const sentAt = Date.now();
  rememberSent(key, { txHash: noHash, totalPaid, sentAt, end: "asked" });
  try {
    return await ask();
  } catch (error) {
    const now = storedSent(key);
    const isSameRequest = now?.end === "asked" && now.sentAt === sentAt;
    // An earlier request may still be open.
    if (!mayHaveSent(error) && isSameRequest) before === null ? forgetSent(key) : rememberSent(key, before);
    throw error;
  }
}

/** The same for several payments that the wallet is asked to send together. */
export function withSentRecords<T>(
  keys: readonly string[],
  totalPaid: string,
  ask: () => Promise<T>,
): Promise<T> {
  return keys.reduce((work, key) => () => withSentRecord(key, totalPaid, work), ask)();
}

/** Whether the payment may be on its way, or be confirmed later, in spite of this error. */
function mayHaveSent(error: unknown): boolean {
  return ["failed", "disconnected", "request_expired"].includes(walletProblem(error));
}

/** Saves the hash of the replacement transaction. */
export function renameSent(checkoutId: string, txHash: string, newHash: string): void {
  const sent = storedSent(checkoutId);
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, txHash: newHash });
}

/** Whether the page still waits for this payment. */
export function isAwaited(checkoutId: string, txHash: string): boolean {
  const sent = storedSent(checkoutId);
  return sent?.txHash === txHash && sent.end === undefined;
}
