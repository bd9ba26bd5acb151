import { useSyncExternalStore } from "react";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * Why the page stopped waiting for a sent payment: the wallet replaced the transaction, it was mined and failed, or the
 * customer stopped waiting, in which case it may still arrive.
 */
const sentEnds = ["cancelled", "reverted", "doubtful"] as const;
export type SentEnd = (typeof sentEnds)[number];

/** Of a payment whose wallet does not tell its transaction yet. */
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
    () => read(sentKey(checkoutId)),
    () => null,
  );
  const sent = parseSentPayment(text);
  return sent?.totalPaid === totalPaid ? sent : null;
}

/** Keeps the customer from paying twice until the chain shows the payment, also across a reload. */
export function rememberSent(checkoutId: string, sent: SentPayment): void {
  write(sentKey(checkoutId), JSON.stringify(sent));
}

/** Stops waiting for this payment; another one sent meanwhile stays. */
export function endSent(checkoutId: string, txHash: string, end: SentEnd): void {
  const sent = parseSentPayment(read(sentKey(checkoutId)));
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, end });
}

/** Saves the hash of the replacement transaction. */
export function renameSent(checkoutId: string, txHash: string, newHash: string): void {
  const sent = parseSentPayment(read(sentKey(checkoutId)));
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, txHash: newHash });
}

/** Whether the page still waits for this payment. */
export function isAwaited(checkoutId: string, txHash: string): boolean {
  const sent = parseSentPayment(read(sentKey(checkoutId)));
  return sent?.txHash === txHash && sent.end === undefined;
}

export function forgetSent(checkoutId: string): void {
  write(sentKey(checkoutId), null);
}

/** Notes that this tab saw the checkout unpaid. */
export function rememberWaiting(checkoutId: string): void {
  write(waitingKey(checkoutId), "1");
}

/** Whether this tab saw the checkout unpaid; returns true once, so that a receipt opened later stays. */
export function takeWaiting(checkoutId: string): boolean {
  const waited = read(waitingKey(checkoutId)) !== null;
  if (waited) write(waitingKey(checkoutId), null);
  return waited;
}

/** The stored value, if it has the expected shape. */
function parseSentPayment(text: string | null): SentPayment | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { txHash, totalPaid, sentAt, end: told } = value as Partial<Record<string, unknown>>;
    if (typeof txHash !== "string" || typeof totalPaid !== "string") return null;
    const end = sentEnds.find((known) => known === told);
    return {
      txHash,
      totalPaid,
      ...(typeof sentAt === "number" && { sentAt }),
      ...(end !== undefined && { end }),
    };
  } catch {
    return null;
  }
}

// Storage may be forbidden (private modes, blocked cookies): then we use the tab's memory.
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
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
