import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import {
  blockHash,
  broken,
  failure,
  results,
  rpcBlock,
  type Script,
  startScriptedNode,
  testNodes,
} from "@/lib/testing/node/scripted-node";
import { createNodeHealth, type NodeHealthRecord } from "./node-health";

const chainId = 31337;
let reader: ChainNodes;
let nowMs: number;

const open = (timeoutMs: number) =>
  createChainReader({
    chainId,
    rpcUrls: [node.url],
    timeoutMs,
    clock: { now: () => new Date(nowMs) },
  });

const { node } = testNodes();
beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  reader = open(20_000);
});

const chainQuestions = () => node.requests.flat().filter(({ method }) => method === "eth_chainId").length;
const asJson = (body: string): NonNullable<Script["http"]> => {
  return (response) => !!response.setHeader("content-type", "application/json").end(body);
};

describe("a node that cannot be used", () => {
  it.each<[string, Script["http"]]>([
    [
      "answers with HTML",
      (response) => !!response.setHeader("content-type", "text/html").end("<html>Gateway</html>"),
    ],
    ["answers with HTML as JSON", asJson("<html>")],
    ["answers 429", (response) => !!response.writeHead(429).end("slow down")],
    ["answers 503 with JSON", (response) => !!response.writeHead(503).end("{}")],
    ["answers 500 with null", (response) => !!response.writeHead(500).end("null")],
    ["redirects", (response) => !!response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()],
    ["answers nothing", asJson("")],
    ["answers null", asJson("null")],
    ["answers a number", asJson("7")],
    ["answers an empty list", asJson("[]")],
    ["answers an endless list", asJson(`[${"[".repeat(100_000)}`)],
    ["hangs before the headers", () => true],
    [
      "hangs inside the body",
      (response) => response.setHeader("content-type", "application/json").write('{"id":') || true,
    ],
    ["closes the connection", (response) => !!response.socket?.destroy()],
  ])("%s", async (_, http) => {
    reader = open(300);
    if (http) node.script = { http };
    await failure(reader.heads());
    await failure(reader.logs({ blockHash }, null));
    expect(reader.health()[0]).toMatchObject({ healthy: false, consecutiveFailures: 2 });
  });

  it("is absent", async () => {
    const gone = await startScriptedNode(chainId);
    await gone.stop();
    const error = await failure(createChainReader({ chainId, rpcUrls: [gone.url] }).heads());
    expect(error.message).toMatch(/ECONNREFUSED/);
  });
});

describe("a node that compresses its answers", () => {
  const answerWith = (result: string): Script => ({
    http: (response, [call]) => {
      const chain = call?.method === "eth_chainId" ? "0x7a69" : result;
      response
        .setHeader("content-encoding", "gzip")
        .end(gzipSync(JSON.stringify({ id: call?.id, result: chain })));
      return true;
    },
  });

  it("is read like any other", async () => {
    node.script = answerWith("0x6001");
    expect(await reader.code(`0x${"c0".repeat(20)}`)).toBe("0x6001");
  });

  it("can't send more than we read", async () => {
    node.script = answerWith(`0x${"0".repeat(100_000_000)}`);
    expect((await failure(reader.code(`0x${"c0".repeat(20)}`))).message).toMatch(/too large/);
  });
});

describe("the chain that a node serves", () => {
  it("is requested once", async () => {
    node.script = results({ eth_getBlockByNumber: rpcBlock(1) });
    await Promise.all([reader.header(1n), reader.header(1n)]);
    await reader.header(1n);
    expect(chainQuestions()).toBe(1);
  });

  it("excludes the node while it is another, before any other request", async () => {
    node.script = { chainId: 1, ...results({ eth_getBlockByNumber: rpcBlock(1) }) };
    expect((await failure(reader.header(1n))).message).toMatch(/serves chain 1$/);
    expect(node.requests).toHaveLength(1);
    node.script = results({ eth_getBlockByNumber: rpcBlock(1) });
    expect((await reader.header(1n))?.number).toBe(1n);
  });

  it("is requested again after a failure and after ten minutes", async () => {
    node.script = results({ eth_getBlockByNumber: rpcBlock(1) });
    await reader.header(1n);
    node.script = broken;
    await failure(reader.header(1n));
    node.script = { chainId: 1, ...results({ eth_getBlockByNumber: rpcBlock(1) }) };
    await failure(reader.header(1n));

    node.script = results({ eth_getBlockByNumber: rpcBlock(1) });
    await reader.header(1n);
    nowMs += 10 * 60_000;
    node.script = { chainId: 1, ...results({ eth_getBlockByNumber: rpcBlock(1) }) };
    await failure(reader.header(1n));
  });

  it("is returned unchecked to the check itself", async () => {
    node.script = { chainId: 1 };
    expect(await reader.nodes[0]?.askChainId()).toBe(1);
    node.script = broken;
    const asked = reader.nodes[0]?.askChainId();
    await failure(asked ?? Promise.resolve());
  });
});

/** A node whose errors hold its own address, after these words. */
const repeating = (words: string): Script => ({
  http(response, [call]) {
    const message = `${words}secret-key (s3cr3t) of user-name: hunt%er2 unknown`;
    const answer = { jsonrpc: "2.0", id: call?.id, error: { code: -32000, message } };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    return true;
  },
});

describe("a node's address", () => {
  const secretUrl = () => {
    const url = new URL(node.url);
    url.username = "user-name";
    url.password = "hunt%er2";
    url.pathname = "/v2/secret-key";
    url.searchParams.set("apikey", "s3cr3t");
    return url.href;
  };

  it.each<[string, Script]>([
    ["answers nonsense", results({ eth_getBlockByNumber: "nonsense" })],
    ["refuses", broken],
    ["repeats it where JSON should be", { http: asJson("secret-key") }],
    ["repeats it in its error", repeating("key ")],
    ["repeats it where a long error is cut", repeating("x".repeat(294))],
  ])("shows no more than its host when the node %s", async (_, script) => {
    node.script = script;
    const hidden = createChainReader({ chainId, rpcUrls: [secretUrl()] });
    const error = await failure(hidden.heads());
    const shown = `${error.stack} ${(error.cause as Error).stack} ${JSON.stringify([error, hidden.health()])}`;
    expect(shown).not.toMatch(/secret|hunt%er2|s3cr3t|user-name/);
    expect(error.message).toContain(new URL(node.url).host);
  });

  it("sends the user and password in it", async () => {
    let authorization: string | undefined;
    node.script = {
      http(response) {
        authorization = response.req.headers.authorization;
        return false;
      },
      ...results({ eth_getBlockByNumber: rpcBlock(1) }),
    };
    await createChainReader({ chainId, rpcUrls: [secretUrl()] }).header(1n);
    const credentials = Buffer.from("user-name:hunt%er2").toString("base64");
    expect(authorization).toBe(`Basic ${credentials}`);
  });

  it("must be a web address, and there must be one", () => {
    expect(() => createChainReader({ chainId, rpcUrls: [] })).toThrow(TypeError);
    expect(() => createChainReader({ chainId, rpcUrls: ["ipc:///tmp/geth.ipc"] })).toThrow(TypeError);
  });
});

describe("a node's health", () => {
  let nowMs: number;
  let health: NodeHealthRecord;

  beforeEach(() => {
    nowMs = Date.UTC(2026, 0, 1);
    health = createNodeHealth({ clock: { now: () => new Date(nowMs) }, random: () => 0 });
  });

  const fail = () => health.failed(health.begin(), "no");
  const restMs = () => health.restsUntilMs - nowMs;

  it("is good at first", () => {
    expect(health.rests()).toBe(false);
    expect(health.consecutiveFailures).toBe(0);
    expect(health.lastError).toBeNull();
  });

  it("rests twice as long after each failure in a row, from a second to a minute", () => {
    const rests = Array.from({ length: 30 }, () => {
      fail();
      return restMs();
    });
    expect(rests.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(rests.at(-1)).toBe(60_000);
    expect(health.consecutiveFailures).toBe(30);
  });

  it("rests up to a quarter less at random", () => {
    health = createNodeHealth({ clock: { now: () => new Date(nowMs) }, random: () => 1 });
    fail();
    expect(restMs()).toBe(750);
  });

  it("rests until that time and not longer", () => {
    fail();
    nowMs += 999;
    expect(health.rests()).toBe(true);
    nowMs += 1;
    expect(health.rests()).toBe(false);
  });

  it("is good again once it serves, and keeps its last error for diagnosis", () => {
    fail();
    fail();
    health.served(health.begin());
    expect(health.rests()).toBe(false);
    expect(health).toMatchObject({ consecutiveFailures: 0, lastError: "no" });
    fail();
    expect(restMs()).toBe(1_000);
  });

  it("records since when it fails, and when it last served", () => {
    expect(health).toMatchObject({ failingSince: null, servedAt: null });
    const since = new Date(nowMs);
    fail();
    nowMs += 5_000;
    fail();
    expect(health.failingSince).toEqual(since);
    health.served(health.begin());
    expect(health).toMatchObject({ failingSince: null, servedAt: new Date(nowMs) });
  });

  it("counts questions that fail together once", () => {
    const together = [health.begin(), health.begin(), health.begin()];
    for (const begun of together) health.failed(begun, "no");
    expect(health.consecutiveFailures).toBe(1);
    expect(restMs()).toBe(1_000);
  });

  it("isn't restored by an answer to a request from before the failure", () => {
    const before = health.begin();
    fail();
    health.served(before);
    expect(health.rests()).toBe(true);
  });
});
