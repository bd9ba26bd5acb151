import type { ServerResponse } from "node:http";
import { numberToHex } from "viem";
import { afterEach, beforeEach, expect } from "vitest";
import {
  type ChainNode,
  type ChainNodes,
  type ChainReader,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RpcCall } from "./faults";
import { type SentCall, type ServedNode, startNode } from "./node";
import { answering } from "./view";

export type Script = {
  /** Instead of the node's own. */
  chainId?: number;
  /** The result of a call of any method but `eth_chainId`; null for none. */
  result?: (call: RpcCall) => unknown;
  /** Takes the whole HTTP response over: true when it did. */
  http?: (response: ServerResponse, calls: readonly SentCall[]) => boolean;
};

/** A node that follows a script instead of a chain. */
export type ScriptedNode = ServedNode & { script: Script };

export async function startScriptedNode(chainId: number, node = {} as ScriptedNode): Promise<ScriptedNode> {
  const started = await startNode(
    answering((call) =>
      call.method === "eth_chainId"
        ? numberToHex(node.script.chainId ?? chainId)
        : node.script.result?.(call),
    ),
    (response, calls) => Boolean(node.script.http?.(response, calls)),
  );
  return Object.assign(node, started, { script: {} });
}

/** A node, and another one of its chain; both start anew for each test of the file. */
export function testNodes(chainId = 31337): { node: ScriptedNode; secondNode: ScriptedNode } {
  const nodes = { node: {} as ScriptedNode, secondNode: {} as ScriptedNode };
  beforeEach(() => Promise.all(Object.values(nodes).map((each) => startScriptedNode(chainId, each))));
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
  result: (call: RpcCall) => byMethod[call.method],
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
