import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { expectCommon, expectFailure, expectResource, expectView, unknownId } from "../support/contract";
import { exchange, sendRaw } from "../support/raw";
import { manifest } from "../support/stack";

// Two addresses are an operation and a page: a read without a key that asks for a page gets the page.

const demo = manifest();
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
let checkoutPath: string;
test.beforeAll(async () => {
  checkoutPath = `/c/${(await createCheckout(demo, { amount: "1000000" })).id}`;
});

const listPath = `/dashboard/projects/${demo.projectId}/checkouts`;
/** The list's page leads a browser without a session to the sign-in. */
const addresses = [
  ["the checkout", () => checkoutPath, 200],
  ["the list of checkouts", () => listPath, 307],
] as const;
for (const [name, target, status] of addresses) {
  test(`${name} is a page that no cache keeps when a browser reads it`, async () => {
    const page = await exchange(demo.baseUrl, { target: target(), headers: html });
    expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test(`${name} is JSON when the read sends a key, asks for no page, or is below /api`, async () => {
    for (const base of ["", "/api"]) {
      const requests: Record<string, string>[] = [
        {},
        { accept: "*/*" },
        { accept: "application/json" },
        { accept: "" },
        { accept: "text/plain" },
        { "next-action": "abc" },
        { ...html, "x-api-key": "any" },
        { ...html, "x-api-key": "" },
        { rsc: "1", "x-api-key": "any" },
        ...(base === "/api" ? [html, { rsc: "1" }] : []),
      ];
      for (const headers of requests)
        expectCommon(await sendRaw(demo.baseUrl, { target: base + target(), headers }));
    }
  });
}

test("an unknown checkout is a page with 404 to a browser", async () => {
  const page = await exchange(demo.baseUrl, { target: `/c/${unknownId}`, headers: html });
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
});

test("no method but GET gets a page", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const init = { method, headers: { ...html, "next-action": "abc", rsc: "1" } };
    expectFailure(await call(demo.baseUrl + checkoutPath, init), "METHOD_NOT_ALLOWED");
  }
  const created = await call(`${demo.baseUrl}${listPath}`, {
    method: "POST",
    json: { amount: "1000000" },
    headers: { ...html, "x-api-key": demo.apiKey },
  });
  expectResource(created, 201);
});

test("the icon of each token on the page is there", async () => {
  const { options } = expectView(await call(demo.baseUrl + checkoutPath));
  for (const { token } of options) {
    const icon = await fetch(token.iconUrl);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
  }
});

test("the icon that browsers ask for is a file, also for a page", async () => {
  for (const headers of [{}, html]) {
    const icon = await fetch(`${demo.baseUrl}/favicon.ico`, { headers });
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  }
});
