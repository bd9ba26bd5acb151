import { beforeEach, describe, expect, it } from "vitest";
import {
  blockHash,
  broken,
  failure,
  node,
  results,
  rpcBlock,
  rpcLog,
  ScriptedRefusal,
  type ScriptedRpcNode,
  secondNode,
  setUpNodes,
  token,
} from "@/lib/testing/scripted-rpc-node";
import { createChainReader } from "./chain-reader.chain";
import type { ChainNodes } from "./chain-reader.port";

const chainId = 31337;
const range = { fromBlock: 10n, toBlock: 20n };
const singles = [{ blockHash }, { fromBlock: 10n, toBlock: 10n }];
const filter = { to: null, tokens: [token] };

let reader: ChainNodes;

const open = (timeoutMs: number) =>
  createChainReader({ chainId, rpcUrls: [node.url, secondNode.url], timeoutMs });

setUpNodes();
beforeEach(() => {
  reader = open(20_000);
});

/** The node refuses logs and knows every block. */
const refuse = (code: number, message: string, data?: unknown) => {
  node.script = {
    result: ({ method }) => {
      if (method === "eth_getLogs") throw new ScriptedRefusal(code, message, data);
      return rpcBlock(16);
    },
  };
};

const tooLarge: [number, string][] = [
  [-32602, "range 1000000 exceeds limit of 10000"],
  [-32005, "query returned more than 10000 results"],
  [-32000, "block range is larger than max block range, block range = 5120, max block range = 5000"],
  [-32614, "eth_getLogs is limited to a 10,000 range"],
  [-32602, "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range"],
  [-32701, "exceed maximum block range: 5000"],
  [35, "ranges over 10000 blocks are not supported on freetier"],
  [-32005, "limit exceeded"],
];

describe("a range that is too wide", () => {
  it.each(tooLarge)("is told apart: %i %s", async (code, message) => {
    refuse(code, message);
    expect((await failure(reader.logs(range, filter))).rangeTooWide).toBe(true);
    // The halves go to the same node, which did not fail.
    await failure(reader.logs(range, filter));
    expect(secondNode.requests).toEqual([]);
    expect(reader.health()[0]).toMatchObject({ healthy: true, consecutiveFailures: 0 });
  });

  it("is told apart when only the error's data says so", async () => {
    refuse(-32602, "invalid params", { payload: "range 9 is bigger than range limit 2" });
    expect((await failure(reader.logs(range, null))).rangeTooWide).toBe(true);
  });

  it.each<[string, number, (error: object, ids: unknown[]) => unknown]>([
    ["one error", 400, (error) => ({ jsonrpc: "2.0", id: null, error })],
    ["one error", 413, (error) => ({ jsonrpc: "2.0", id: null, error })],
    ["an error for each call", 400, (error, ids) => ids.map((id) => ({ jsonrpc: "2.0", id, error }))],
    [
      "an error beside an answer",
      400,
      (error, ids) =>
        ids.map((id, index) =>
          index === 0 ? { jsonrpc: "2.0", id, result: [] } : { jsonrpc: "2.0", id, error },
        ),
    ],
    ["a list of one error", 400, (error) => [{ jsonrpc: "2.0", id: null, error }]],
  ])("is read from %s under HTTP %i", async (_, status, body) => {
    const error = { code: -32600, message: "requests with up to a 500 block range" };
    node.script = {
      http(response, calls) {
        if (calls[0]?.method === "eth_chainId") return false;
        response.writeHead(status, { "content-type": "application/json" });
        response.end(
          JSON.stringify(
            body(
              error,
              calls.map(({ id }) => id),
            ),
          ),
        );
        return true;
      },
    };
    expect((await failure(reader.logs(range, filter))).rangeTooWide).toBe(true);
  });

  it.each<[string, ScriptedRpcNode["script"]["http"]]>([
    ["takes too long", () => true],
    ["is cut off by its gateway", (response) => !!response.writeHead(504).end("time-out")],
  ])("is also what it means when the node %s, and the next is asked for half", async (what, http) => {
    if (what === "takes too long") reader = open(2_000);
    secondNode.script = results({ eth_getLogs: [] });
    node.script = secondNode.script;
    await reader.logs(range, filter);
    node.script = { ...(http && { http }) };
    expect((await failure(reader.logs(range, filter))).rangeTooWide).toBe(true);
    expect(secondNode.requests).toEqual([]);
    expect((await reader.logs(range, filter)).transfers).toEqual([]);
    expect(secondNode.requests).not.toEqual([]);
  });

  it.each([
    ["too many requests", -32005, "daily request count exceeded, request rate limited"],
    ["a missing block", -32000, "One of the blocks specified in filter cannot be found"],
    ["a range beyond the head", -32602, "block range extends beyond current head block"],
    ["an inner fault", -32603, "internal error"],
  ])("is not %s", async (_, code, message) => {
    secondNode.script = broken;
    refuse(code, message);
    expect((await failure(reader.logs(range, filter))).rangeTooWide).toBe(false);
  });
});

describe("a single block with too many logs", () => {
  it.each(tooLarge)("is told apart: %i %s", async (code, message) => {
    refuse(code, message);
    for (const single of singles)
      expect((await failure(reader.logs(single, filter))).rangeTooWide).toBe(true);
  });

  it("is told apart by the size of its answer", async () => {
    node.script = results({ eth_getLogs: Array.from({ length: 50 }, () => rpcLog()) });
    const strict = createChainReader({ chainId, rpcUrls: [node.url], maxResponseBytes: 2_000 });
    for (const asked of [range, ...singles])
      expect((await failure(strict.logs(asked, filter))).rangeTooWide).toBe(true);
  });

  it("is told apart by HTTP 413", async () => {
    node.script = {
      http: (response, calls) => calls[0]?.method !== "eth_chainId" && !!response.writeHead(413).end(),
    };
    for (const asked of [range, ...singles])
      expect((await failure(reader.logs(asked, filter))).rangeTooWide).toBe(true);
  });

  it.each<[string, () => void]>([
    [
      "hangs",
      () => {
        reader = open(2_000);
        node.script = { http: (_, calls) => calls[0]?.method !== "eth_chainId" };
      },
    ],
    ["gives its query up", () => refuse(-32000, "query timeout exceeded")],
  ])("is not what it means when the node %s", async (_, script) => {
    script();
    secondNode.script = broken;
    expect((await failure(reader.logs({ blockHash }, filter))).rangeTooWide).toBe(false);
  });
});

it("a question of fixed size is never too wide", async () => {
  const http: ScriptedRpcNode["script"]["http"] = (response) => !!response.writeHead(413).end();
  node.script = { http };
  secondNode.script = { http };
  expect((await failure(reader.heads())).rangeTooWide).toBe(false);
  expect(reader.health().map(({ healthy }) => healthy)).toEqual([false, false]);
});
