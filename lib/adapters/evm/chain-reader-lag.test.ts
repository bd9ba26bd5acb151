import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { ScriptedRefusal, type ScriptedRpcNode, startScriptedRpcNode } from "@/lib/testing/scripted-rpc-node";
import { createChainReader } from "./chain-reader";

const chainId = 31337;
const token = `0x${"a0".repeat(20)}` as const;
const hash = (digit: string) => `0x${digit.repeat(64)}` as const;
const range = { fromBlock: 10n, toBlock: 20n, toBlockHash: hash("a") };
const last = { number: "0x14", hash: hash("a"), parentHash: hash("9"), timestamp: "0x65000000" };

let node: ScriptedRpcNode;
let second: ScriptedRpcNode;

beforeEach(async () => {
  node = await startScriptedRpcNode(chainId);
  second = await startScriptedRpcNode(chainId);
});
afterEach(async () => {
  await Promise.all([node.stop(), second.stop()]);
});

const reader = () => createChainReader({ chainId, rpcUrls: [node.url, second.url], timeoutMs: 300 });
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ChainUnavailable);
  return error as ChainUnavailable;
};

describe("logs of a range", () => {
  it("count when the node has the last block, asked for before them in the same request", async () => {
    node.script = { result: ({ method }) => (method === "eth_getLogs" ? [] : last) };
    expect(await reader().transferLogs(range, [token], null)).toEqual([]);
    expect(node.requests.at(-1)?.map(({ method }) => method)).toEqual([
      "eth_getBlockByNumber",
      "eth_getLogs",
    ]);
  });

  it.each([
    ["lags behind the range", null],
    ["is on another branch", { ...last, hash: hash("b") }],
  ])("do not count when the node %s", async (_, block) => {
    node.script = { result: ({ method }) => (method === "eth_getLogs" ? [] : block) };
    expect((await failure(reader().transferLogs(range, [token], null))).rangeTooWide).toBe(false);
    expect((await failure(reader().sweepLogs(range))).rangeTooWide).toBe(false);
  });

  it("are asked for in a smaller range when the node says so, though the block is there", async () => {
    node.script = {
      result: ({ method }) => {
        if (method === "eth_getLogs")
          throw new ScriptedRefusal(-32005, "query returned more than 10000 results");
        return last;
      },
    };
    expect((await failure(reader().transferLogs(range, [token], null))).rangeTooWide).toBe(true);
  });

  it.each<[string, ScriptedRpcNode["script"]["http"]]>([
    ["takes too long", () => true],
    ["is cut off by its gateway", (response) => !!response.writeHead(504).end("time-out")],
  ])("are asked for in a smaller range, of the next node, when this one %s", async (_, http) => {
    const both = reader();
    node.script = { result: ({ method }) => (method === "eth_getLogs" ? [] : last) };
    second.script = node.script;
    await both.transferLogs(range, [token], null);
    if (http) node.script = { http };
    expect((await failure(both.transferLogs(range, [token], null))).rangeTooWide).toBe(true);
    expect(await both.transferLogs(range, [token], null)).toEqual([]);
    expect(second.requests.length).toBeGreaterThan(0);
  });
});
