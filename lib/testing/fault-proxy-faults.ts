import { isFull } from "./full-size";

/** Which calls a fault concerns, and for how long. Without either: all, until it is lifted. */
export type FaultScope = {
  /** Only HTTP requests that hold such a call. */
  when?: (call: RpcRequest) => boolean;
  /** Lifted by itself after this many HTTP requests. */
  times?: number;
};

export type RpcRequest = { method: string; params: readonly unknown[] };

/** A log as JSON-RPC carries it. */
export type RpcLog = {
  address: string;
  topics: string[];
  data: string;
  blockNumber: string;
  blockHash: string;
  transactionHash: string;
  transactionIndex: string;
  logIndex: string;
  removed: boolean;
};

/** Faults of a node, or of a proxy in front of it. */
export type Fault =
  /** No connection is accepted. */
  | { kind: "outage" }
  /** The connection is cut when the question was read. */
  | { kind: "connection-reset" }
  /** 429, with a JSON-RPC error in the body or with plain text. */
  | { kind: "too-many-requests"; body: "json" | "text" }
  /** 200 with a JSON-RPC error that says the same. */
  | { kind: "rate-limited" }
  /** Says this of a transaction that it is sent, having taken it or not. */
  | { kind: "send-refused"; message: string; taken: boolean }
  /** Says this of every transaction that it is asked for by its hash. */
  | { kind: "lookups-refused"; message: string }
  /** Never answers. */
  | { kind: "time-out" }
  /** Headers at once, the body after this time in pieces. */
  | { kind: "slow-body"; ms: number }
  /** Someone's error page, with status 200. */
  | { kind: "html-body" }
  | { kind: "bad-gateway" }
  /** Ends in the middle of the JSON. */
  | { kind: "truncated-body" }
  /** Knows single calls alone. */
  | { kind: "batch-refused" }
  /** Allowed: the standard leaves the order of a batch open. */
  | { kind: "batch-out-of-order" }
  /** The first answer of a batch bears the id of the last. */
  | { kind: "duplicate-ids" }
  | { kind: "wrong-chain-id"; chainId: number }
  /** Knows nothing of EIP-1559: blocks without a base fee, receipts without a price, legacy transactions only. */
  | { kind: "before-london" }
  /** Knows the blocks, and of no transaction in which it is. */
  | { kind: "receipts-lost" }
  /** `eth_getLogs` finds nothing, as from an index that lags; the blocks are there. */
  | { kind: "empty-logs" }
  /** The whole view ends `blocks` below the head. Logs above it are silently missing or refused. */
  | { kind: "lagging"; blocks: number; logsAbove: "missing" | "refused" }
  /** The whole view ends at this block. */
  | { kind: "stuck"; atBlock: bigint; logsAbove: "missing" | "refused" }
  /** Only the head is reported `blocks` lower than other answers. */
  | { kind: "head-back"; blocks: number }
  /** The head is another block of the same number: with the same logs, or with none. */
  | { kind: "other-head"; logs: "same" | "none" }
  /** Logs bear the hash of a block that is none. */
  | { kind: "wrong-block-hash" }
  /** Of the logs of an answer the one with this index from its end is left out. */
  | { kind: "dropped-log"; fromEnd: number }
  /** Adds these logs to the answer, if they are in the requested range. */
  | { kind: "invented-logs"; logs: readonly RpcLog[] }
  /** Refuses more blocks than this, with a provider's wording. */
  | { kind: "block-limit"; blocks: number; words: RefusalWords }
  /** Refuses more logs than this. */
  | { kind: "result-limit"; results: number; words: RefusalWords }
  /** Refuses HTTP requests above a size: of their calls, blocks or addresses, or of the answer's bytes or logs. */
  | { kind: "size-limit"; of: LimitedSize; most: number; by: RefusalWay };

export const limitedSizes = ["calls", "blocks", "addresses", "bytes", "logs"] as const;
export type LimitedSize = (typeof limitedSizes)[number];

/** How a node refuses, in words that no list has: an HTTP status, or what it does instead of answering. */
export const refusalWays = [200, 400, 413, 429, 500, 503, "html", "truncation", "reset", "time-out"] as const;
export type RefusalWay = (typeof refusalWays)[number];

export type FaultKind = Fault["kind"];

export type ScopedFault = Fault & FaultScope;

/** How a refusal is worded, and under which HTTP status it comes. */
export type RefusalWords = { status: number; code: number; message: string; data?: unknown };

/** As providers were seen to say that a range is too wide. */
export const blockLimitWords = {
  alchemy: {
    status: 400,
    code: -32600,
    message:
      "You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [0x1a30dfd, 0x1a30ff0]",
  },
  quicknode: { status: 413, code: -32614, message: "eth_getLogs is limited to a 10,000 range" },
  infura: { status: 200, code: -32602, message: "range 1000000 exceeds limit of 10000" },
  tenderly: {
    status: 200,
    code: -32602,
    message: "invalid params",
    data: { payload: "range 9009594 is bigger than range limit 2000" },
  },
  ankr: { status: 200, code: -32600, message: "block range is too wide" },
  drpc: { status: 400, code: 35, message: "ranges over 10000 blocks are not supported on freetier" },
  reth: { status: 200, code: -32602, message: "query exceeds max block range 5000" },
  moonbeam: { status: 200, code: -32603, message: "block range is too wide (maximum 1024)" },
} as const satisfies Record<string, RefusalWords>;

/** Providers' wordings for too many logs. */
export const resultLimitWords = {
  alchemy: {
    status: 200,
    code: -32602,
    message:
      "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0xc5dc00, 0xc614a7]",
  },
  infura: { status: 200, code: -32005, message: "query returned more than 10000 results" },
  reth: { status: 200, code: -32602, message: "query exceeds max results 20000, retry with the range 1-2" },
} as const satisfies Record<string, RefusalWords>;

/** Numbers in [0, 1) that a seed decides (mulberry32); the same seed gives the same ones. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The first seeds of a random test, `full` of them in `npm test -- --full`, or the one that SEED names. */
export function testSeeds(few: number, full: number): number[] {
  const { SEED } = process.env;
  if (SEED !== undefined) return [Number(SEED)];
  return Array.from({ length: isFull ? full : few }, (_, index) => index + 1);
}

/** Draws, for each HTTP request, whether a fault begins with it. */
export type FaultSource = { readonly seed: number; draw(): ScopedFault | null };

/** Of each kind one drawn at random; invented logs need to know the chain, so a test sets those itself. */
const drawers: Readonly<
  Record<
    Exclude<
      FaultKind,
      | "invented-logs"
      | "stuck"
      | "send-refused"
      | "lookups-refused"
      | "receipts-lost"
      | "before-london"
      | "size-limit"
    >,
    (pick: Pick) => Fault
  >
> = {
  outage: () => ({ kind: "outage" }),
  "connection-reset": () => ({ kind: "connection-reset" }),
  "too-many-requests": (pick) => ({ kind: "too-many-requests", body: pick(["json", "text"]) }),
  "rate-limited": () => ({ kind: "rate-limited" }),
  "time-out": () => ({ kind: "time-out" }),
  "slow-body": (pick) => ({ kind: "slow-body", ms: pick([20, 100, 400]) }),
  "html-body": () => ({ kind: "html-body" }),
  "bad-gateway": () => ({ kind: "bad-gateway" }),
  "truncated-body": () => ({ kind: "truncated-body" }),
  "batch-refused": () => ({ kind: "batch-refused" }),
  "batch-out-of-order": () => ({ kind: "batch-out-of-order" }),
  "duplicate-ids": () => ({ kind: "duplicate-ids" }),
  "wrong-chain-id": () => ({ kind: "wrong-chain-id", chainId: 1 }),
  "empty-logs": () => ({ kind: "empty-logs" }),
  lagging: (pick) => ({
    kind: "lagging",
    blocks: pick([1, 2, 3, 5]),
    logsAbove: pick(["missing", "refused"]),
  }),
  "head-back": (pick) => ({ kind: "head-back", blocks: pick([1, 2, 4]) }),
  "other-head": (pick) => ({ kind: "other-head", logs: pick(["same", "none"]) }),
  "wrong-block-hash": () => ({ kind: "wrong-block-hash" }),
  "dropped-log": (pick) => ({ kind: "dropped-log", fromEnd: pick([0, 0, 1]) }),
  "block-limit": (pick) => ({
    kind: "block-limit",
    blocks: pick([1, 2, 10]),
    words: pick(Object.values(blockLimitWords)),
  }),
  "result-limit": (pick) => ({
    kind: "result-limit",
    results: pick([1, 2]),
    words: pick(Object.values(resultLimitWords)),
  }),
};

export type RandomFaultKind = keyof typeof drawers;

const randomFaultKinds = Object.keys(drawers) as readonly RandomFaultKind[];

type Pick = <T>(choices: readonly T[]) => T;

/**
 * Faults drawn by a seed: with probability `rate` one begins at an HTTP request, and lasts for one to four of
 * them. The same seed draws the same faults for the same sequence of requests; each proxy wants a source of its
 * own.
 *
 * @param rate between 0 and 1
 */
export function randomFaults(
  seed: number,
  rate: number,
  kinds: readonly RandomFaultKind[] = randomFaultKinds,
): FaultSource {
  const random = seededRandom(seed);
  const pick: Pick = (choices) => {
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) throw new Error("there is nothing to draw from");
    return choice;
  };
  return {
    seed,
    draw() {
      if (random() >= rate) return null;
      return { ...drawers[pick(kinds)](pick), times: 1 + Math.floor(random() * 4) };
    },
  };
}
