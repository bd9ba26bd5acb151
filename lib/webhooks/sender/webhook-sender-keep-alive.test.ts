import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAllowedHost } from "./allowed-hosts";
import {
  createOpen,
  createWebhookSender,
  newWebhookSecret,
  type WebhookSenderOptions,
} from "./webhook-sender";

/** A receiver that answers the first request of each connection, and does something else with the next one. */
let server: Server;
let requests: string[];
let onNext: (socket: Socket) => void;
let answersFirst: boolean;
/** Connections to an address that was checked for them. */
let checked: number;
let sender: ReturnType<typeof createWebhookSender>;
let url: string;

const secret = newWebhookSecret(randomBytes);
const at = new Date("2026-01-02T03:04:05Z");
const body = '{"event":"checkout.paid"}';
const post = () => sender.post({ url, eventId: "evt_1", body, secrets: [secret], at, timeoutMs: 20_000 });

/** One answered request, after which its connection is free again. */
async function warmUp(): Promise<void> {
  expect(await post()).toMatchObject({ statusCode: 200 });
  await setImmediate();
  await setImmediate();
}

const open: WebhookSenderOptions["open"] = (...connection) => {
  checked += 1;
  createOpen()(...connection);
};
const create = (options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [], open, ...options });

beforeEach(async () => {
  requests = [];
  answersFirst = true;
  checked = 0;
  server = createServer((socket) => {
    let count = 0;
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (!text.endsWith(body)) return;
      requests.push(text);
      text = "";
      count += 1;
      if (count > 1 || !answersFirst) onNext(socket);
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  sender = create();
});

afterEach(async () => {
  await sender.close();
  await new Promise((resolve) => server.close(resolve));
});

describe("a receiver that closes an idle connection while we write to it", () => {
  const endings: [string, (socket: Socket) => void][] = [
    ["with a reset", (socket) => void socket.resetAndDestroy()],
    ["with an end", (socket) => void socket.end()],
  ];

  it.each(endings)("gets the same bytes once more on a new connection, %s", async (_, end) => {
    onNext = end;
    await warmUp();
    expect(await post()).toMatchObject({ statusCode: 200, body: "ok" });
    expect(requests).toHaveLength(3);
    expect(requests[2]).toBe(requests[1]);
    expect(requests[1]).toContain("x-svc-signature: t=1767323045,");
    expect(checked).toBe(2);
  });

  it.each(endings)("fails the attempt when the connection was new, %s", async (_, end) => {
    answersFirst = false;
    onNext = end;
    expect(await post()).toMatchObject({ kind: "failed" });
    expect(requests).toHaveLength(1);
  });

  it.each(endings)("fails the attempt when the second connection ends, too, %s", async (_, end) => {
    onNext = (socket) => {
      answersFirst = false;
      end(socket);
    };
    await warmUp();
    expect(await post()).toMatchObject({ kind: "failed" });
    expect(requests).toHaveLength(3);
  });

  it("fails the attempt after a byte of an answer", async () => {
    onNext = (socket) => socket.write("HTTP/1.1 2", () => socket.resetAndDestroy());
    await warmUp();
    expect(await post()).toMatchObject({ kind: "failed" });
    expect(requests).toHaveLength(2);
  });

  it("fails the attempt after an interim answer", async () => {
    onNext = (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n", () => socket.resetAndDestroy());
    await warmUp();
    expect(await post()).toMatchObject({ kind: "failed" });
    expect(requests).toHaveLength(2);
  });

  it("gets one request more for each of several at once", async () => {
    onNext = (socket) => void socket.resetAndDestroy();
    await Promise.all([warmUp(), warmUp(), warmUp()]);
    const answers = await Promise.all([post(), post(), post()]);
    expect(answers.map((answer) => answer.kind)).toEqual(["answered", "answered", "answered"]);
    expect(requests).toHaveLength(9);
  });
});

it("posts in the clear to loopback that the operator listed", async () => {
  const entry = parseAllowedHost("127.0.0.1");
  if (typeof entry === "string") throw new Error(entry);
  await sender.close();
  sender = create({ allowPrivateLoopback: false, allowedHosts: [entry], ownPort: 3000 });
  expect(await post()).toMatchObject({ statusCode: 200 });
  sender = create({ allowPrivateLoopback: false });
  expect(await post()).toMatchObject({ kind: "failed", error: "must be an https:// URL" });
});
