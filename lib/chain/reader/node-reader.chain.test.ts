import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  blockHash,
  failure,
  payer,
  results,
  rpcLog,
  token,
  transfer,
  word,
} from "@/lib/testing/scripted-answers";
import { ScriptedRefusal, type ScriptedRpcNode, startScriptedRpcNode } from "@/lib/testing/scripted-rpc-node";
import { createChainReader } from "./chain-reader.chain";
import type { ChainReader } from "./chain-reader.port";

const chainId = 31337;
let node: ScriptedRpcNode;
let reader: ChainReader;

beforeEach(async () => {
  node = await startScriptedRpcNode(chainId);
  reader = createChainReader({ chainId, rpcUrls: [node.url], timeoutMs: 20_000 });
});

afterEach(() => node.stop());

const refuse = (code: number, message: string) => {
  node.script = {
    result: () => {
      throw new ScriptedRefusal(code, message);
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

  it("has every ERC-20 transfer of whatever token and nothing else", async () => {
    const nft = rpcLog({ topics: [...rpcLog().topics, word("1")], data: "0x" });
    const zero = rpcLog({ data: word("0") });
    const other = rpcLog({ address: payer, logIndex: "0x5" });
    node.script = results({ eth_getTransactionReceipt: receipt({ logs: [nft, zero, rpcLog(), other] }) });
    expect(await reader.receipt(word("7a"))).toEqual({
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
    ["with a log of another transaction", { logs: [rpcLog({ transactionHash: word("7b") })] }],
    ["with a log of another block", { logs: [rpcLog({ blockHash: word("7b") })] }],
  ])("is refused %s", async (_, change) => {
    node.script = results({ eth_getTransactionReceipt: receipt(change) });
    await failure(reader.receipt(word("7a")));
    await failure(reader.receipts([word("7a")]));
  });

  it("comes with others in one request, in the order asked", async () => {
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
  ])("are null where the contract has none: %i %s", async (code, message) => {
    refuse(code, message);
    expect(await reader.decimals(token)).toBeNull();
  });

  it.each([
    [-32005, "rate limit exceeded"],
    [-32603, "internal error"],
  ])("are not known while the node refuses: %i %s", async (code, message) => {
    refuse(code, message);
    await failure(reader.decimals(token));
  });
});
