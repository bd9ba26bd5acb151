import type { Hex } from "@/lib/core/checkout";

export type RpcRequest = { id: number | string | null; method: string; params: readonly unknown[] };

/** Codes of JSON-RPC and EIP-1193. */
type RpcError = { code: -32600 | -32601 | 4100; message: string };

/** Answer it here, pass it to the local node, or refuse it. */
export type RpcDecision =
  | { kind: "answer"; result: unknown }
  | { kind: "pass" }
  | { kind: "refuse"; error: RpcError };

const passed: ReadonlySet<string> = new Set([
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
]);

/**
 * What the demo wallet may ask of the local node: reading, and sending from its own account only. The node
 * could do far more (mine, rewrite balances), so whatever is not listed is refused.
 */
export function decideRpc(request: RpcRequest, chainId: number, payer: Hex): RpcDecision {
  switch (request.method) {
    case "eth_chainId":
      return { kind: "answer", result: `0x${chainId.toString(16)}` };
    case "eth_accounts":
    case "eth_requestAccounts":
      return { kind: "answer", result: [payer] };
    case "eth_sendTransaction": {
      const { from } = (request.params[0] ?? {}) as { from?: unknown };
      if (typeof from === "string" && from.toLowerCase() === payer) return { kind: "pass" };
      return refuse(4100, "the demo wallet sends from its own account only");
    }
    default:
      if (passed.has(request.method)) return { kind: "pass" };
      return refuse(-32601, "the demo wallet does not support this method");
  }
}

/** A single JSON-RPC request; null for anything else, batches included. */
export function parseRpcRequest(body: unknown): RpcRequest | null {
  if (typeof body !== "object" || body === null) return null;
  const { id = null, method, params = [] } = body as Partial<Record<string, unknown>>;
  const validId = id === null || typeof id === "number" || typeof id === "string";
  if (!validId || typeof method !== "string" || !Array.isArray(params)) return null;
  return { id, method, params };
}

function refuse(code: RpcError["code"], message: string): RpcDecision {
  return { kind: "refuse", error: { code, message } };
}
