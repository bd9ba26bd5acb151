import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { targetForNext, wantsPage } from "./address";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
/** Of a real request, for its members are not all properties of its own. */
function target(url: string, headers: Record<string, string> = {}, method = "GET"): string {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url });
  Object.assign(request.headers, headers);
  return targetForNext(request);
}

test("every operation answers at its own path as below /api", () => {
  for (const { path, method } of Object.values(operations)) {
    const url = path.replaceAll(/\{\w+\}/g, "x");
    expect(target(url, {}, method)).toBe(`/api${url}`);
    expect(target(`/api${url}`, {}, method)).toBe(`/api${url}`);
  }
});

test.each([
  "/v1",
  "/v1/checkouts",
  "/v1/checkouts/chk_1/refunds?take=5",
  "/v1/nope",
  "/public/fiat-currencies",
  "/sdk/project",
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/logos/abc",
  "/c/chk_1/select",
  "/r/secret/transaction",
  "/c/chk_1/a/b",
  "/dashboard/projects/prj_1/checkouts/exchange-rate?a=/c/x",
])("%s has JSON alone, below /api, even for a browser", (url) => {
  expect(target(url)).toBe(`/api${url}`);
  expect(target(url, browser)).toBe(`/api${url}`);
});

test.each([
  "/c/chk_1",
  "/r/secret",
  "/l/coffee",
  "/c/a%2Fb?x=1",
  "/dashboard/projects/prj_1/checkouts?status=PAID",
])("%s is JSON, and a page to who asks for one", (url) => {
  for (const method of ["GET", "HEAD"]) {
    expect(target(url, {}, method)).toBe(`/api${url}`);
    expect(target(url, { accept: "*/*" }, method)).toBe(`/api${url}`);
    expect(target(url, browser, method)).toBe(url);
    expect(target(url, { rsc: "1" }, method)).toBe(url);
    expect(target(url, { ...browser, "x-api-key": "svc_sk_1" }, method)).toBe(`/api${url}`);
  }
  expect(target(url, { ...browser, rsc: "1" }, "POST")).toBe(`/api${url}`);
});

test.each([
  "/",
  "/?to=/v1/checkouts",
  "/api",
  "/api/v1/checkouts",
  "/api/api/v1/checkouts",
  "/v2/checkouts",
  "/v1beta",
  "/V1/checkouts",
  "/%76%31/checkouts",
  "/healthz/nope",
  "/c",
  "/checkout.js",
  "/shop/orders/ord_1",
  "/dashboard/projects",
  "/dashboard/projects/prj_1/refunds",
  "/_next/static/chunks/c/x.js",
])("%s is left as it is", (url) => {
  expect(target(url)).toBe(url);
});

test("what is near an address of the API is a page for browsers alone", () => {
  const url = "/dashboard/projects/prj_1/checkouts/chk_1";
  expect(target(url)).toBe(`/api${url}`);
  expect(target(url, { accept: "text/html" })).toBe(url);
  expect(target(url, { rsc: "1" })).toBe(url);
});

test.each(["/v1/checkouts/", "/c/chk_1/", "//c/chk_1", "/v1//checkouts", "//evil.example/../v1/checkouts"])(
  "%s is left for Next to redirect",
  (url) => {
    expect(target(url)).toBe(url);
  },
);

test.each([
  ["/c/../v1/checkouts/chk_1?a=..", "/api/v1/checkouts/chk_1?a=.."],
  ["/c/%2e%2E/v1/checkouts", "/api/v1/checkouts"],
  ["/api/../v1/checkouts", "/api/v1/checkouts"],
  ["/./c/./chk_1", "/api/c/chk_1"],
  ["/v1/..", "/"],
  ["/../../v1/.", "/v1/"],
  ["/c/chk_1..", "/api/c/chk_1.."],
])("%s is read as what it means: %s", (url, expected) => {
  expect(target(url)).toBe(expected);
});

test("only the value that Next's router sends makes a request its own", () => {
  expect(wantsPage({ method: "GET", headers: { rsc: "1" } })).toBe(true);
  expect(wantsPage({ method: "GET", headers: { rsc: "0" } })).toBe(false);
});
