import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpen, createWebhookSender, newWebhookSecret, parseRetryAfter } from "./webhook-sender";

type Received = { request: IncomingMessage; body: string };

let server: Server;
let sockets: Set<Socket>;
let received: Received[];
let respond: (response: ServerResponse) => void;
let url: string;
let sender: ReturnType<typeof createWebhookSender>;

const secret = newWebhookSecret(randomBytes);
const now = new Date("2026-01-02T03:04:05Z");
const body = '{"event":"checkout.paid","data":{"itemName":"Kaffee ☕"}}';

const post = (change: object = {}) =>
  sender.post({
    url,
    eventId: "evt_1",
    body,
    secrets: [secret],
    at: new Date(),
    timeoutMs: 20_000,
    ...change,
  });

beforeEach(async () => {
  received = [];
  sockets = new Set();
  respond = (response) => void response.end("ok");
  server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      received.push({ request, body: text });
      respond(response);
    });
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?shop=1`;
  sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [], clock: { now: () => now } });
});

afterEach(async () => {
  await sender.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("a delivery", () => {
  it("posts the exact bytes, signed, under the service's name", async () => {
    expect(await post()).toEqual({ kind: "answered", statusCode: 200, retryAfterMs: null, body: "ok" });
    expect(received).toHaveLength(1);
    const [{ request, body: got } = { request: null, body: "" }] = received;
    expect(got).toBe(body);
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe("/hook?shop=1");
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "stablecoin-checkout-webhooks",
      "webhook-id": "evt_1",
    });
    expect(request?.headers).not.toHaveProperty("accept-encoding");
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(got, headers)).toEqual(JSON.parse(body));
  });

  it("reuses its connections for one event after another", async () => {
    for (let count = 0; count < 20; count++) expect(await post()).toMatchObject({ statusCode: 200 });
    // A second one is opened when an event comes before the first has noticed that its answer is over.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it("finds a receiver by the name localhost", async () => {
    for (const name of ["localhost", "shop.localhost"])
      expect(await post({ url: url.replace("127.0.0.1", name) })).toMatchObject({ statusCode: 200 });
  });
});

describe("an answer", () => {
  it.each([200, 201, 202, 204, 299, 400, 401, 404, 410, 500, 503])(
    "of %i is returned unchanged",
    async (status) => {
      respond = (response) => void response.writeHead(status).end();
      expect(await post()).toEqual({ kind: "answered", statusCode: status, retryAfterMs: null, body: "" });
    },
  );

  const targets = ["/elsewhere", "//127.0.0.1/", "http://169.254.169.254/meta-data/", "https://[::1]/"];
  it.each(
    [300, 301, 302, 303, 304, 305, 306, 307, 308].flatMap((status) =>
      targets.map((target) => [status, target] as const),
    ),
  )("of %i to %s isn't followed", async (status, location) => {
    respond = (response) =>
      void response.writeHead(status, { location, refresh: `0; url=${location}` }).end();
    expect(await post()).toMatchObject({ kind: "answered", statusCode: status });
    expect(received).toHaveLength(1);
    expect(sockets.size).toBe(1);
  });

  it.each([
    ["120", 120_000],
    ["Fri, 02 Jan 2026 03:05:05 GMT", 60_000],
    ["later", null],
  ])("of 429 with Retry-After %j waits %j ms", async (value, retryAfterMs) => {
    respond = (response) => void response.writeHead(429, { "retry-after": value }).end("busy");
    expect(await post()).toEqual({ kind: "answered", statusCode: 429, retryAfterMs, body: "busy" });
  });

  it("of exactly 64 KiB is stored whole, and its connection kept", async () => {
    respond = (response) => void response.end("b".repeat(65_536));
    for (let count = 0; count < 10; count++) {
      expect(await post()).toMatchObject({ body: "b".repeat(65_536) });
    }
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it("is stored as valid text, with any bytes", async () => {
    respond = (response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62]));
    expect(await post()).toMatchObject({ body: "a\ufffd\ufffdb" });
  });

  it.each([
    ["bytes that are no text", Buffer.alloc(65_536, 0xff)],
    ["zeros", Buffer.alloc(65_536)],
    ["text that ends inside a character", Buffer.from("☕".repeat(30_000))],
  ])("of %s is cut at 64 KiB too", async (_, bytes) => {
    respond = (response) => void response.end(bytes);
    const answer = await post();
    const kept = answer.kind === "answered" ? answer.body : "";
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(65_000);
    expect(kept).not.toContain("\0");
  });

  it.each([
    ["gzip", gzipSync],
    ["br", (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })],
    ["deflate", deflateSync],
  ])("compressed by %s is stored as received, and never inflated", async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(32 * 1024 * 1024));
    respond = (response) => void response.writeHead(200, { "content-encoding": encoding }).end(bomb);
    const answer = await post();
    const start = bomb.subarray(0, 65_536).toString("utf8").replaceAll("\0", "\ufffd").slice(0, 500);
    expect(answer).toMatchObject({ kind: "answered", statusCode: 200, body: expect.stringContaining(start) });
    expect(Buffer.byteLength(answer.kind === "answered" ? answer.body : "")).toBeLessThanOrEqual(65_536);
  });
});

describe("returns a failure, without throwing, when the receiver", () => {
  it("connects only after the time-out: nothing is sent", async () => {
    sender = createWebhookSender({
      allowPrivateLoopback: true,
      ownOrigins: [],
      open: (...parameters) => void setTimeout(() => createOpen()(...parameters), 150),
    });
    expect(await post({ timeoutMs: 50 })).toMatchObject({
      kind: "failed",
      error: "no full answer within 50 ms",
    });
    // Had it been sent after all, it would be ahead of the next one.
    await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(1);
    expect(await post({ eventId: "evt_2" })).toMatchObject({ statusCode: 200 });
    expect(received.map(({ request }) => request.headers["webhook-id"])).toEqual(["evt_2"]);
  });

  it("is absent", async () => {
    await sender.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [] });
    expect(await post()).toMatchObject({ kind: "failed", error: expect.stringMatching(/ECONNREFUSED/) });
  });

  it("has only invalid secrets: nothing is sent", async () => {
    const answer = await post({ secrets: ["broken-secret"] });
    expect(answer).toMatchObject({ kind: "failed" });
    expect(JSON.stringify(answer)).not.toContain("broken-secret");
    expect(received).toEqual([]);
  });
});

describe("retry after", () => {
  const now = new Date("2026-01-02T03:04:05.500Z");

  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Fri, 02 Jan 2026 03:05:05 GMT", 59_500],
    ["Fri, 02 Jan 2026 03:00:00 GMT", 0],
  ])("reads %j as %i ms", (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  const none = ["", "-1", "1.5", "1e3", "0x10", "soon", "2026-01-02", "12345678901"];
  it.each([...none, "Fri, 99 Jan 2026 03:05:05 GMT"])("ignores %j", (value) => {
    expect(parseRetryAfter(value, now)).toBeNull();
  });
});
