import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf, screenPublishedRequests } from "./request-screen";

/** Answers what the application would see. */
const server = createServer(({ method, url, headers }, response) => {
  const given = new Headers({ "x-refusal": String(headers["x-refusal"] ?? "") });
  response.end(JSON.stringify({ method, url, range: headers.range ?? null, refusal: refusalOf(given) }));
});

beforeAll(async () => {
  screenPublishedRequests();
  screenPublishedRequests();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function send(line: string, ...headers: string[]) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.end([`${line} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n"));
  const answer = await text(socket);
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as {
    method: string;
    url: string;
    range: string | null;
    refusal: { status: number; code: string; allow?: string } | null;
  };
}

test.each([
  ["TRACE /v1/checkouts", 405, "METHOD_NOT_ALLOWED"],
  ["TRACE /", 405, "METHOD_NOT_ALLOWED"],
  ["PROPFIND /docs", 405, "METHOD_NOT_ALLOWED"],
  ["POST /checkout.js?a=b", 405, "METHOD_NOT_ALLOWED"],
  ["TRACE /tokens/usdc.svg", 405, "METHOD_NOT_ALLOWED"],
  [`GET /healthz?${"a&".repeat(50)}`, 414, "VALIDATION_ERROR"],
  [`GET /${"a".repeat(8_192)}`, 414, "VALIDATION_ERROR"],
  ["GET /c/%00", 400, "VALIDATION_ERROR"],
  ["POST /v1/checkouts/a%00b", 400, "VALIDATION_ERROR"],
  ["GET /c/%", 404, "NOT_FOUND"],
  ["GET /c/%c0%80", 404, "NOT_FOUND"],
  ["GET /docs/%2Esegments%2Fx", 404, "NOT_FOUND"],
  ["OPTIONS *", 404, "NOT_FOUND"],
])("%s is refused with %d", async (line, status, code) => {
  expect(await send(line)).toMatchObject({ method: "GET", url: "/api/refused", refusal: { status, code } });
});

test.each([
  ["GET /c/chk_1?a=%00", "/c/chk_1?a=%00"],
  ["DELETE /v1/../c/x", "/c/x"],
  ["GET http://evil.example/c/x", "/c/x"],
  ["GET /c/a%2Fb", "/c/a%2Fb"],
])("%s passes as %s", async (line, url) => {
  expect(await send(line)).toMatchObject({ method: line.split(" ")[0], url, refusal: null });
});

test("a browser gets the page for addresses that nothing has", async () => {
  expect(await send("GET /c/%", "accept: text/html")).toMatchObject({ url: "/404", refusal: null });
});

test("no client names a refusal, and ranges are removed", async () => {
  expect(await send("GET /healthz", "x-refusal: method", "range: bytes=9-")).toEqual({
    method: "GET",
    url: "/healthz",
    range: null,
    refusal: null,
  });
  expect(refusalOf(new Headers({ "x-refusal": "constructor" }))).toBeNull();
});
