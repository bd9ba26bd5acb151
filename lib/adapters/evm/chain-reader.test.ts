import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/core/checkout";
import { type ChainReader, ChainUnavailable } from "@/lib/services/ports/chain-reader";
import {
  type ScriptedCall,
  ScriptedRefusal,
  type ScriptedRpcNode,
  startScriptedRpcNode,
} from "@/lib/testing/scripted-rpc-node";
import { createChainReader } from "./chain-reader";

const chainId = 31337;
const word = (hexDigits: string): Hex => `0x${hexDigits.padStart(64, "0")}`;
const token: Hex = `0x${"a0".repeat(20)}`;
const payer: Hex = `0x${"b1".repeat(20)}`;
const deposit: Hex = `0x${"c2".repeat(20)}`;
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const sweptTopic = "0xa88ad76df17a3324e5e4faeb4f6dfa857d3259faccad5bcf4114e6a24bb4b247";

const block = (number: number | bigint, change: object = {}) => ({
  number: `0x${number.toString(16)}`,
  hash: word(`aa${number.toString(16).padStart(4, "0")}`),
  parentHash: word(`bb${number.toString(16)}`),
  timestamp: "0x65000000",
  ...change,
});

const log = (change: object = {}) => ({
  address: token,
  topics: [transferTopic, word(payer.slice(2)), word(deposit.slice(2))],
  data: word("4c4b40"),
  blockNumber: "0x10",
  blockHash: block(16).hash,
  transactionHash: word("7a"),
  transactionIndex: "0x0",
  logIndex: "0x3",
  removed: false,
  ...change,
});

const transfer = {
  blockNumber: 16n,
  blockHash: block(16).hash,
  txHash: word("7a"),
  logIndex: 3,
  tokenAddress: token,
  from: payer,
  to: deposit,
  amountUnits: 5_000_000n,
};

let node: ScriptedRpcNode;
let second: ScriptedRpcNode;
let reader: ChainReader;

beforeEach(async () => {
  node = await startScriptedRpcNode(chainId);
  second = await startScriptedRpcNode(chainId);
  reader = createChainReader({ chainId, rpcUrls: [node.url], timeoutMs: 300 });
});

afterEach(async () => {
  await Promise.all([node.stop(), second.stop()]);
});

const results = (byMethod: Record<string, unknown>) => ({
  result: (call: ScriptedCall) => byMethod[call.method],
});

async function failure(work: Promise<unknown>): Promise<ChainUnavailable> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ChainUnavailable);
  if (!(error instanceof ChainUnavailable)) throw new Error("no failure");
  expect(error.cause).toBeInstanceOf(Error);
  return error;
}

const range = { fromBlock: 10n, toBlock: 20n };
const blockHash = block(16).hash;

describe("heads", () => {
  it("asks for the newest block and both tags in one request", async () => {
    const tags: Record<string, unknown> = { latest: block(100), safe: block(90), finalized: block(80) };
    node.script = { result: ({ params }) => tags[String(params[0])] };
    expect(await reader.heads()).toEqual({
      latest: {
        number: 100n,
        hash: block(100).hash,
        parentHash: block(100).parentHash,
        timestamp: new Date(0x65000000 * 1_000),
      },
      safeNumber: 90n,
      finalizedNumber: 80n,
    });
    expect(node.requests.map((calls) => calls.length)).toEqual([1, 3]);
  });

  it("gives null for a tag that the node does not know", async () => {
    node.script = {
      result: ({ params: [tag] }) => {
        if (tag === "safe") throw new ScriptedRefusal(-32602, "invalid block tag");
        return tag === "latest" ? block(100) : null;
      },
    };
    expect(await reader.heads()).toMatchObject({ safeNumber: null, finalizedNumber: null });
  });

  it("does not take a refusal for too many requests for a missing tag", async () => {
    node.script = {
      result: ({ params: [tag] }) => {
        if (tag === "safe") throw new ScriptedRefusal(-32005, "rate limit exceeded");
        return block(100);
      },
    };
    await failure(reader.heads());
  });

  it("never puts a tag above the newest block it tells", async () => {
    node.script = { result: ({ params: [tag] }) => block(tag === "latest" ? 100 : 101) };
    expect(await reader.heads()).toMatchObject({ safeNumber: 100n, finalizedNumber: 100n });
  });

  it.each([
    ["no block", null],
    ["a pending block without hash", block(100, { hash: null })],
    ["a number that is no number", block(100, { number: "100" })],
    ["a number out of range", block(100, { number: `0x${"f".repeat(16)}` })],
    ["a time beyond the calendar", block(100, { timestamp: "0x1fffffffffffff" })],
    ["a hash of 31 bytes", block(100, { hash: `0x${"a".repeat(62)}` })],
    ["a text", "100"],
    ["a list", [block(100)]],
  ])("refuses as latest: %s", async (_, latest) => {
    node.script = { result: ({ params: [tag] }) => (tag === "latest" ? latest : null) };
    await failure(reader.heads());
  });
});

describe("headers", () => {
  it("come in the order asked, in one request, null where the node has none", async () => {
    node.script = {
      result: ({ params: [number] }) => (number === "0x7" ? null : block(BigInt(String(number)))),
    };
    const headers = await reader.headers([9n, 7n, 8n]);
    expect(headers.map((header) => header?.number)).toEqual([9n, undefined, 8n]);
    expect(headers[1]).toBeNull();
    expect(node.requests.map((calls) => calls.length)).toEqual([1, 3]);
  });

  it("are matched by id, in whatever order the node answers", async () => {
    node.script = {
      http(response, calls) {
        if (calls[0]?.method === "eth_chainId") return false;
        const answers = calls.map(({ id, params }) => ({
          jsonrpc: "2.0",
          id,
          result: block(BigInt(String(params[0]))),
        }));
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(answers.reverse()));
        return true;
      },
    };
    expect((await reader.headers([1n, 2n, 3n])).map((header) => header?.number)).toEqual([1n, 2n, 3n]);
  });

  it("of no block ask nothing", async () => {
    expect(await reader.headers([])).toEqual([]);
    expect(node.requests).toEqual([]);
  });

  it("are refused when the node answers with another block", async () => {
    node.script = { result: () => block(8) };
    await failure(reader.header(7n));
  });

  it.each([
    ["too few answers", (ids: unknown[]) => ids.slice(1)],
    ["one answer twice", (ids: unknown[]) => [ids[0], ids[0]]],
    ["an answer to another question", (ids: unknown[]) => [ids[0], 77]],
  ])("are refused with %s", async (_, change) => {
    node.script = {
      http(response, calls) {
        if (calls[0]?.method === "eth_chainId") return false;
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify(
            change(calls.map(({ id }) => id)).map((id) => ({ jsonrpc: "2.0", id, result: null })),
          ),
        );
        return true;
      },
    };
    await failure(reader.headers([1n, 2n]));
  });
});

describe("transfer logs", () => {
  it("are read from a range, in lower case, without those of value zero", async () => {
    const shouting = log({
      address: `0x${token.slice(2).toUpperCase()}`,
      blockHash: `0x${blockHash.slice(2).toUpperCase()}`,
    });
    node.script = results({ eth_getLogs: [shouting, log({ data: word("0"), logIndex: "0x4" })] });
    expect(await reader.transferLogs(range, [token], null)).toEqual([transfer]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { fromBlock: "0xa", toBlock: "0x14", address: [token], topics: [transferTopic, null] },
    ]);
  });

  it("are asked for by block hash and receivers", async () => {
    node.script = results({ eth_getLogs: [log()] });
    expect(await reader.transferLogs({ blockHash }, [token], [deposit])).toEqual([transfer]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { blockHash, address: [token], topics: [transferTopic, null, [word(deposit.slice(2))]] },
    ]);
  });

  it("of no token or to nobody ask nothing", async () => {
    expect(await reader.transferLogs(range, [], null)).toEqual([]);
    expect(await reader.transferLogs(range, [token], [])).toEqual([]);
    expect(node.requests).toEqual([]);
  });

  it("keep the largest amount there is", async () => {
    node.script = results({ eth_getLogs: [log({ data: `0x${"f".repeat(64)}` })] });
    const [only] = await reader.transferLogs(range, [token], null);
    expect(only?.amountUnits).toBe(2n ** 256n - 1n);
  });

  it.each([
    ["below the range", { blockNumber: "0x9" }],
    ["above the range", { blockNumber: "0x15" }],
    ["of another token", { address: payer }],
    ["to another address", { topics: [transferTopic, word(payer.slice(2)), word(payer.slice(2))] }],
    ["of another event", { topics: [sweptTopic, word("1"), word(deposit.slice(2))] }],
    ["with two topics", { topics: [transferTopic, word(payer.slice(2))] }],
    ["with four topics", { topics: [...log().topics, word("1")] }],
    [
      "with an address of 32 bytes",
      { topics: [transferTopic, `0x${"f".repeat(64)}`, word(deposit.slice(2))] },
    ],
    ["with 31 bytes of data", { data: `0x${"0".repeat(62)}` }],
    ["with 64 bytes of data", { data: `0x${"0".repeat(128)}` }],
    ["that was removed", { removed: true }],
    ["with an index out of range", { logIndex: "0x80000000" }],
    ["of the pending block", { blockNumber: null, blockHash: null }],
    ["without a transaction", { transactionHash: undefined }],
  ])("are refused with a log %s", async (_, change) => {
    node.script = results({ eth_getLogs: [log(), log(change)] });
    const error = await failure(reader.transferLogs(range, [token], [deposit]));
    expect(error.rangeTooWide).toBe(false);
  });

  it("are refused with a log of another block than the one asked for by hash", async () => {
    node.script = results({ eth_getLogs: [log({ blockHash: word("99") })] });
    await failure(reader.transferLogs({ blockHash }, [token], null));
  });

  it.each([null, {}, "0x", [null], [[]]])("are refused as %j", async (answer) => {
    node.script = results({ eth_getLogs: answer });
    await failure(reader.transferLogs(range, [token], null));
  });
});

describe("a range that is too wide", () => {
  it.each([
    [-32602, "range 1000000 exceeds limit of 10000"],
    [-32005, "query returned more than 10000 results"],
    [-32000, "block range is larger than max block range, block range = 5120, max block range = 5000"],
    [-32614, "eth_getLogs is limited to a 10,000 range"],
    [-32602, "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range"],
    [-32701, "exceed maximum block range: 5000"],
    [-32005, "limit exceeded"],
  ])("is told apart: %i %s", async (code, message) => {
    const both = createChainReader({ chainId, rpcUrls: [node.url, second.url], timeoutMs: 300 });
    node.script = {
      result: ({ method }) => {
        if (method === "eth_getLogs") throw new ScriptedRefusal(code, message);
      },
    };
    expect((await failure(both.transferLogs(range, [token], null))).rangeTooWide).toBe(true);
    // The halves go to the same node.
    await failure(both.transferLogs(range, [token], null));
    expect(second.requests).toEqual([]);
  });

  it("is told apart when only the error's data says so", async () => {
    node.script = {
      result: ({ method }) => {
        if (method === "eth_getLogs")
          throw new ScriptedRefusal(-32602, "invalid params", {
            payload: "range 9 is bigger than range limit 2",
          });
      },
    };
    expect((await failure(reader.sweepLogs(range))).rangeTooWide).toBe(true);
  });

  it("is also what a response beyond the size limit means", async () => {
    node.script = results({ eth_getLogs: Array.from({ length: 50 }, () => log()) });
    const strict = createChainReader({ chainId, rpcUrls: [node.url], maxResponseBytes: 2_000 });
    expect((await failure(strict.transferLogs(range, [token], null))).rangeTooWide).toBe(true);
  });

  it.each([
    ["too many requests", -32005, "daily request count exceeded, request rate limited"],
    ["a missing block", -32000, "One of the blocks specified in filter cannot be found"],
    ["a range beyond the head", -32602, "block range extends beyond current head block"],
    ["an inner fault", -32603, "internal error"],
  ])("is not %s", async (_, code, message) => {
    node.script = {
      result: ({ method }) => {
        if (method === "eth_getLogs") throw new ScriptedRefusal(code, message);
      },
    };
    expect((await failure(reader.transferLogs(range, [token], null))).rangeTooWide).toBe(false);
  });

  it("is never said of a single block", async () => {
    node.script = {
      result: ({ method }) => {
        if (method === "eth_getLogs")
          throw new ScriptedRefusal(-32005, "query returned more than 10000 results");
      },
    };
    expect((await failure(reader.transferLogs({ blockHash }, [token], null))).rangeTooWide).toBe(false);
    const single = { fromBlock: 10n, toBlock: 10n };
    expect((await failure(reader.transferLogs(single, [token], null))).rangeTooWide).toBe(false);
  });
});

describe("sweep logs", () => {
  const swept = (change: object = {}) =>
    log({ address: deposit, topics: [sweptTopic, word(token.slice(2)), word(payer.slice(2))], ...change });

  it("name the emitting contract as the deposit address", async () => {
    node.script = results({ eth_getLogs: [swept()] });
    expect(await reader.sweepLogs(range)).toEqual([
      {
        blockNumber: 16n,
        blockHash,
        txHash: word("7a"),
        logIndex: 3,
        depositAddress: deposit,
        tokenAddress: token,
        amountUnits: 5_000_000n,
      },
    ]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { fromBlock: "0xa", toBlock: "0x14", topics: [sweptTopic] },
    ]);
  });

  it("leave out a stranger's event of the same name instead of failing", async () => {
    node.script = results({ eth_getLogs: [swept({ data: "0x" }), swept({ topics: [sweptTopic] }), swept()] });
    expect(await reader.sweepLogs(range)).toHaveLength(1);
  });

  it("are refused with a log outside the range", async () => {
    node.script = results({ eth_getLogs: [swept({ blockNumber: "0x15" })] });
    await failure(reader.sweepLogs(range));
  });
});

describe("a receipt", () => {
  const receipt = (change: object = {}) => ({
    transactionHash: word("7a"),
    blockHash,
    blockNumber: "0x10",
    status: "0x1",
    logs: [log()],
    ...change,
  });

  it("has every ERC-20 transfer of whatever token and nothing else", async () => {
    const nft = log({ topics: [...log().topics, word("1")], data: "0x" });
    const zero = log({ data: word("0") });
    const other = log({ address: payer, logIndex: "0x5" });
    node.script = results({ eth_getTransactionReceipt: receipt({ logs: [nft, zero, log(), other] }) });
    expect(await reader.receipt(word("7a"))).toEqual({
      txHash: word("7a"),
      blockNumber: 16n,
      blockHash,
      status: "success",
      transfers: [transfer, { ...transfer, tokenAddress: payer, logIndex: 5 }],
    });
  });

  it("says when the transaction was reverted", async () => {
    node.script = results({ eth_getTransactionReceipt: receipt({ status: "0x0", logs: [] }) });
    expect(await reader.receipt(word("7a"))).toMatchObject({ status: "reverted", transfers: [] });
  });

  it("is null for an unknown transaction and for one that waits", async () => {
    expect(await reader.receipt(word("7a"))).toBeNull();
    node.script = results({ eth_getTransactionReceipt: receipt({ blockHash: null, blockNumber: null }) });
    expect(await reader.receipt(word("7a"))).toBeNull();
  });

  it.each([
    ["of another transaction", { transactionHash: word("7b") }],
    ["without a status", { status: undefined }],
    ["with an unknown status", { status: "0x2" }],
    ["with a log of another transaction", { logs: [log({ transactionHash: word("7b") })] }],
    ["with a log of another block", { logs: [log({ blockHash: word("7b") })] }],
  ])("is refused %s", async (_, change) => {
    node.script = results({ eth_getTransactionReceipt: receipt(change) });
    await failure(reader.receipt(word("7a")));
  });
});

describe("code at an address", () => {
  it.each([
    ["a contract", "0x6080", true],
    ["nothing", "0x", false],
    ["a delegation of an account with a key", `0xef0100${"11".repeat(20)}`, false],
  ])("%s: %s → %s", async (_, code, expected) => {
    node.script = results({ eth_getCode: code });
    expect(await reader.hasCode(payer)).toBe(expected);
  });
});

describe("a node that cannot be used", () => {
  it.each<[string, ScriptedRpcNode["script"]["http"]]>([
    [
      "answers with HTML",
      (response) => !!response.setHeader("content-type", "text/html").end("<html>Gateway</html>"),
    ],
    [
      "answers with HTML as JSON",
      (response) => !!response.setHeader("content-type", "application/json").end("<html>"),
    ],
    ["answers 429", (response) => !!response.writeHead(429).end("slow down")],
    ["answers 503 with JSON", (response) => !!response.writeHead(503).end("{}")],
    ["redirects", (response) => !!response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()],
    ["answers nothing", (response) => !!response.setHeader("content-type", "application/json").end()],
    ["answers null", (response) => !!response.setHeader("content-type", "application/json").end("null")],
    ["answers a number", (response) => !!response.setHeader("content-type", "application/json").end("7")],
    ["hangs before the headers", () => true],
    [
      "hangs inside the body",
      (response) => response.setHeader("content-type", "application/json").write('{"id":') || true,
    ],
    ["closes the connection", (response) => !!response.socket?.destroy()],
  ])("%s", async (_, http) => {
    if (http) node.script = { http };
    await failure(reader.heads());
    await failure(reader.transferLogs(range, [token], null));
  });

  it("is not there at all", async () => {
    await node.stop();
    const error = await failure(reader.heads());
    expect(error.message).toMatch(/ECONNREFUSED/);
    node = await startScriptedRpcNode(chainId);
  });

  it("serves another chain, until it no longer does", async () => {
    node.script = { chainId: 1, ...results({ eth_getBlockByNumber: block(1) }) };
    expect((await failure(reader.header(1n))).message).toMatch(/serves chain 1$/);
    expect(node.requests).toHaveLength(1);
    node.script = results({ eth_getBlockByNumber: block(1) });
    expect((await reader.header(1n))?.number).toBe(1n);
  });

  it("is asked for its chain once", async () => {
    node.script = results({ eth_getBlockByNumber: block(1) });
    await Promise.all([reader.header(1n), reader.header(1n)]);
    await reader.header(1n);
    expect(node.requests.flat().filter(({ method }) => method === "eth_chainId")).toHaveLength(1);
  });

  it("never has the keys of its address shown", async () => {
    const url = new URL(node.url);
    url.username = "user";
    url.password = "hunter2";
    url.pathname = "/v2/secret-key";
    for (const http of [
      undefined,
      (response: Parameters<NonNullable<ScriptedRpcNode["script"]["http"]>>[0]) =>
        !!response.writeHead(500).end("no"),
    ]) {
      node.script = http ? { http } : results({ eth_getBlockByNumber: "nonsense" });
      const error = await failure(createChainReader({ chainId, rpcUrls: [url.href] }).heads());
      const shown = `${error.stack} ${(error.cause as Error).stack} ${JSON.stringify(error.cause)}`;
      expect(shown).not.toMatch(/secret-key|hunter2/);
    }
  });
});

describe("several nodes", () => {
  it("takes the next one after a failure, and stays with it", async () => {
    const both = createChainReader({ chainId, rpcUrls: [node.url, second.url], timeoutMs: 300 });
    second.script = results({ eth_getBlockByNumber: block(1) });
    node.script = results({ eth_getBlockByNumber: block(1) });
    await both.header(1n);
    expect(second.requests).toEqual([]);

    node.script = { http: (response) => !!response.writeHead(500).end() };
    await failure(both.header(1n));
    const seen = node.requests.length;
    await both.header(1n);
    await both.header(1n);
    expect(node.requests).toHaveLength(seen);
    expect(second.requests.flat().map(({ method }) => method)).toEqual([
      "eth_chainId",
      "eth_getBlockByNumber",
      "eth_getBlockByNumber",
    ]);
  });

  it("comes back to the first when the last fails", async () => {
    const both = createChainReader({ chainId, rpcUrls: [node.url, second.url], timeoutMs: 300 });
    const http = (response: { writeHead(status: number): { end(): unknown } }) =>
      !!response.writeHead(500).end();
    node.script = { http };
    second.script = { http };
    await failure(both.header(1n));
    await failure(both.header(1n));
    node.script = results({ eth_getBlockByNumber: block(1) });
    expect((await both.header(1n))?.number).toBe(1n);
  });

  it("moves on by one node when several calls fail together", async () => {
    const both = createChainReader({ chainId, rpcUrls: [node.url, second.url], timeoutMs: 300 });
    node.script = { http: (response) => !!response.writeHead(500).end() };
    second.script = results({ eth_getBlockByNumber: block(1) });
    await Promise.allSettled([both.header(1n), both.header(1n)]);
    expect((await both.header(1n))?.number).toBe(1n);
  });

  it("needs at least one address, and that a web address", () => {
    expect(() => createChainReader({ chainId, rpcUrls: [] })).toThrow(TypeError);
    expect(() => createChainReader({ chainId, rpcUrls: ["ipc:///tmp/geth.ipc"] })).toThrow(TypeError);
  });
});
