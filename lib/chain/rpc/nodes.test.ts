import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import {
  broken,
  failure,
  results,
  rpcBlock,
  type Script,
  type ScriptedNode,
  startScriptedNode,
  token,
  word,
} from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";

const chainId = 31337;
const range = { fromBlock: 10n, toBlock: 20n };
const filter = { to: null, tokens: [token] };
const soon = { timeout: 20_000 };

let first: ScriptedNode;
let second: ScriptedNode;
let third: ScriptedNode;
let reader: ChainNodes;
let nowMs: number;

beforeEach(async () => {
  [first, second, third] = await Promise.all([
    startScriptedNode(chainId),
    startScriptedNode(chainId),
    startScriptedNode(chainId),
  ]);
  nowMs = Date.UTC(2026, 0, 1);
  reader = open([first, second]);
});

afterEach(() => Promise.all([first.stop(), second.stop(), third.stop()]));

const open = (nodes: readonly ScriptedNode[], timeoutMs = 20_000) =>
  createChainReader({
    chainId,
    rpcUrls: nodes.map(({ url }) => url),
    timeoutMs,
    usesTags: false,
    clock: { now: () => new Date(nowMs) },
    random: () => 0,
  });
const at = (number: number) =>
  results({ eth_getBlockByNumber: rpcBlock(number), eth_getLogs: [], eth_getCode: "0x60" });
/** Which node answers next: each tells a block of its own. */
const asked = async () => (await reader.latest()).number;
const hostOf = ({ url }: ScriptedNode) => new URL(url).host;
const others = () => reader.others().map(({ host }) => host);
/** Lets what was begun and not waited for come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

describe("the node in use", () => {
  it("is the first, while it serves", async () => {
    first.script = at(1);
    second.script = at(2);
    expect(await asked()).toBe(1n);
    expect(await asked()).toBe(1n);
    expect(second.requests).toEqual([]);
    expect(others()).toEqual([hostOf(second)]);
  });

  it("is the next after a failure, and the failed one rests", async () => {
    first.script = broken;
    second.script = at(2);
    expect(await asked()).toBe(2n);
    expect(reader.health()).toMatchObject([
      {
        host: hostOf(first),
        healthy: false,
        consecutiveFailures: 1,
        failures: 1,
        lastError: "HTTP 500",
        failingSince: expect.any(Date),
      },
      {
        host: hostOf(second),
        healthy: true,
        consecutiveFailures: 0,
        failures: 0,
        lastError: null,
        failingSince: null,
        servedAt: expect.any(Date),
      },
    ]);
    expect(others()).toEqual([]);
    await asked();
    expect(first.requests).toHaveLength(1);
  });

  it("is left for 429 as for any failure", async () => {
    first.script = { http: (response) => !!response.writeHead(429).end("slow down") };
    second.script = at(2);
    expect(await asked()).toBe(2n);
    expect(reader.health()[0]).toMatchObject({ healthy: false, lastError: "HTTP 429" });
  });

  it("is left when it serves another chain, and used again once it serves the right one", async () => {
    first.script = { chainId: 1, ...at(1) };
    second.script = at(2);
    expect(await asked()).toBe(2n);
    nowMs += 60_000;
    second.script = broken;
    await failure(reader.latest());
    first.script = at(1);
    nowMs += 60_000;
    expect(await asked()).toBe(1n);
  });

  it("is left once when several calls fail together", async () => {
    first.script = broken;
    second.script = at(2);
    await Promise.all([reader.latest(), reader.latest(), reader.latest()]);
    expect(reader.health()[0]).toMatchObject({ consecutiveFailures: 1 });
  });

  it("is the one whose rest ends first when all rest", async () => {
    first.script = broken;
    second.script = broken;
    await failure(reader.header(1n));
    nowMs += 100;
    await failure(reader.header(1n));
    const before = [first.requests.length, second.requests.length];
    await failure(reader.header(1n));
    expect([first.requests.length, second.requests.length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    first.script = at(1);
    second.script = at(1);
    expect((await reader.header(1n))?.number).toBe(1n);
    expect(second.requests.length).toBe((before[1] ?? 0) + 2);
  });
});

describe("a question that failed", () => {
  it("is sent elsewhere within the same call when its answer stands alone", async () => {
    reader = open([first, second, third]);
    first.script = broken;
    second.script = broken;
    third.script = at(3);
    expect(await reader.code(token)).toBe("0x60");
    for (const { requests } of [first, second]) expect(requests).toHaveLength(1);
    nowMs += 60_000;
    expect(await reader.logs(range, filter)).toEqual({ transfers: [], sweeps: [], refunds: [] });
  });

  it("reads logs from one node, which proves that it has the block", async () => {
    const single = { blockHash: rpcBlock(16).hash };
    first.script = results({ eth_getBlockByNumber: rpcBlock(16) });
    second.script = results({ eth_getLogs: [], eth_getBlockByHash: rpcBlock(16) });
    await reader.latest();
    expect((await reader.logs(single, filter)).transfers).toEqual([]);
    expect(first.requests[2]?.map(({ method }) => method)).toEqual(["eth_getLogs", "eth_getLogs"]);
    expect(second.requests.at(-1)?.map(({ method }) => method)).toEqual([
      "eth_getBlockByHash",
      "eth_getLogs",
      "eth_getLogs",
    ]);
  });

  it("isn't sent elsewhere at once when it names blocks by number", async () => {
    first.script = broken;
    second.script = at(1);
    await failure(reader.header(1n));
    expect(second.requests).toEqual([]);
    expect((await reader.header(1n))?.number).toBe(1n);
  });

  it("fails with the last node's reason when no node answers", async () => {
    first.script = broken;
    second.script = { http: (response) => !!response.writeHead(503).end() };
    expect((await failure(reader.latest())).message).toContain(`${hostOf(second)}: HTTP 503`);
  });
});

describe("a question that a stranger may have chosen", () => {
  const hashes = Array.from({ length: 5 }, (_, index) => word(`${index + 1}`));
  const aboutHashes = () => [
    ...hashes.map((txHash) => reader.receipts([txHash])),
    ...hashes.map((txHash) => reader.sentCall(txHash)),
    reader.receipts(hashes),
    reader.known(hashes),
    reader.hasCode(token),
  ];
  const toBlocks =
    (script: Script): Script["http"] =>
    (response, calls) =>
      calls.every(({ method }) => method !== "eth_getBlockByNumber" && method !== "eth_chainId") &&
      script.http?.(response, calls) === true;
  const refusing: Script = {
    result: ({ method }) => {
      if (method === "eth_getBlockByNumber") return rpcBlock(1);
      throw new NodeRefusal(-32_000, "the lookup of this item is impossible at present");
    },
  };

  it.each([
    ["refuses it in any words", refusing],
    ["answers it with an HTTP error", { ...at(1), http: toBlocks(broken) }],
    ["answers it in no form", results({ eth_getBlockByNumber: rpcBlock(1), eth_getTransactionReceipt: 7 })],
  ])("never rests a node that %s", async (_, script) => {
    first.script = script;
    second.script = script;
    await asked();
    await Promise.allSettled(aboutHashes());
    expect(reader.health().map(({ rests, failures }) => ({ rests, failures }))).toEqual([
      { rests: false, failures: 0 },
      { rests: false, failures: 0 },
    ]);
    expect(await asked()).toBe(1n);
    expect(others()).toEqual([hostOf(second)]);
  });

  it("is answered by another node, and a refused hash doesn't take the others with it", async () => {
    const [bad, good] = [word("1"), word("2")];
    const mined = {
      ...{
        transactionHash: good,
        blockHash: rpcBlock(16).hash,
        blockNumber: "0x10",
        status: "0x1",
        logs: [],
      },
    };
    first.script = refusing;
    second.script = {
      result: ({ params: [txHash] }) => {
        if (txHash === good) return mined;
        throw new NodeRefusal(-32_000, "the lookup of this item is impossible at present");
      },
    };
    const found = await reader.receipts([bad, good]);
    expect(found).toMatchObject([undefined, { txHash: good }]);
  });

  it("finds a node that is down by a question of ours", async () => {
    second.script = at(2);
    await reader.receipts(hashes);
    await first.stop();
    await reader.receipts(hashes);
    expect(reader.health()[0]).toMatchObject({ rests: false });
    await reader.receipts(hashes);
    expect(reader.health()[0]).toMatchObject({ rests: true, healthy: false });
  });
});

describe("a node that nobody asks", () => {
  it("is asked once a minute, and is healthy while it answers", async () => {
    first.script = at(1);
    second.script = at(2);
    const healthy = () => reader.health().map((node) => node.healthy);
    const headsAsked = () =>
      second.requests.flat().filter(({ method }) => method === "eth_getBlockByNumber").length;
    expect(healthy()).toEqual([false, false]);
    await reader.askIdle();
    expect(healthy()).toEqual([true, true]);
    for (let second = 0; second < 60; second += 5) {
      nowMs += 5_000;
      await asked();
      await reader.askIdle();
    }
    expect(headsAsked()).toBe(2);
    nowMs += 121_000;
    await asked();
    expect(healthy()).toEqual([true, false]);
    expect(second.requests).toHaveLength(3);
  });

  it("is known to be down before it is needed, and to be back soon after", async () => {
    first.script = at(1);
    second.script = broken;
    await reader.askIdle();
    expect(reader.health()[1]).toMatchObject({ rests: true, healthy: false, failingSince: expect.any(Date) });
    second.script = at(2);
    await reader.askIdle();
    expect(reader.health()[1]).toMatchObject({ healthy: false });
    nowMs += 1_000;
    await reader.askIdle();
    expect(reader.health()[1]).toMatchObject({ rests: false, healthy: true, failingSince: null });
  });
});

describe("a preferred node that failed", () => {
  beforeEach(async () => {
    first.script = broken;
    second.script = at(20);
    await asked();
    nowMs += 1_000;
  });

  it("is used again once it rested and has an equally new head", async () => {
    first.script = at(21);
    expect(await asked()).toBe(20n);
    await vi.waitFor(async () => expect(await asked()).toBe(21n), soon);
  });

  it.each([
    ["lags", at(19), [3, 4]],
    ["fails", broken, [2, 3]],
  ])("isn't used while it %s, and is tried every half a minute at most", async (_, script, requestsSoFar) => {
    first.script = script;
    for (const expected of requestsSoFar) {
      for (let round = 0; round < 3; round++) {
        expect(await asked()).toBe(20n);
        await settled();
      }
      await vi.waitFor(() => expect(first.requests).toHaveLength(expected), soon);
      nowMs += 30_000;
    }
  });

  it("is used only where a new view of the chain begins", async () => {
    first.script = at(20);
    await asked();
    await vi.waitFor(() => expect(first.requests).toHaveLength(3), soon);
    await settled();
    await reader.header(20n);
    await reader.code(token);
    expect(first.requests).toHaveLength(3);
    await vi.waitFor(async () => {
      await asked();
      expect(first.requests.length).toBeGreaterThan(3);
    }, soon);
  });

  it("does not hold up the head by hanging", async () => {
    reader = open([first, second], 60_000);
    await asked();
    nowMs += 1_000;
    const hung: ServerResponse[] = [];
    first.script = { http: (response) => hung.push(response) > 0 };
    expect(await asked()).toBe(20n);
    await vi.waitFor(() => expect(hung).toHaveLength(1), soon);
    // The question still waits for its answer: no one waited for it.
    expect(hung[0]?.destroyed).toBe(false);
    expect(await asked()).toBe(20n);
  });
});

describe("a node that was chosen", () => {
  it("is in use while it serves, and preferred ones aren't tried", async () => {
    first.script = at(1);
    second.script = at(2);
    reader.use(hostOf(second));
    expect(await asked()).toBe(2n);
    await settled();
    expect(await asked()).toBe(2n);
    expect(first.requests).toEqual([]);
    expect(others()).toEqual([hostOf(first)]);
    second.script = broken;
    expect(await asked()).toBe(1n);
  });

  it("must be one of the chain's", () => {
    expect(() => reader.use("elsewhere.example")).toThrow(TypeError);
  });
});

describe("each node by itself", () => {
  it("answers for itself and never for another", async () => {
    first.script = broken;
    second.script = at(2);
    expect(reader.nodes.map(({ host }) => host)).toEqual([hostOf(first), hostOf(second)]);
    const [one, two] = await Promise.allSettled(reader.nodes.map((each) => each.latest()));
    expect(one?.status).toBe("rejected");
    expect(two).toMatchObject({ status: "fulfilled", value: { number: 2n } });
  });

  it("has its own name when two addresses share a host", () => {
    const hosts = createChainReader({
      chainId,
      rpcUrls: ["https://rpc.example/key-one", "https://rpc.example/key-two"],
    }).nodes.map(({ host }) => host);
    expect(hosts).toEqual(["rpc.example", "rpc.example#2"]);
  });

  it("keeps its answers separate", async () => {
    const single = { blockHash: word("16") };
    first.script = results({ eth_getBlockByNumber: rpcBlock(22, { hash: word("16") }) });
    second.script = results({ eth_getLogs: [] });
    await reader.nodes[0]?.latest();
    await failure(reader.nodes[1]?.logs(single, null) ?? Promise.resolve());
  });
});
