import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect } from "vitest";
import {
  type ChainNode,
  type ChainNodes,
  type ChainReader,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type ScriptedCall = { id: unknown; method: string; params: unknown[] };

/** Thrown by a script to answer a call with a JSON-RPC error. */
export class ScriptedRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type Script = {
  /** Instead of the node's own. */
  chainId?: number;
  /** The result of a call of any method but `eth_chainId`; null for none. */
  result?: (call: ScriptedCall) => unknown;
  /** Takes the whole HTTP response over: true when it did. */
  http?: (response: ServerResponse, calls: readonly ScriptedCall[]) => boolean;
};

export type ScriptedRpcNode = {
  url: string;
  /** The calls of each HTTP request so far. */
  requests: ScriptedCall[][];
  script: Script;
  stop(): Promise<void>;
};

/** A node on the loopback interface that follows a script. */
export async function startScriptedRpcNode(
  chainId: number,
  node = {} as ScriptedRpcNode,
): Promise<ScriptedRpcNode> {
  // No connection ends by itself: after a pause of this process it would just as a caller takes it for its next call.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const body: ScriptedCall | ScriptedCall[] = JSON.parse(text);
      const calls = Array.isArray(body) ? body : [body];
      node.requests.push(calls);
      if (node.script.http?.(response, calls)) return;
      const answers = calls.map((call) => answer(call));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    });
  });
  const answer = (call: ScriptedCall) => {
    try {
      const result =
        call.method === "eth_chainId"
          ? `0x${(node.script.chainId ?? chainId).toString(16)}`
          : (node.script.result?.(call) ?? null);
      return { jsonrpc: "2.0", id: call.id, result };
    } catch (error) {
      if (!(error instanceof ScriptedRefusal)) throw error;
      return {
        jsonrpc: "2.0",
        id: call.id,
        error: { code: error.code, message: error.message, data: error.data },
      };
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(node, {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    script: {},
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A node, and another one of its chain; both start anew for each test of the file. */
export function testNodes(chainId = 31337): { node: ScriptedRpcNode; secondNode: ScriptedRpcNode } {
  const nodes = { node: {} as ScriptedRpcNode, secondNode: {} as ScriptedRpcNode };
  beforeEach(() => Promise.all(Object.values(nodes).map((each) => startScriptedRpcNode(chainId, each))));
  afterEach(() => Promise.all(Object.values(nodes).map((each) => each.stop())));
  return nodes;
}

/** What an honest node says of block 16, in which a payer sends 5 tokens to a deposit address. */
export const token: Hex = `0x${"a0".repeat(20)}`;
export const payer: Hex = `0x${"b1".repeat(20)}`;
export const deposit: Hex = `0x${"c2".repeat(20)}`;
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
export const sweptTopic = "0xa88ad76df17a3324e5e4faeb4f6dfa857d3259faccad5bcf4114e6a24bb4b247";
export const refundedTopic = "0xf753dc50d05a64ff1627aaaaaff0b5668014c8fa260555fa958e6445125f03dc";

/** The 32 bytes that end in these digits. */
export const word = (hexDigits: string): Hex => `0x${hexDigits.padStart(64, "0")}`;

export const rpcBlock = (number: number | bigint, change: object = {}) => ({
  number: `0x${number.toString(16)}`,
  hash: word(`aa${number.toString(16).padStart(4, "0")}`),
  parentHash: word(`bb${number.toString(16)}`),
  timestamp: "0x65000000",
  ...change,
});

export const blockHash = rpcBlock(16).hash;

export const rpcLog = (change: object = {}) => ({
  address: token,
  topics: [transferTopic, word(payer.slice(2)), word(deposit.slice(2))],
  data: word("4c4b40"),
  blockNumber: "0x10",
  blockHash,
  transactionHash: word("7a"),
  transactionIndex: "0x0",
  logIndex: "0x3",
  removed: false,
  ...change,
});

/** How the reader tells `rpcLog()`. */
export const transfer = {
  blockNumber: 16n,
  blockHash,
  txHash: word("7a"),
  logIndex: 3,
  tokenAddress: token,
  from: payer,
  to: deposit,
  amountUnits: 5_000_000n,
};

/** The same result for every call of a method. */
export const results = (byMethod: Record<string, unknown>): Script => ({
  result: (call: ScriptedCall) => byMethod[call.method],
});

/** Every HTTP request is refused. */
export const broken: Script = { http: (response) => !!response.writeHead(500).end() };

/** The error with which no usable answer was told. Fails the test when there was one. */
export async function failure(work: Promise<unknown>): Promise<ChainUnavailable> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChainUnavailable)) throw new Error(`no ChainUnavailable but ${String(error)}`);
  expect(error.cause).toBeInstanceOf(Error);
  return error;
}

/** How a test's node differs from an honest one. */
export type Lies = Partial<ChainReader>;

/** An honest reader as several nodes of one chain, each with its own lies; the first is the one in use. */
export function severalNodes(honest: ChainNodes, lies: readonly Lies[]): ChainNodes {
  const [base] = honest.nodes;
  const [first, ...rest] = lies;
  if (base === undefined || first === undefined) throw new Error("a chain needs a node");
  const nodes = lies.map((lie, index): ChainNode => ({ ...base, ...lie, host: `node-${index}` }));
  return { ...honest, ...first, nodes, others: () => nodes.slice(1, 1 + rest.length) };
}
