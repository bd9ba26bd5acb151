import type { Hex } from "@/lib/platform/values/hex.rules";

export type RpcCall = { method: string; params: readonly unknown[] };

/** A log as JSON-RPC carries it. */
export type RpcLog = {
  address: string;
  topics: readonly string[];
  data: string;
  blockNumber: string;
  blockHash: string;
  transactionHash: string;
  transactionIndex: string;
  logIndex: string;
  removed: boolean;
};

/** What comes in place of an answer, whatever was asked. */
export const pages = {
  html: { status: 200, type: "text/html", body: "<!doctype html><title>One moment, please</title>" },
  "bad gateway": { status: 502, type: "text/html", body: "<html><body>502 Bad Gateway</body></html>" },
  down: { status: 503, type: "text/plain", body: "the node is down" },
  "too many requests": { status: 429, type: "text/plain", body: "Too Many Requests" },
  "rate limit": {
    status: 200,
    type: "application/json",
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"rate limit exceeded"}}',
  },
} as const;

/** Faults of a node, or of what stands in front of it. */
export type Fault =
  /** Closes the connection, or never answers. */
  | { kind: "outage" }
  | { kind: "time-out" }
  | { kind: "page"; page: keyof typeof pages }
  /** Each answer takes so long. */
  | { kind: "slow"; ms: number }
  /** Ends in the middle of the JSON. */
  | { kind: "truncated-body" }
  /** Knows single calls alone. */
  | { kind: "batch-refused" }
  /** Allowed: the standard leaves the order of a batch open. */
  | { kind: "batch-out-of-order" }
  /** The first answer of a batch bears the id of the last. */
  | { kind: "duplicate-ids" }
  | { kind: "refuses"; message: string }
  /** Refuses larger requests with an HTTP status, in words that no list has. */
  | { kind: "size-limit"; of: "calls" | "blocks" | "addresses" | "logs"; most: number; by: number }
  | { kind: "wrong-chain-id"; chainId: number }
  /** Knows nothing of EIP-1559: blocks without a base fee, receipts without a price, legacy transactions only. */
  | { kind: "before-london" }
  /** Accepts transactions, and loses them. */
  | { kind: "loses-sent" }
  /** Has the blocks, and knows none of their transactions. */
  | { kind: "forgets" }
  /** `eth_getLogs` finds nothing, as from an index that lags; the blocks are there. */
  | { kind: "empty-logs" }
  /** The whole view ends `blocks` below the head. Logs above it are silently missing or refused. */
  | { kind: "lagging"; blocks: number; logsAbove?: "missing" | "refused" }
  /** Only the head is reported `blocks` lower than other answers. */
  | { kind: "head-back"; blocks: number }
  /** The head is another block of the same number: with the same logs, or with none. */
  | { kind: "other-head"; logs: "same" | "none" }
  /** Logs bear the hash of a block that is none. */
  | { kind: "wrong-block-hash" }
  /** The last log of each answer is left out. */
  | { kind: "dropped-log" }
  /** Adds these logs to the answer, if they are asked for. */
  | { kind: "invented-logs"; logs: readonly RpcLog[] }
  /**
   * Tells of a payment of 5 tokens that was never made, and of its receipt: to an address that it is asked for, or to this
   * one when it is asked for all.
   */
  | { kind: "invented-payment"; to?: Hex };

/** Faults that change nothing but answers about logs: they strike where an answer really changed. */
export const liesOfLogs: ReadonlySet<Fault["kind"]> = new Set([
  "empty-logs",
  "dropped-log",
  "wrong-block-hash",
  "invented-logs",
  "invented-payment",
]);

/** Which calls a fault concerns, and for how long. Without either: all, until it is lifted. */
export type ScopedFault = Fault & {
  /** Only HTTP requests that hold such a call. */
  when?: (call: RpcCall) => boolean;
  /** Lifted by itself after this many HTTP requests. */
  times?: number;
  /** The node does what it was asked for, although another answer arrives, or none. */
  taken?: boolean;
};

export const isSend = ({ method }: RpcCall) => method === "eth_sendRawTransaction";

/** Of transactions by their hash. */
export const isLookup = ({ method }: RpcCall) =>
  method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash";

export type LogFilter = {
  blockHash?: Hex;
  fromBlock?: unknown;
  toBlock?: unknown;
  address?: string | readonly string[];
  topics?: readonly (null | string | readonly string[])[];
};

/** The filter of a call for logs; null of another call. */
export function logFilter({ method, params }: RpcCall): LogFilter | null {
  return method === "eth_getLogs" ? ((params[0] ?? {}) as LogFilter) : null;
}
