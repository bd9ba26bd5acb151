import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { call, createCheckout } from "../support/api";
import { expectFailure, expectView, unknownId } from "../support/contract";
import { type OwnService, startOwnService } from "../support/own-service";
import { exchange, transmit } from "../support/raw";

// The application served by `next start`. `npm test -- --full` runs the whole HTTP suite against it.

let service: OwnService;
let demo: DemoManifest;

test.beforeAll(async () => {
  service = await startOwnService({ plainNext: true });
  demo = service.demo;
});
test.afterAll(() => service?.stop());

const html = { accept: "text/html" };
const send = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  exchange(demo.baseUrl, { target, headers, method });

test("every path of the API answers, at both forms of its address", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const base of ["", "/api"]) {
    expect((await send(`${base}/healthz`)).status).toBe(200);
    expectView(await call(`${demo.baseUrl}${base}/c/${id}`));
    const headers = { "x-api-key": demo.apiKey };
    const list = await call(`${demo.baseUrl}${base}/dashboard/projects/${demo.projectId}/checkouts`, {
      headers,
    });
    expect(list.status).toBe(200);
    expectFailure(await call(`${demo.baseUrl}${base}/v1/checkouts`), "SERVER_KEY_REQUIRED");
  }
  expectFailure(await call(`${demo.baseUrl}/v1/nope`), "NOT_FOUND");
});

test("an address of both kinds answers a browser with the page, and a program with JSON", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const page = await send(`/c/${id}`, html);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toContain("'strict-dynamic'");
  expectView(await call(`${demo.baseUrl}/c/${id}`, { headers: { ...html, "x-api-key": "any" } }));
  expectFailure(
    await call(`${demo.baseUrl}/c/${id}`, { method: "POST", headers: html }),
    "METHOD_NOT_ALLOWED",
  );
});

for (const target of [
  "/nowhere",
  `/c/${unknownId}`,
  "/c/x/nope",
  "/docs/nope",
  `/r/${"a".repeat(43)}`,
  "/l/nope",
])
  test(`${target} is 404 for a browser`, async () => {
    expect((await send(target, html)).status).toBe(404);
  });

test("a request that Next cannot route is refused before Next gets it, and one after it is answered", async () => {
  for (const [target, method, status, code] of [
    ["/v1/checkouts", "TRACE", 405, "METHOD_NOT_ALLOWED"],
    ["/docs", "TRACE", 405, "METHOD_NOT_ALLOWED"],
    ["/c/x", "PROPFIND", 405, "METHOD_NOT_ALLOWED"],
    ["/checkout.js", "POST", 405, "METHOD_NOT_ALLOWED"],
    ["/c/%00", "GET", 400, "VALIDATION_ERROR"],
    ["/_global-error", "GET", 404, "NOT_FOUND"],
    ["/docs/a%2Fb", "GET", 404, "NOT_FOUND"],
    ["/docs/a%5Cb", "GET", 404, "NOT_FOUND"],
    [`/healthz?${"a&".repeat(8_000)}`, "GET", 414, "VALIDATION_ERROR"],
  ] as const) {
    const answer = await send(target, html, method);
    const { error } = JSON.parse(answer.text) as { error: { code: string; requestId: string } };
    expect([target, answer.status, error.code]).toEqual([target, status, code]);
    expect(error.requestId).toBe(answer.headers.get("x-request-id"));
  }
  expect((await send("/c/%")).status).toBe(404);
  expect((await send("/healthz")).status).toBe(200);
});

test("no cache stores a page that shares its address with JSON, with any Vary", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const target of [`/c/${id}`, "/c/x", "/l/nope", `/r/${"a".repeat(43)}`])
    expect((await send(target, html)).headers.get("cache-control")).toContain("no-store");
  expect((await send(`/c/${id}`)).headers.get("vary")).toMatch(/accept, x-api-key/i);
});

test("readiness has no details, since the client's address is unknown", async () => {
  const { text } = await send("/readyz", { "x-from-loopback": "undefined" });
  expect(Object.keys(JSON.parse(text).data)).toEqual(["ready"]);
});

test("limits of plain Next", async () => {
  // Without a socket address all clients behind no proxy share one limit, whatever their headers say.
  const left = async (from: string) => {
    const headers = { "x-api-key": "x", "x-forwarded-for": from, "x-client-address": from };
    const answer = await call(`${demo.baseUrl}/v1/checkouts`, { headers });
    return Number(answer.headers.get("x-ratelimit-remaining"));
  };
  const first = await left("192.0.2.1");
  expect(await left("192.0.2.2")).toBe(first - 1);
  // Node answers what is not HTTP, without a body.
  const { status, text } = await transmit(demo.baseUrl, {
    target: "/healthz",
    headers: { "x-long": "a".repeat(20_000) },
  });
  expect([status, text]).toEqual([431, ""]);
});
