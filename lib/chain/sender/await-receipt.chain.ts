import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import { getTransactionReceipt } from "viem/actions";

/**
 * Asks for a transaction's receipt until there is one. viem's own wait looks again only when it hears of a new block,
 * and hears of none while it reads the one before: on a chain without another transaction it then waits for ever.
 *
 * @param client its polling interval is the pause between two questions
 * @param withinMs from now on
 * @throws WaitForTransactionReceiptTimeoutError, or what the node refused the question with
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
