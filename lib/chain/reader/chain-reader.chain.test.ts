import { beforeEach, describe, expect, it } from "vitest";
import {
  blockHash,
  failure,
  payer,
  results,
  rpcBlock,
  rpcLog,
  testNodes,
  token,
  transfer,
  word,
} from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { createChainReader } from "./chain-reader.chain";
import type { ChainReader } from "./chain-reader.port";

const chainId = 31337;
let reader: ChainReader;

const { node } = testNodes();
beforeEach(() => {
  reader = createChainReader({ chainId, rpcUrls: [node.url], timeoutMs: 20_000 });
});

const refuse = (code: number, message: string) => {
  node.script = {
    result: () => {
      throw new NodeRefusal(code, message);
    },
  };
};

describe("a receipt", () => {
  const receipt = (change: object = {}) => ({
    transactionHash: word("7a"),
    blockHash,
    blockNumber: "0x10",
    status: "0x1",
    logs: [rpcLog()],
    ...change,
  });

  it("has every ERC-20 transfer of any token and nothing else", async () => {
    const nft = rpcLog({ topics: [...rpcLog().topics, word("1")], data: "0x" });
    const zero = rpcLog({ data: word("0") });
    const other = rpcLog({ address: payer, logIndex: "0x5" });
    node.script = results({ eth_getTransactionReceipt: receipt({ logs: [nft, zero, rpcLog(), other] }) });
    expect((await reader.receipts([word("7a")]))[0]).toEqual({
      txHash: word("7a"),
      blockNumber: 16n,
      blockHash,
      status: "success",
      transfers: [transfer, { ...transfer, tokenAddress: payer, logIndex: 5 }],
      refunds: [],
    });
  });

  it("says when the transaction was reverted", async () => {
    node.script = results({ eth_getTransactionReceipt: receipt({ status: "0x0", logs: [] }) });
    expect((await reader.receipts([word("7a")]))[0]).toMatchObject({ status: "reverted", transfers: [] });
  });

  it("is null for an unknown transaction and a pending one", async () => {
    expect((await reader.receipts([word("7a")]))[0]).toBeNull();
    node.script = results({ eth_getTransactionReceipt: receipt({ blockHash: null, blockNumber: null }) });
    expect((await reader.receipts([word("7a")]))[0]).toBeNull();
    refuse(-32_000, "transaction indexing is in progress");
    expect((await reader.receipts([word("7a")]))[0]).toBeNull();
    expect(await reader.receipts([word("7a"), word("7b")])).toEqual([null, null]);
    expect(await reader.sentCall(word("7a"))).toBeNull();
  });

  it.each([
    ["of another transaction", { transactionHash: word("7b") }],
    ["without a status", { status: undefined }],
    ["with an unknown status", { status: "0x2" }],
    ["with a log of another transaction", { logs: [rpcLog({ transactionHash: word("7b") })] }],
    ["with a log of another block", { logs: [rpcLog({ blockHash: word("7b") })] }],
  ])("is refused %s", async (_, change) => {
    node.script = results({ eth_getTransactionReceipt: receipt(change) });
    await failure(reader.receipts([word("7a")]));
  });

  it("of a block before Byzantium, with a state root for a status, has its logs", async () => {
    const old = receipt({ status: undefined, root: word("7c") });
    node.script = results({ eth_getTransactionReceipt: old });
    expect((await reader.receipts([word("7a")]))[0]).toMatchObject({ status: "success", transfers: [{}] });
    node.script = results({ eth_getTransactionReceipt: { ...old, root: "0x" } });
    await failure(reader.receipts([word("7a")]));
  });

  it("comes with others in one request, in the requested order", async () => {
    node.script = {
      result: ({ params: [txHash] }) =>
        txHash === word("2") ? null : receipt({ transactionHash: txHash, logs: [] }),
    };
    const receipts = await reader.receipts([word("3"), word("2"), word("1")]);
    expect(receipts.map((each) => each?.txHash ?? null)).toEqual([word("3"), null, word("1")]);
    expect(node.requests.map((calls) => calls.length)).toEqual([1, 3]);
    expect(await reader.receipts([])).toEqual([]);
  });
});

describe("code at an address", () => {
  it.each([
    ["a contract", "0x6080", true],
    ["nothing", "0x", false],
    ["a delegation of an account with a key", `0xef0100${"11".repeat(20)}`, false],
  ])("%s: %s → contract %s", async (_, code, expected) => {
    node.script = results({ eth_getCode: code });
    expect(await reader.code(payer)).toBe(code);
    expect(await reader.hasCode(payer)).toBe(expected);
  });

  it.each([null, "", "60", 96])("is refused as %j", async (code) => {
    node.script = results({ eth_getCode: code });
    await failure(reader.code(payer));
  });
});

describe("a token's decimals", () => {
  it.each([
    ["six", word("6"), 6],
    ["the most there can be", word("ff"), 255],
    ["more than there can be", word("100"), null],
    ["nothing, for want of code", "0x", null],
    ["something longer", `0x${"0".repeat(128)}`, null],
  ])("%s", async (_, result, expected) => {
    node.script = results({ eth_call: result });
    expect(await reader.decimals(token)).toBe(expected);
    expect(node.requests[1]?.[0]?.params).toEqual([{ to: token, data: "0x313ce567" }, "latest"]);
  });

  it.each([
    [3, "execution reverted"],
    [-32000, "invalid opcode: opcode 0xfe not defined"],
    [-32000, "out of gas"],
  ])("are null when the contract has none: %i %s", async (code, message) => {
    refuse(code, message);
    expect(await reader.decimals(token)).toBeNull();
  });

  it.each([
    [-32005, "rate limit exceeded"],
    [-32603, "internal error"],
  ])("are unknown while the node refuses: %i %s", async (code, message) => {
    refuse(code, message);
    await failure(reader.decimals(token));
  });
});

/** Blocks asked for in each request after the first, which asks for the chain's id. */
const asked = () => node.requests.slice(1).map((calls) => calls.map(({ params }) => params[0]));
const tell = (tags: Record<string, unknown>) => {
  node.script = { result: ({ params }) => tags[String(params[0])] };
};

describe("heads", () => {
  it("requests the newest block and both tags together", async () => {
    tell({ latest: rpcBlock(100), safe: rpcBlock(90), finalized: rpcBlock(80) });
    expect(await reader.heads()).toEqual({
      latest: {
        number: 100n,
        hash: rpcBlock(100).hash,
        parentHash: rpcBlock(100).parentHash,
        timestamp: new Date(0x65000000 * 1_000),
      },
      safeNumber: 90n,
      finalizedNumber: 80n,
    });
    expect(asked()).toEqual([["latest", "safe", "finalized"]]);
  });

  it("returns the present tags, not earlier ones: a reorg may lie between", async () => {
    tell({ latest: rpcBlock(100), safe: rpcBlock(98), finalized: rpcBlock(80) });
    await reader.heads();
    tell({
      latest: rpcBlock(100, { hash: `0x${"b".repeat(64)}` }),
      safe: rpcBlock(96),
      finalized: rpcBlock(80),
    });
    expect(await reader.heads()).toMatchObject({ latest: { number: 100n }, safeNumber: 96n });
  });

  it("requests only the newest block when no payment waits for tags", async () => {
    tell({ latest: rpcBlock(100), safe: rpcBlock(90), finalized: rpcBlock(80) });
    expect(await createChainReader({ chainId, rpcUrls: [node.url], usesTags: false }).heads()).toMatchObject({
      safeNumber: null,
      finalizedNumber: null,
    });
    expect(asked()).toEqual([["latest"]]);
  });

  it("gives null for a tag that the node does not know", async () => {
    node.script = {
      result: ({ params: [tag] }) => {
        if (tag === "safe") throw new NodeRefusal(-32602, "invalid block tag");
        return tag === "latest" ? rpcBlock(100) : null;
      },
    };
    expect(await reader.heads()).toMatchObject({ safeNumber: null, finalizedNumber: null });
  });

  it("does not take a refusal for too many requests for a missing tag", async () => {
    node.script = {
      result: ({ params: [tag] }) => {
        if (tag === "safe") throw new NodeRefusal(-32005, "rate limit exceeded");
        return rpcBlock(100);
      },
    };
    await failure(reader.heads());
  });

  it("never returns a tag above its newest block", async () => {
    node.script = { result: ({ params: [tag] }) => rpcBlock(tag === "latest" ? 100 : 101) };
    expect(await reader.heads()).toMatchObject({ safeNumber: 100n, finalizedNumber: 100n });
  });

  it.each([
    ["no block", null],
    ["a pending block without hash", rpcBlock(100, { hash: null })],
    ["a number that is no number", rpcBlock(100, { number: "100" })],
    ["a number out of range", rpcBlock(100, { number: `0x${"f".repeat(16)}` })],
    ["a time beyond the calendar", rpcBlock(100, { timestamp: "0x1fffffffffffff" })],
    ["a hash of 31 bytes", rpcBlock(100, { hash: `0x${"a".repeat(62)}` })],
    ["a text", "100"],
    ["a list", [rpcBlock(100)]],
  ])("refuses as latest: %s", async (_, latest) => {
    node.script = { result: ({ params: [tag] }) => (tag === "latest" ? latest : null) };
    await failure(reader.heads());
    await failure(reader.latest());
  });
});

it("the newest block takes one call", async () => {
  tell({ latest: rpcBlock(100) });
  expect((await reader.latest()).number).toBe(100n);
  expect(asked()).toEqual([["latest"]]);
});

describe("headers", () => {
  it("come in the requested order, in one request, null when the node has none", async () => {
    node.script = {
      result: ({ params: [number] }) => (number === "0x7" ? null : rpcBlock(BigInt(String(number)))),
    };
    const headers = await reader.headers([9n, 7n, 8n]);
    expect(headers.map((header) => header?.number)).toEqual([9n, undefined, 8n]);
    expect(headers[1]).toBeNull();
    expect(node.requests.map((calls) => calls.length)).toEqual([1, 3]);
  });

  it("of very many blocks are requested in batches of accepted size", async () => {
    node.script = { result: ({ params: [number] }) => rpcBlock(BigInt(String(number))) };
    const numbers = Array.from({ length: 201 }, (_, index) => BigInt(index));
    expect((await reader.headers(numbers)).map((header) => header?.number)).toEqual(numbers);
    expect(node.requests.map((calls) => calls.length)).toEqual([1, 100, 100, 1]);
  });

  it("are matched by id, in any order of answers", async () => {
    node.script = {
      http(response, calls) {
        if (calls[0]?.method === "eth_chainId") return false;
        const answers = calls.map(({ id, params }) => ({
          jsonrpc: "2.0",
          id,
          result: rpcBlock(BigInt(String(params[0]))),
        }));
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(answers.reverse()));
        return true;
      },
    };
    expect((await reader.headers([1n, 2n, 3n])).map((header) => header?.number)).toEqual([1n, 2n, 3n]);
  });

  it("of no block send nothing", async () => {
    expect(await reader.headers([])).toEqual([]);
    expect(node.requests).toEqual([]);
  });

  it("are refused when the node returns another block", async () => {
    node.script = results({ eth_getBlockByNumber: rpcBlock(8) });
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
