import { useSyncExternalStore } from "react";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * Why a payment that was sent is no longer waited for: the wallet put another transaction in its place, the network
 * took it and it failed, or the customer did not want to wait, so that it may still come.
 */
const sentEnds = ["cancelled", "reverted", "doubtful"] as const;
export type SentEnd = (typeof sentEnds)[number];

/** A payment that this tab sent from a wallet; `totalPaid` is what had been received before it, `sentAt` Unix time in ms. */
export type SentPayment = { txHash: string; totalPaid: string; sentAt?: number; end?: SentEnd };

/** A transaction that no block has shown by then was probably dropped: the ways to pay come back, with a warning. */
export const sentPatienceMs = 10 * minuteMs;

const listeners = new Set<() => void>();
const sentKey = (checkoutId: string) => `checkout:sent:${checkoutId}`;
const waitingKey = (checkoutId: string) => `checkout:waiting:${checkoutId}`;

/** The payment this tab sent and that was not seen yet; null on the server. */
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

/** Keeps the customer from paying twice while the chain has not shown the payment, also over a reload. */
export function rememberSent(checkoutId: string, sent: SentPayment): void {
  write(sentKey(checkoutId), JSON.stringify(sent));
}

/** Notes that a payment is not waited for any more; another one that was sent meanwhile is. */
export function endSent(checkoutId: string, txHash: string, end: SentEnd): void {
  const sent = parseSentPayment(read(sentKey(checkoutId)));
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, end });
}

/** Notes the hash under which the same payment goes on. */
export function renameSent(checkoutId: string, txHash: string, newHash: string): void {
  const sent = parseSentPayment(read(sentKey(checkoutId)));
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, txHash: newHash });
}

/** Whether this payment is the one that is waited for. */
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

/** Whether this tab saw the checkout unpaid; answers true once, so that a receipt opened later stays. */
export function takeWaiting(checkoutId: string): boolean {
  const waited = read(waitingKey(checkoutId)) !== null;
  if (waited) write(waitingKey(checkoutId), null);
  return waited;
}

/** What was stored, if it still has its shape. */
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

// Storage may be forbidden (private modes, blocked cookies): then the tab's own memory has to do.
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
