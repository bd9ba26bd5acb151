import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFromLoopback, markLoopback } from "./loopback";

let server: Server;
let isMarked: boolean;
let mark: string | undefined;

const seenHeaders = ({ headers }: IncomingMessage) => new Headers(headers as Record<string, string>);

beforeAll(async () => {
  server = createServer((request, response) => {
    markLoopback(request);
    mark = String(request.headers["x-from-loopback"]);
    isMarked = isFromLoopback(seenHeaders(request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

async function ask(headers: Record<string, string>): Promise<boolean> {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
  return isMarked;
}

test("a request of a program on this machine is known as one", async () => {
  expect(await ask({})).toBe(true);
});

test.each([
  "Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "x-forwarded-anything",
  "X-Real-IP",
  "Via",
])("one with %s was passed on by a proxy", async (name) => {
  expect(await ask({ [name]: "127.0.0.1" })).toBe(false);
  expect(await ask({ [name]: "" })).toBe(false);
});

test.each([
  ["localhost:3000", true],
  ["LOCALHOST", true],
  ["127.0.0.2:80", true],
  ["[::1]:3000", true],
  ["evil.example", false],
  ["localhost.evil.example:3000", false],
  ["127.0.0.1.evil.example", false],
  ["", false],
])("one for the host %j is known as such: %s", (host, isKnown) => {
  const request = { headers: { host } as Record<string, string>, socket: { remoteAddress: "127.0.0.1" } };
  markLoopback(request as unknown as IncomingMessage);
  expect(isFromLoopback(new Headers(request.headers))).toBe(isKnown);
});

test("a client's own mark counts for nothing", async () => {
  expect(await ask({ "x-from-loopback": "true" })).toBe(true);
  const known = mark ?? "";
  expect(await ask({ "x-from-loopback": known, via: "1.1 proxy" })).toBe(false);
});

test.each([
  ["203.0.113.5", false],
  ["10.0.0.1", false],
  ["::ffff:127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:203.0.113.5", false],
])("the socket's address decides: %s", (remoteAddress, isLoopback) => {
  const headers = { host: "localhost:3000" };
  const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  markLoopback(request);
  expect(isFromLoopback(seenHeaders(request))).toBe(isLoopback);
});

test("without the start script no request is known", () => {
  const slot = Symbol.for("stablecoin-checkout.loopback-proof");
  const kept: unknown = Reflect.get(globalThis, slot);
  Reflect.deleteProperty(globalThis, slot);
  expect(isFromLoopback(new Headers())).toBe(false);
  expect(isFromLoopback(new Headers({ "x-from-loopback": "undefined" }))).toBe(false);
  Reflect.set(globalThis, slot, kept);
});
