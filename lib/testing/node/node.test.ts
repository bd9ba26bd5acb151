import { pad } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc } from "@/lib/testing/builders";
import { createSimulatedChain } from "@/lib/testing/simulated-chain/chain";
import { simulatedNode } from "@/lib/testing/simulated-chain/node";
import { logFilter, type RpcLog } from "./faults";
import { createNode, startNode } from "./node";

const receiver: Hex = `0x${"ab".repeat(20)}`;
const chain = createSimulatedChain({ chainId: 31337, seed: 1, startsAt: 0, contracts: [usdc] });
for (const amountUnits of [0n, 0n, 0n, 0n, 1n, 2n]) {
  const payment = { kind: "mint", token: usdc, to: receiver, amountUnits } as const;
  const transactions = amountUnits === 0n ? [] : [chain.transaction([payment])];
  chain.mine({ timestamp: chain.head.number, transactions });
}
const { head } = chain;
const txHash = head.transactions[0]?.transaction.hash;
const node = createNode(simulatedNode(chain));
beforeEach(() => node.faults.clear());

type Answer = { id: unknown; result?: unknown; error?: { code: number; message: string } };

async function post(question: unknown) {
  const answer = await node.answer(JSON.stringify(question));
  return typeof answer === "string" ? answer : { ...answer, json: () => JSON.parse(answer.body) };
}
async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  const answer = await post({ jsonrpc: "2.0", id: 7, method, params });
  if (typeof answer === "string") throw new Error(answer);
  const { result, error } = answer.json() as Answer;
  if (error !== undefined) throw new Error(error.message);
  return result as T;
}
const hex = (value: number) => `0x${value.toString(16)}`;
const logs = (filter: object = { fromBlock: hex(head.number - 3), toBlock: hex(head.number) }) =>
  ask<RpcLog[]>("eth_getLogs", { address: usdc, ...filter });
const block = (name: string) =>
  ask<{ number: string; hash: Hex } | null>("eth_getBlockByNumber", name, false);
const units = (found: RpcLog[]) => found.map(({ data }) => Number(data));

describe("a node", () => {
  it("passes on what its chain says without a fault, and remembers what it was asked", async () => {
    node.requests.length = 0;
    expect(units(await logs())).toEqual([1, 2]);
    expect(await block("latest")).toMatchObject({ hash: head.hash });
    expect(node.requests.flat().map(({ method }) => method)).toEqual(["eth_getLogs", "eth_getBlockByNumber"]);
  });

  it("lags with its whole view", async () => {
    node.faults.set({ kind: "lagging", blocks: 1 });
    expect(await ask("eth_blockNumber")).toBe(hex(head.number - 1));
    expect(await block("latest")).toMatchObject({ number: hex(head.number - 1) });
    expect(await block("safe")).toMatchObject({ number: hex(head.number - 1 - chain.lags.safe) });
    expect(await block(hex(head.number))).toBeNull();
    expect(await ask("eth_getBlockByHash", head.hash, false)).toBeNull();
    expect(await ask("eth_getTransactionReceipt", txHash)).toBeNull();
    expect(units(await logs())).toEqual([1]);
    await expect(logs({ blockHash: head.hash })).rejects.toThrow("unknown block");
    await expect(ask("eth_getBalance", receiver, hex(head.number))).rejects.toThrow("header not found");
    await expect(ask("eth_getBalance", receiver, { blockHash: head.hash })).rejects.toThrow("not found");
    const balance = { to: usdc, data: `0x70a08231${receiver.slice(2).padStart(64, "0")}` };
    expect(BigInt(await ask<string>("eth_call", balance, "latest"))).toBe(1n);

    node.faults.set({ kind: "lagging", blocks: 1, logsAbove: "refused" });
    await expect(logs()).rejects.toThrow("beyond");
  });

  it("returns a lower head, or another one with or without its logs", async () => {
    node.faults.set({ kind: "head-back", blocks: 2 });
    expect(await block("latest")).toMatchObject({ number: hex(head.number - 2) });
    expect(await block(hex(head.number))).toMatchObject({ hash: head.hash });

    node.faults.set({ kind: "other-head", logs: "same" });
    const other = await block("latest");
    expect(other?.hash).not.toBe(head.hash);
    expect(await logs({ blockHash: other?.hash })).toMatchObject([{ blockHash: other?.hash }]);

    node.faults.set({ kind: "other-head", logs: "none" });
    expect(units(await logs())).toEqual([1]);
    expect(await ask("eth_getTransactionReceipt", txHash)).toBeNull();
  });

  it("leaves logs out, invents them and gives them other blocks", async () => {
    const [first, last] = (await logs()) as [RpcLog, RpcLog];
    node.struck.clear();
    node.faults.set({ kind: "empty-logs" });
    expect(await logs({ fromBlock: "0x1", toBlock: "0x1" })).toEqual([]);
    expect(node.struck).toEqual(new Map());
    expect(await logs()).toEqual([]);
    expect(node.struck).toEqual(new Map([["empty-logs", 1]]));
    node.faults.set({ kind: "dropped-log" });
    expect(await logs()).toEqual([first]);
    node.faults.set({ kind: "wrong-block-hash" });
    expect((await logs()).map(({ blockHash }) => blockHash)).not.toContain(last.blockHash);
    const invented = { ...last, transactionHash: `0x${"11".repeat(32)}` };
    node.faults.set({ kind: "invented-logs", logs: [invented] });
    expect(await logs()).toEqual([first, last, invented]);
    expect(await logs({ blockHash: first.blockHash })).toEqual([first]);

    node.faults.set({ kind: "invented-payment" });
    const [transferTopic, , to] = last.topics;
    const [, , paid] = await logs({ fromBlock: "0x0", topics: [transferTopic, null, to] });
    expect(await ask("eth_getTransactionReceipt", paid?.transactionHash)).toMatchObject({ logs: [paid] });
    const deposit: Hex = `0x${"de".repeat(20)}`;
    node.faults.set({ kind: "invented-payment", to: deposit });
    const [, , toDeposit] = await logs({ fromBlock: "0x0", topics: [transferTopic] });
    expect(toDeposit?.topics[2]).toBe(pad(deposit));
    expect(await logs({ topics: [pad("0x1")] })).toEqual([]);
  });

  it("refuses wide ranges and many logs", async () => {
    node.faults.set({ kind: "size-limit", of: "blocks", most: 2, by: 413 });
    expect(
      await post({ id: 1, method: "eth_getLogs", params: [{ fromBlock: "0x1", toBlock: "0x3" }] }),
    ).toMatchObject({ status: 413 });
    expect(units(await logs({ fromBlock: hex(head.number - 1), toBlock: hex(head.number) }))).toEqual([1, 2]);
    node.faults.set({ kind: "size-limit", of: "logs", most: 1, by: 200 });
    await expect(logs()).rejects.toThrow("nope");
    expect(units(await logs({ blockHash: head.hash }))).toEqual([2]);
  });

  it("shuffles batches, repeats their ids and refuses them", async () => {
    const batch = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "eth_chainId" }));
    const answers = async () => ((await post(batch)) as { json: () => Answer[] }).json();
    node.faults.set({ kind: "batch-out-of-order" });
    expect((await answers()).map(({ id }) => id)).toEqual([2, 1]);
    node.faults.set({ kind: "duplicate-ids" });
    expect((await answers()).map(({ id }) => id)).toEqual([2, 2]);
    node.faults.set({ kind: "batch-refused" });
    expect(await answers()).toMatchObject({ error: { code: -32_600 } });
  });

  it("gives no answer, or an invalid one", async () => {
    const chainId = { jsonrpc: "2.0", id: 1, method: "eth_chainId" };
    node.faults.set({ kind: "outage" });
    expect(await post(chainId)).toBe("closed");
    node.faults.set({ kind: "time-out" });
    expect(await post(chainId)).toBe("silent");
    node.faults.set({ kind: "page", page: "too many requests" });
    expect(await post(chainId)).toMatchObject({ status: 429 });
    node.faults.set({ kind: "truncated-body" });
    await expect(ask("eth_chainId")).rejects.toThrow("JSON");
    node.faults.set({ kind: "wrong-chain-id", chainId: 1 });
    expect(await ask("eth_chainId")).toBe("0x1");
  });

  it("has a fault only where it is meant to strike, and as often", async () => {
    node.struck.clear();
    node.faults.set({
      kind: "page",
      page: "bad gateway",
      times: 2,
      when: (call) => logFilter(call) !== null,
    });
    expect(await ask("eth_chainId")).toBe("0x7a69");
    await expect(logs()).rejects.toThrow();
    await expect(logs()).rejects.toThrow();
    expect(units(await logs())).toEqual([1, 2]);
    expect(node.struck.get("page")).toBe(2);
  });
});

it("a served node answers, and closes connections", async () => {
  const served = await startNode(simulatedNode(chain));
  const question = { method: "POST", body: JSON.stringify({ id: 1, method: "eth_chainId" }) };
  expect(await (await fetch(served.url, question)).json()).toMatchObject({ result: "0x7a69" });
  served.faults.set({ kind: "outage" });
  await expect(fetch(served.url, question)).rejects.toThrow();
  await served.stop();
});
