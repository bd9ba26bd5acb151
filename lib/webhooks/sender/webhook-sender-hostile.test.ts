import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebhookSender } from "./webhook-sender";

/** For those who would answer never; the others are given the time that a busy machine takes. */
const shortMs = 300;
const longMs = 10_000;
const timedOut = `no full answer within ${shortMs} ms`;
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const chunkedHead = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

/** What a receiver writes once it has read a request. */
type Misbehave = (socket: Socket) => void;

let server: Server;
let sockets: Set<Socket>;
let written: number;
let behave: Misbehave;
let sender: ReturnType<typeof createWebhookSender>;

beforeEach(async () => {
  sockets = new Set();
  written = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      if (bytes.toString().startsWith("POST ")) behave(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [] });
});

afterEach(async () => {
  await sender.close();
  // All that was opened is closed with the sender, regardless of its outcome.
  await allClosed();
  await new Promise((resolve) => server.close(resolve));
});

async function post(timeoutMs = longMs) {
  const { port } = server.address() as AddressInfo;
  const began = performance.now();
  const response = await sender.post({
    url: `http://127.0.0.1:${port}/hook`,
    eventId: "evt_1",
    body: "{}",
    secrets: ["whsec_AAAA"],
    at: new Date(),
    timeoutMs,
  });
  // Generous, for a machine that stands still for seconds; without an end of its own none of these would come back.
  expect(performance.now() - began).toBeLessThan(timeoutMs + 15_000);
  return response;
}

/** Writes a text again and again: as fast as it is read, or every so many milliseconds. */
function endless(head: string, text: string, everyMs?: number): Misbehave {
  return (socket) => {
    socket.write(head);
    const write = (): boolean => {
      written += text.length;
      return socket.write(text);
    };
    if (everyMs !== undefined) {
      const timer = setInterval(write, everyMs);
      socket.once("close", () => clearInterval(timer));
      return;
    }
    const more = () => {
      for (let count = 0; count < 100 && !socket.destroyed; count += 1)
        if (!write()) return void socket.once("drain", more);
      if (!socket.destroyed) setImmediate(more);
    };
    more();
  };
}

const say =
  (...texts: readonly (string | Uint8Array)[]): Misbehave =>
  (socket) => {
    for (const text of texts) socket.write(text);
  };

function allClosed() {
  return expect.poll(() => sockets.size, { timeout: 20_000, interval: 5 }).toBe(0);
}

/** Ends as a failure, with its connection, and the next delivery is none the worse for it. */
async function expectFailure(misbehave: Misbehave, timeoutMs = longMs): Promise<string> {
  behave = misbehave;
  const response = await post(timeoutMs);
  expect(response).toMatchObject({ kind: "failed" });
  await allClosed();
  behave = say(ok);
  expect(await post()).toMatchObject({ kind: "answered", statusCode: 200, body: "ok" });
  return response.kind === "failed" ? response.error : "";
}

describe("a receiver that is slow is left when the time is over:", () => {
  it.each<[string, Misbehave]>([
    ["it says nothing", () => undefined],
    ["it drips its status line", endless("HTTP/1.1 200 ", "O", 10)],
    ["it drips its headers", endless("HTTP/1.1 200 OK\r\n", "x-a: b\r\n", 50)],
    ["it stops inside its headers", say("HTTP/1.1 200 OK\r\ncontent-le")],
    ["it drips its body", endless("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n", ".", 50)],
    ["it drips a body of no length", endless("HTTP/1.1 200 OK\r\n\r\n", ".", 50)],
    ["it drips chunks", endless(chunkedHead, "1\r\n.\r\n", 50)],
    ["it stops inside a chunk", say(chunkedHead, "ff\r\nhalf")],
    ["it says 103 and no more", say("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")],
    ["it says 102 for ever", endless("", "HTTP/1.1 102 Processing\r\n\r\n", 50)],
  ])("%s", async (_, misbehave) => {
    expect(await expectFailure(misbehave, shortMs)).toBe(timedOut);
  });
});

describe("a receiver that answers without end", () => {
  it.each<[string, string, string]>([
    ["a body of no length", "HTTP/1.1 200 OK\r\n\r\n", "a".repeat(65_536)],
    [
      "a body of a great length",
      "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
      "a".repeat(65_536),
    ],
    ["chunks", chunkedHead, `10000\r\n${"a".repeat(65_536)}\r\n`],
    ["small chunks", chunkedHead, "1\r\na\r\n".repeat(1_000)],
  ])("with %s has its first 64 KiB stored, and its connection closed", async (_, head, text) => {
    behave = endless(head, text);
    expect(await post()).toMatchObject({ kind: "answered", statusCode: 200, body: "a".repeat(65_536) });
    await allClosed();
    expect(written).toBeLessThan(50 * 1024 * 1024);
    behave = say(ok);
    expect(await post()).toMatchObject({ statusCode: 200, body: "ok" });
  });

  it.each<[string, string, string]>([
    ["a header", "HTTP/1.1 200 OK\r\nx-a: ", "b".repeat(65_536)],
    ["a header's name", "HTTP/1.1 200 OK\r\n", "x".repeat(65_536)],
    ["headers", "HTTP/1.1 200 OK\r\n", "x-a: b\r\n".repeat(8_000)],
    ["cookies", "HTTP/1.1 200 OK\r\n", `set-cookie: a=${"b".repeat(4_000)}\r\n`],
    ["trailers", `${chunkedHead}1\r\na\r\n0\r\n`, "x-a: b\r\n".repeat(8_000)],
  ])("with %s is disconnected at once", async (_, head, text) => {
    expect(await expectFailure(endless(head, text))).toMatch(/UND_ERR_HEADERS_OVERFLOW/);
    expect(written).toBeLessThan(50 * 1024 * 1024);
  });

  it("with interim answers is disconnected at once", async () => {
    const misbehave = endless("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000));
    expect(await expectFailure(misbehave)).toBe("more than 16 interim answers");
    expect(written).toBeLessThan(50 * 1024 * 1024);
  });

  it.each<[string, string, string]>([
    ["a status line", "HTTP/1.1 200 ", "O".repeat(65_536)],
    ["a chunk's extension", `${chunkedHead}1;`, "a=b;".repeat(16_000)],
  ])("with %s is disconnected at the time limit, with bounded memory", async (_, head, text) => {
    const before = process.memoryUsage.rss();
    expect(await expectFailure(endless(head, text), shortMs)).toBe(timedOut);
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024);
  });
});

describe("a connection that is broken off is a failure:", () => {
  it.each<[string, Misbehave]>([
    ["ended without an answer", (socket) => void socket.end()],
    ["reset without an answer", (socket) => void socket.resetAndDestroy()],
    [
      "reset inside the status line",
      (socket) => void socket.write("HTTP/1.1 2", () => socket.resetAndDestroy()),
    ],
    [
      "reset inside the headers",
      (socket) => void socket.write("HTTP/1.1 200 OK\r\nx-a: b", () => socket.resetAndDestroy()),
    ],
    [
      "reset inside the body",
      (socket) =>
        void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", () => socket.resetAndDestroy()),
    ],
    [
      "ended inside the body",
      (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
    ],
    ["ended before the last chunk", (socket) => void socket.end(`${chunkedHead}4\r\nhalf\r\n`)],
  ])("%s", async (_, misbehave) => {
    expect(await expectFailure(misbehave)).not.toMatch(/no full answer/);
  });
});

describe("an answer that is no HTTP is a failure:", () => {
  it.each([
    "\r\n\r\n\r\n",
    "\0\0\0\0\0\0\0\0",
    "SSH-2.0-OpenSSH_9.9\r\n",
    "220 mail.example.com ESMTP\r\n",
    "+PONG\r\n",
    "POST /hook HTTP/1.1\r\n\r\n",
    "200 OK\r\n\r\n",
    "HTTP/1.1 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 -200 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 ２００ OK\r\n\r\n",
    "HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\nok",
    // A 100 that no one asked for.
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!",
    "HTTP/1.1 200 OK\r\ncontent-length: 18446744073709551616\r\n\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\nok",
    `${chunkedHead}zz\r\nok\r\n0\r\n\r\n`,
    `${chunkedHead}ffffffffffffffffff\r\n`,
    "HTTP/1.1 200 OK\r\nx\0a: b\r\n\r\n",
    "HTTP/1.1 200 OK\r\n : b\r\n\r\n",
  ])("%j", async (text) => {
    expect(await expectFailure((socket) => void socket.end(text))).not.toMatch(/no full answer/);
  });
});

describe("an unusual but valid answer is returned unchanged:", () => {
  it.each<[string, number, string]>([
    ["HTTP/1.1 204 No Content\r\n\r\n", 204, ""],
    ["HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n", 205, ""],
    ["HTTP/1.1 304 Not Modified\r\n\r\n", 304, ""],
    [
      "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
      200,
      "ok",
    ],
    ["HTTP/1.1 299 \r\ncontent-length: 0\r\n\r\n", 299, ""],
    ["HTTP/1.1 599 Whatever\r\ncontent-length: 0\r\n\r\n", 599, ""],
    ["HTTP/1.1 999 Whatever\r\ncontent-length: 0\r\n\r\n", 999, ""],
    ["HTTP/1.0 200 OK\r\n\r\nold", 200, "old"],
  ])("%j", async (text, statusCode, body) => {
    behave = (socket) => void socket.end(text);
    expect(await post()).toEqual({ kind: "answered", statusCode, retryAfterMs: null, body });
  });
});

it("ignores an answer that arrived before its request", async () => {
  behave = say(`${ok}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`);
  await post();
  await allClosed();
  behave = say("HTTP/1.1 500 No\r\ncontent-length: 4\r\n\r\nreal");
  expect(await post()).toMatchObject({ statusCode: 500, body: "real" });
});

it("holds up no other endpoint at the same host with the posts that hang", async () => {
  behave = () => undefined;
  // As many as all endpoints of one project may have under way.
  const hanging = Array.from({ length: 160 }, () => post(60_000));
  await expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(160);
  behave = say(ok);
  expect(await post()).toMatchObject({ kind: "answered", statusCode: 200 });
  await sender.close();
  await Promise.all(hanging);
});

it("leaves no connection behind after a hundred failures of all kinds at once", async () => {
  const kinds: readonly Misbehave[] = [
    () => undefined,
    (socket) => void socket.resetAndDestroy(),
    (socket) => void socket.end("no HTTP"),
    endless("HTTP/1.1 200 OK\r\n", "x-a: b\r\n", 20),
    endless("HTTP/1.1 200 OK\r\n\r\n", ".", 20),
  ];
  let turn = 0;
  behave = (socket) => kinds[turn++ % kinds.length]?.(socket);
  const responses = await Promise.all(Array.from({ length: 100 }, () => post(shortMs)));
  expect(responses.every(({ kind }) => kind === "failed")).toBe(true);
  await allClosed();
});
