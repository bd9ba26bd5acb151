import { tellsLostNonce } from "@/lib/chain/sender/sending.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

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
 * What the demo wallet may ask of the local node: reading, and sending and signing with its own account. The node could
 * do far more (mine, change balances), so everything else is refused.
 *
 * @param account lower-case; the node has its key
 */
export function decideRpc(request: RpcRequest, chainId: number, account: Hex): RpcDecision {
  switch (request.method) {
    case "eth_chainId":
      return { kind: "answer", result: `0x${chainId.toString(16)}` };
    case "eth_accounts":
    case "eth_requestAccounts":
      return { kind: "answer", result: [account] };
    case "eth_sendTransaction": {
      const { from } = (request.params[0] ?? {}) as { from?: unknown };
      if (isSame(from, account)) return { kind: "pass" };
      return refuse(4100, "the demo wallet sends from its own account only");
    }
    case "eth_signTypedData_v4":
      if (isSame(request.params[0], account)) return { kind: "pass" };
      return refuse(4100, "the demo wallet signs with its own account only");
    case "personal_sign":
      if (isSame(request.params[1], account)) return { kind: "pass" };
      return refuse(4100, "the demo wallet signs with its own account only");
    default:
      if (passed.has(request.method)) return { kind: "pass" };
      return refuse(-32601, "the demo wallet does not support this method");
  }
}

/** The requested account, if it is one of the demo's; the payer's by default. */
export function demoAccount(wanted: string | null, payer: Hex, others: readonly Hex[]): Hex | null {
  return wanted === null ? payer : ([payer, ...others].find((account) => isSame(wanted, account)) ?? null);
}

/** Whether the node gave a transaction the nonce of a concurrent one, and rejected it. */
export function lostNonce({ method, params }: RpcRequest, outcome: object): boolean {
  if (method !== "eth_sendTransaction" || !("error" in outcome)) return false;
  const { nonce } = (params[0] ?? {}) as { nonce?: unknown };
  const { message } = (outcome.error ?? {}) as { message?: unknown };
  return nonce === undefined && tellsLostNonce(String(message));
}

function isSame(given: unknown, account: Hex): boolean {
  return typeof given === "string" && given.toLowerCase() === account;
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
