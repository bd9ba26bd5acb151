import { fetch, type Response } from "undici";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startFaultProxy } from "./fault-proxy";
import { blockLimitWords, type RpcLog, randomFaults, resultLimitWords } from "./fault-proxy-faults";
import { testNetwork } from "./world";

const receiver = `0x${"ab".repeat(20)}` as const;
const network = await testNetwork();
const proxy = await startFaultProxy(network.chain.rpcUrl);
afterAll(() => proxy.stop());
await network.chain.mine(4);
await network.pay(receiver, 1n);
const { txHash } = await network.pay(receiver, 2n);
const head = await network.chain.client.getBlock();
beforeEach(() => {
  proxy.faults.clear();
  patienceMs = 30_000;
});

type Answer = { id: unknown; result?: unknown; error?: { message: string } };

/** For how long an answer is waited for; short where none is to come. */
let patienceMs: number;

async function post(body: unknown): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs);
  // Not Node 20's own: it may lose its signal to the garbage collector, and a body that hangs would hang for ever.
  return fetch(proxy.url, { method: "POST", body: JSON.stringify(body), signal });
}
async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  const { result, error } = (await (await post({ jsonrpc: "2.0", id: 7, method, params })).json()) as Answer;
  if (error !== undefined) throw new Error(error.message);
  return result as T;
}
const hex = (value: bigint) => `0x${value.toString(16)}`;
const logs = (filter: object = { fromBlock: hex(head.number - 3n), toBlock: hex(head.number) }) =>
  ask<RpcLog[]>("eth_getLogs", { address: network.usdc, ...filter });
const block = (name: string) =>
  ask<{ number: string; hash: string } | null>("eth_getBlockByNumber", name, false);
const units = (found: RpcLog[]) => found.map(({ data }) => Number(data));

describe("a proxied node", () => {
  it("passes the node's answers on without a fault, and records the requests", async () => {
    proxy.calls.length = 0;
    expect(units(await logs())).toEqual([1, 2]);
    expect(await block("latest")).toMatchObject({ hash: head.hash });
    expect(proxy.calls.map(({ method }) => method)).toEqual(["eth_getLogs", "eth_getBlockByNumber"]);
  });

  it("lags with its whole view", async () => {
    proxy.faults.set({ kind: "lagging", blocks: 1, logsAbove: "missing" });
    expect(await ask("eth_blockNumber")).toBe(hex(head.number - 1n));
    expect(await block("latest")).toMatchObject({ number: hex(head.number - 1n) });
    expect(await block(hex(head.number))).toBeNull();
    expect(await ask("eth_getBlockByHash", head.hash, false)).toBeNull();
    expect(await ask("eth_getTransactionReceipt", txHash)).toBeNull();
    expect(units(await logs())).toEqual([1]);
    await expect(logs({ blockHash: head.hash })).rejects.toThrow("unknown block");
    await expect(ask("eth_getBalance", receiver, hex(head.number))).rejects.toThrow("header not found");
    await expect(ask("eth_getBalance", receiver, { blockHash: head.hash })).rejects.toThrow("not found");
    const balance = { to: network.usdc, data: `0x70a08231${receiver.slice(2).padStart(64, "0")}` };
    expect(BigInt(await ask<string>("eth_call", balance, "latest"))).toBe(1n);

    proxy.faults.set({ kind: "stuck", atBlock: head.number - 2n, logsAbove: "refused" });
    expect(await block("latest")).toMatchObject({ number: hex(head.number - 2n) });
    await expect(logs()).rejects.toThrow("beyond");
    expect(units(await logs({ fromBlock: "0x1", toBlock: hex(head.number - 2n) }))).not.toContain(1);
  });

  it("returns a lower head while it serves the rest", async () => {
    proxy.faults.set({ kind: "head-back", blocks: 2 });
    expect(await block("latest")).toMatchObject({ number: hex(head.number - 2n) });
    expect(await block(hex(head.number))).toMatchObject({ hash: head.hash });
  });

  it("has another newest block, with or without the logs", async () => {
    proxy.faults.set({ kind: "other-head", logs: "same" });
    const other = await block("latest");
    if (other === null) throw new Error("there is no head");
    expect(other).toMatchObject({ number: hex(head.number) });
    expect(other.hash).not.toBe(head.hash);
    expect(await logs({ blockHash: other.hash })).toMatchObject([
      { data: expect.stringMatching(/2$/), blockHash: other.hash },
    ]);

    proxy.faults.set({ kind: "other-head", logs: "none" });
    expect(units(await logs())).toEqual([1]);
    expect(await ask("eth_getTransactionReceipt", txHash)).toBeNull();
  });

  it("leaves logs out, invents them and gives them other blocks", async () => {
    const [first, last] = await logs();
    if (first === undefined || last === undefined) throw new Error("there are no logs");
    proxy.faults.set({ kind: "empty-logs" });
    expect(await logs()).toEqual([]);
    proxy.faults.set({ kind: "dropped-log", fromEnd: 0 });
    expect(await logs()).toEqual([first]);
    proxy.faults.set({ kind: "wrong-block-hash" });
    expect((await logs()).map(({ blockHash }) => blockHash)).not.toContain(last.blockHash);
    const invented = { ...last, transactionHash: `0x${"11".repeat(32)}` };
    proxy.faults.set({ kind: "invented-logs", logs: [invented] });
    expect(await logs()).toEqual([first, last, invented]);
    expect(await logs({ blockHash: first.blockHash })).toEqual([first]);
  });

  it("refuses wide ranges in a provider's words and under its status", async () => {
    proxy.faults.set({ kind: "block-limit", blocks: 2, words: blockLimitWords.quicknode });
    const wide = { fromBlock: hex(head.number - 2n), toBlock: hex(head.number) };
    const refused = await post({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [wide] });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32614 } });
    expect(units(await logs({ fromBlock: hex(head.number - 1n), toBlock: hex(head.number) }))).toEqual([
      1, 2,
    ]);

    proxy.faults.set({ kind: "result-limit", results: 1, words: resultLimitWords.infura });
    await expect(logs()).rejects.toThrow("10000 results");
    expect(units(await logs({ blockHash: head.hash }))).toEqual([2]);
  });

  it("shuffles batches, repeats their ids and refuses them", async () => {
    const batch = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] }));
    const ids = async () => ((await (await post(batch)).json()) as Answer[]).map(({ id }) => id);
    proxy.faults.set({ kind: "batch-out-of-order" });
    expect(await ids()).toEqual([2, 1]);
    proxy.faults.set({ kind: "duplicate-ids" });
    expect(await ids()).toEqual([2, 2]);
    proxy.faults.set({ kind: "batch-refused" });
    expect(await (await post(batch)).json()).toMatchObject({ error: { code: -32600 } });
    expect(await ask("eth_chainId")).toBe("0x7a69");
  });

  it.each([
    ["outage", { kind: "outage" }],
    ["connection-reset", { kind: "connection-reset" }],
    ["time-out", { kind: "time-out" }],
  ] as const)("gives no answer: %s", async (_, fault) => {
    proxy.faults.set(fault);
    patienceMs = 1_000;
    await expect(ask("eth_chainId")).rejects.toThrow();
  });

  it("returns an invalid answer", async () => {
    const chainId = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
    proxy.faults.set({ kind: "too-many-requests", body: "text" });
    expect((await post(chainId)).status).toBe(429);
    proxy.faults.set({ kind: "html-body" });
    await expect((await post(chainId)).json()).rejects.toThrow();
    proxy.faults.set({ kind: "truncated-body" });
    await expect((await post(chainId)).json()).rejects.toThrow();
    proxy.faults.set({ kind: "wrong-chain-id", chainId: 1 });
    expect(await ask("eth_chainId")).toBe("0x1");
    proxy.faults.set({ kind: "slow-body", ms: 60_000 });
    patienceMs = 1_000;
    await expect(post(chainId).then((response) => response.text())).rejects.toThrow();
  });
});

describe("a fault", () => {
  it("strikes only where it is meant to, and as often", async () => {
    proxy.struck.clear();
    proxy.faults.set({ kind: "bad-gateway", times: 2, when: ({ method }) => method === "eth_getLogs" });
    expect(await ask("eth_chainId")).toBe("0x7a69");
    await expect(logs()).rejects.toThrow();
    await expect(logs()).rejects.toThrow();
    expect(units(await logs())).toEqual([1, 2]);
    expect(proxy.struck.get("bad-gateway")).toBe(2);
    expect(proxy.faults.active).toEqual([]);
  });

  it("is drawn from a seed, and repeated by the same one", () => {
    const draw = (seed: number) => {
      const source = randomFaults(seed, 0.3);
      return Array.from({ length: 300 }, () => source.draw());
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    const drawn = draw(1).filter((fault) => fault !== null).length;
    expect(drawn).toBeGreaterThan(60);
    expect(drawn).toBeLessThan(120);
  });
});
