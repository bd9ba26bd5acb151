import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf, screenPublishedRequests } from "./request-screen";

/** Answers what the application would see. */
const server = createServer(({ method, url, headers }, response) => {
  const given = new Headers({ "x-refusal": String(headers["x-refusal"] ?? "") });
  const { range = null, rsc = null } = headers;
  const seen = { method, url, range, rsc, refusal: refusalOf(given), answerHeaders: response.getHeaders() };
  // HEAD has no body.
  response.setHeader("x-seen", encodeURIComponent(JSON.stringify(seen)));
  response.end();
});

let endScreening: () => void;

beforeAll(async () => {
  endScreening = screenPublishedRequests();
  screenPublishedRequests();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  // Servers of other tests in this process are not the service.
  endScreening();
});

async function send(line: string, ...headers: string[]) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.end([`${line} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n"));
  const answer = await text(socket);
  const [, seen = ""] = /^x-seen: (.+)$/m.exec(answer) ?? [];
  return JSON.parse(decodeURIComponent(seen.trim())) as {
    method: string;
    url: string;
    range: string | null;
    rsc: string | null;
    answerHeaders: Record<string, string>;
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
  ["GET /docs/a?b=%00", "/docs/a?b=%00"],
  ["DELETE /v1/../docs", "/docs"],
  ["GET http://evil.example/docs", "/docs"],
  ["GET /docs/a%2Fb", "/docs/a%2Fb"],
  ["GET /c/chk_1?a=%00", "/api/c/chk_1?a=%00"],
  ["DELETE /v1/../c/x", "/api/c/x"],
  ["GET /c/a%2Fb", "/api/c/a%2Fb"],
])("%s passes as %s", async (line, url) => {
  expect(await send(line)).toMatchObject({ method: line.split(" ")[0], url, refusal: null });
});

const html = "accept: text/html,*/*;q=0.8";
const id = "chk_0123456789";
const checkouts = "/dashboard/projects/prj_1/checkouts";

test.each([
  ["GET /v1/checkouts?take=2", "/api/v1/checkouts?take=2", html],
  ["POST /v1/checkouts", "/api/v1/checkouts"],
  ["GET /v1", "/api/v1"],
  ["GET /healthz", "/api/healthz", html],
  ["GET /openapi.json", "/api/openapi.json"],
  ["GET /logos/abc", "/api/logos/abc", html],
  ["GET /public/exchange-rates", "/api/public/exchange-rates"],
  [`GET /c/${id}/events`, `/api/c/${id}/events`, html],
  [`POST /c/${id}/select`, `/api/c/${id}/select`],
  ["POST /r/abc/transaction", "/api/r/abc/transaction"],
  [`GET ${checkouts}/exchange-rate`, `/api${checkouts}/exchange-rate`, html],
  [`GET /c/${id}`, `/api/c/${id}`],
  [`GET /c/${id}`, `/api/c/${id}`, "accept: application/json"],
  [`GET /c/${id}`, `/api/c/${id}`, html, "x-api-key: any"],
  [`POST /c/${id}`, `/api/c/${id}`, html],
  ["POST /l/tips", "/api/l/tips", html],
  [`GET ${checkouts}?take=1`, `/api${checkouts}?take=1`],
  [`GET http://shop.example/c/${id}`, `/api/c/${id}`],
])("%s leads to its handler %s", async (line, url, ...headers) => {
  expect(await send(line, ...headers)).toMatchObject({ url, refusal: null });
});

test.each([
  [`GET /c/${id}`, html],
  [`HEAD /c/${id}?lang=de`, html],
  [`GET /c/${id}`, "rsc: 1"],
  [`GET ${checkouts}/${id}`, html],
  ["GET /l/tips"],
  ["HEAD /l/tips", "accept: */*"],
  ["GET /docs"],
  ["GET /checkout.js"],
  ["GET /api/healthz"],
  ["POST /api/v1/checkouts"],
  ["GET /v1x"],
  ["GET /healthz/x"],
  [`GET ${checkouts}.csv`],
  // Next redirects these to the address that they stand for.
  ["GET /v1/checkouts/"],
  ["GET /v1//checkouts"],
  [`GET //c/${id}`],
])("%s keeps its address", async (line, ...headers) => {
  expect(await send(line, ...headers)).toMatchObject({ url: line.split(" ")[1], refusal: null });
});

test("Next's router asks for pages alone", async () => {
  expect(await send(`POST /c/${id}`, "rsc: 1")).toMatchObject({ url: `/api/c/${id}`, rsc: null });
  expect(await send(`GET /c/${id}`, "rsc: 1")).toMatchObject({ rsc: "1" });
});

describe("every answer has its headers", () => {
  const always = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };
  const https = { "strict-transport-security": "max-age=31536000" };
  const secret = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };

  test.each<[line: string, extra: Record<string, string>, ...headers: string[]]>([
    ["GET /v1/checkouts", {}],
    ["GET /nowhere", {}],
    ["TRACE /", {}],
    ["GET /%", {}],
    ["GET //docs", {}],
    ["GET /docs", https, "x-forwarded-proto: https"],
    ["GET /docs", https, "x-forwarded-proto: http, https"],
    ["GET /docs", {}, "x-forwarded-proto: http"],
    ["GET /docs", {}, "x-forwarded-proto: xhttps"],
    [
      "GET /checkout.js",
      { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" },
    ],
    ["GET /logos/abc", { "content-security-policy": `${always["content-security-policy"]}; sandbox` }],
    ["GET /api/logos/abc", { "content-security-policy": `${always["content-security-policy"]}; sandbox` }],
    ["GET /r/abc", secret, html],
    ["GET /r/abc", secret],
    ["POST /api/r/abc/transaction", secret],
    ["GET /refunds", {}],
  ])("%s", async (line, extra, ...headers) => {
    const { answerHeaders } = await send(line, ...headers);
    expect(answerHeaders).toEqual({ ...always, ...extra });
  });
});

test("a browser gets the page for addresses that nothing has", async () => {
  expect(await send("GET /c/%", "accept: text/html")).toMatchObject({ url: "/404", refusal: null });
});

test("no client names a refusal, and ranges are removed", async () => {
  expect(await send("GET /healthz", "x-refusal: method", "range: bytes=9-")).toMatchObject({
    method: "GET",
    url: "/api/healthz",
    range: null,
    refusal: null,
  });
  expect(refusalOf(new Headers({ "x-refusal": "constructor" }))).toBeNull();
});
