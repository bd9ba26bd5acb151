import { expect } from "@playwright/test";

/** One question to a local chain's node. */
export async function askNode(rpcUrl: string, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Waits until the transaction is in a block. */
export async function untilMined(rpcUrl: string, txHash: string): Promise<void> {
  await expect.poll(() => askNode(rpcUrl, "eth_getTransactionReceipt", txHash)).not.toBeNull();
}
