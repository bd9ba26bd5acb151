import { sendCalls, waitForCallsStatus } from "viem/actions";
import { noHash, sentPatienceMs } from "@/lib/browser/checkout-memory";
import { forgetSentRefund, nothingReceived, rememberSentRefund } from "@/lib/browser/sent-refund";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hashIn } from "./wallet-calls";
import { sendCall, type WalletClient } from "./wallet-client";
import { withSentRecords } from "./watch-sent";

/** A refund with its prepared call. */
export type RefundToSend = { refundId: string; call: { to: string; data: string } };

/**
 * `sent`: the hashes of the batch, one if it was atomic as requested. `failed`: the wallet says that nothing was or
 * will be sent. `unknown`: it may still be sent, so the refunds stay marked as sent in this tab.
 */
export type SentRefunds =
  | { kind: "sent"; txHashes: readonly Hex[] }
  | { kind: "failed" }
  | { kind: "unknown" };

const pollMs = 1_000;

/** Asks the wallet to send all refunds or none, by one confirmation (EIP-5792), and waits for the outcome. */
export async function sendRefundsTogether(
  client: WalletClient,
  refunds: readonly RefundToSend[],
  onConfirmed: () => void,
): Promise<SentRefunds> {
  const ids = refunds.map(({ refundId }) => refundId);
  const calls = refunds.map(({ call }) => ({ to: call.to as Hex, data: call.data as Hex }));
  const ask = () => sendCalls(client, { calls, forceAtomic: true });
  const answer = await withSentRecords(ids, nothingReceived, ask);
  for (const id of ids) rememberSentRefund(id, noHash);
  onConfirmed();
  const sent = await outcomeOf(client, answer);
  for (const id of ids) {
    if (sent.kind === "failed") forgetSentRefund(id);
    if (sent.kind === "sent") rememberSentRefund(id, sent.txHashes[0] ?? noHash);
  }
  return sent;
}

/** Asks the wallet to send one refund by an ordinary transaction. */
export async function sendRefundAlone(
  client: WalletClient,
  { refundId, call }: RefundToSend,
): Promise<SentRefunds> {
  const txHash = await withSentRecords([refundId], nothingReceived, () => sendCall(client, call));
  rememberSentRefund(refundId, txHash ?? noHash);
  return txHash === null ? { kind: "unknown" } : { kind: "sent", txHashes: [txHash] };
}

async function outcomeOf(client: WalletClient, answer: unknown): Promise<SentRefunds> {
  const { id } = Object(answer) as { id?: unknown };
  if (typeof id !== "string") return { kind: "unknown" };
  try {
    const options = { id, pollingInterval: pollMs, timeout: sentPatienceMs };
    const { statusCode, receipts = [] } = await waitForCallsStatus(client, options);
    // 4xx: it never reached the chain, and the wallet won't try again. 5xx: it reverted as a whole.
    if (statusCode >= 400 && statusCode < 600) return { kind: "failed" };
    const txHashes = [...new Set(receipts.flatMap((receipt) => hashIn(receipt) ?? []))];
    return txHashes.length === 0 ? { kind: "unknown" } : { kind: "sent", txHashes };
  } catch {
    return { kind: "unknown" };
  }
}
