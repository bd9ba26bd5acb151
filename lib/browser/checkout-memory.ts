import { useSyncExternalStore } from "react";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * Why the page does not wait for a payment: the wallet replaced the transaction, it was mined and failed, the customer
 * stopped waiting, or the wallet was asked and has not answered. In the last two cases it may still arrive.
 */
export type SentEnd = "cancelled" | "reverted" | "doubtful" | "asked";

/** A payment whose wallet hasn't returned a transaction hash yet. */
export const noHash = "";

/**
 * A payment that this tab sent from a wallet; `totalPaid` is the amount received before it, `sentAt` Unix time in ms.
 */
export type SentPayment = { txHash: string; totalPaid: string; sentAt?: number; end?: SentEnd };

/**
 * A transaction without a block after this long was probably dropped: the page offers the ways to pay again, with a
 * warning.
 */
export const sentPatienceMs = 10 * minuteMs;

const listeners = new Set<() => void>();
const sentKey = (checkoutId: string) => `checkout:sent:${checkoutId}`;
const waitingKey = (checkoutId: string) => `checkout:waiting:${checkoutId}`;

/** The unseen payment of this tab; null on the server. */
export function useSentPayment(checkoutId: string, totalPaid: string): SentPayment | null {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readTab(sentKey(checkoutId)),
    () => null,
  );
  const sent = parseSentPayment(text);
  return sent?.totalPaid === totalPaid ? sent : null;
}

/** The last payment of this tab, whatever was received since. */
export function storedSent(checkoutId: string): SentPayment | null {
  return parseSentPayment(readTab(sentKey(checkoutId)));
}

/** Keeps the customer from paying twice until the chain shows the payment, also across a reload. */
export function rememberSent(checkoutId: string, sent: SentPayment): void {
  writeTab(sentKey(checkoutId), JSON.stringify(sent));
}

/** Stops waiting for this payment; another one sent meanwhile stays. */
export function endSent(checkoutId: string, txHash: string, end: SentEnd): void {
  const sent = storedSent(checkoutId);
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, end });
}

export function forgetSent(checkoutId: string): void {
  writeTab(sentKey(checkoutId), null);
}

/** Notes that this tab saw the checkout unpaid. */
export function rememberWaiting(checkoutId: string): void {
  writeTab(waitingKey(checkoutId), "1");
}

/** Whether this tab saw the checkout unpaid; returns true once, so that a receipt opened later stays. */
export function takeWaiting(checkoutId: string): boolean {
  const waited = readTab(waitingKey(checkoutId)) !== null;
  if (waited) writeTab(waitingKey(checkoutId), null);
  return waited;
}

/** The stored value, if it has the expected shape. */
function parseSentPayment(text: string | null): SentPayment | null {
  try {
    const sent = JSON.parse(text ?? "") as SentPayment;
    return typeof sent.txHash === "string" ? sent : null;
  } catch {
    return null;
  }
}

// Storage may be forbidden (private modes, blocked cookies): then we use the tab's memory.
const memory = new Map<string, string>();

/** What this tab keeps under the key. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps a text for this tab; null removes it. */
export function writeTab(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
  for (const listener of listeners) listener();
}
