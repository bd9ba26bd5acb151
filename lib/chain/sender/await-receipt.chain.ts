import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  type Hex,
  type HttpTransport,
  http,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import { getTransactionReceipt } from "viem/actions";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * Polls for a transaction's receipt. viem's own wait checks only on a new block and misses one that arrives during a
 * read: on a chain without further transactions it waits for ever.
 *
 * @param client its polling interval is the pause between two requests
 * @param withinMs from now on
 * @throws WaitForTransactionReceiptTimeoutError, or the node's refusal
 */
export async function awaitReceipt(
  client: Client,
  hash: Hex,
  { withinMs = 45_000 }: { withinMs?: number } = {},
): Promise<TransactionReceipt> {
  for (const deadline = performance.now() + withinMs; ; await sleep(client.pollingInterval)) {
    try {
      return await getTransactionReceipt(client, { hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    if (performance.now() >= deadline) throw new WaitForTransactionReceiptTimeoutError({ hash });
  }
}

/**
 * A client for a node on this machine, without retries and with a long time limit: retrying a call that changes the
 * chain could apply it twice, or fail on its nonce.
 */
export const askOnce = (rpcUrl: string): HttpTransport => http(rpcUrl, { retryCount: 0, timeout: minuteMs });
