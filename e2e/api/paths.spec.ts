import { expect, test } from "@playwright/test";
import { call, createCheckout, getCheckout } from "../support/api";
import { expectCommon, expectFailure, expectView } from "../support/contract";
import { exchange, sendRaw, transmit } from "../support/raw";
import { isPlainNext, manifest, onlyByStartScript } from "../support/stack";

const demo = manifest();
const raw = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  sendRaw(demo.baseUrl, { method, target, headers });

test("answers liveness and readiness at both forms of the address", async () => {
  onlyByStartScript();
  for (const base of ["", "/api"]) {
    const alive = await raw(`${base}/healthz`);
    expect([alive.status, alive.body]).toEqual([200, { ok: true, data: { status: "alive" } }]);
    const ready = await raw(`${base}/readyz`);
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({
      ok: true,
      data: {
        ready: true,
        database: { ok: true },
        chains: demo.chains.map(({ chainId }) => ({ chainId, ok: true })),
        rates: { ok: true },
      },
    });
    for (const answer of [alive, ready]) {
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  }
});

test("serves metrics to programs on this machine only", async () => {
  onlyByStartScript();
  for (const base of ["", "/api"]) {
    const own = await transmit(demo.baseUrl, { target: `${base}/metrics` });
    expect([own.status, own.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect(own.text).toMatch(/^checkout_database_up 1$/m);
    expect(own.text).toContain("checkout_request_duration_seconds_count{operation=");
    const strangers: Record<string, string>[] = [
      { "x-forwarded-for": "203.0.113.7" },
      { authorization: "Bearer undefined", via: "1.1 proxy" },
    ];
    for (const stranger of strangers) expectFailure(await raw(`${base}/metrics`, stranger), "NOT_FOUND");
  }
});

test("answers unknown paths with the envelope", async () => {
  for (const target of [
    "/nope",
    "/api",
    "/api/nope",
    "/api/api/v1/checkouts",
    "/v1",
    "/v1/nope",
    "/v1/checkouts/x/nope",
    "/v1/checkouts%20",
    "/v2/checkouts",
    "/c",
    "/c/x/nope",
    "/public/nope",
    "/sdk/nope",
    "/healthz/nope",
    "/dashboard/projects/x/checkouts/nope",
    "/api/inngest",
    "/API/v1/checkouts",
    "/V1/checkouts",
    "/%76%31/checkouts",
    "/openapi.json/nope",
    "/dashboard/projects/x/checkouts/exchange-rate/nope",
    "/index",
    "/_error",
    "/.env",
    "/_next/static/nope.js",
    "/_next/data/x/dashboard.json",
    "/_global-error",
    "/c/%",
    "/c/%zz",
    "/c/%c0%80",
    "/c/%ed%a0%80",
    "/v1/checkouts/%ff",
    "/v1%2Fcheckouts",
    "/c/a\\b",
    "/c/.segments/x",
    "/docs/%2Esegments%2Fx%0a",
    "*",
  ]) {
    await test.step(`nothing is at ${target}, and the answer is in the envelope`, async () => {
      expectFailureAnywhere(await raw(target), "NOT_FOUND");
    });
  }
});

test("an address with a null character is invalid in any form", async () => {
  for (const target of ["/c/%00", "/api/c/%00", "/v1/checkouts/a%00b", "/docs/%00", "/%00"])
    for (const headers of [{}, { accept: "text/html" }] as Record<string, string>[]) {
      const answer = await raw(target, headers);
      expect([target, answer.status]).toEqual([target, 400]);
      expectFailureAnywhere(answer, "VALIDATION_ERROR");
    }
});

test("no page has an encoded slash in its address, and none is Next's own page of failures", async () => {
  for (const target of [
    "/c/a%2Fb",
    "/c/a%5cb",
    "/c%2fx",
    "/dashboard%2Fprojects",
    "/docs/a%5Cb",
    "/_Global-Error",
  ]) {
    // As a page: the API's description has no such address.
    const { text, ...answer } = await transmit(demo.baseUrl, { target, headers: { accept: "text/html" } });
    expectFailureAnywhere({ ...answer, body: JSON.parse(text) }, "NOT_FOUND");
  }
});

test("a browser gets a page where nothing is, but not below /api and not with a key", async () => {
  const html = { accept: "text/html" };
  for (const target of ["/nope", "/c/%"]) {
    const page = await exchange(demo.baseUrl, { target, headers: html });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  }
  expectFailure(await raw("/api/nope", html), "NOT_FOUND");
  expectFailure(await raw("/nope", { ...html, "x-api-key": "any" }), "NOT_FOUND");
});

test("answers JSON-only paths with JSON to a browser and to Next's router", async () => {
  for (const headers of [{ accept: "text/html" }, { rsc: "1" }] as Record<string, string>[]) {
    expect((await raw("/healthz", headers)).status).toBe(200);
    expectFailure(await raw("/v1/checkouts/x", headers), "SERVER_KEY_REQUIRED");
    expectFailure(await raw("/v1/nope", headers), "NOT_FOUND");
    expectFailure(await raw("/c/x/nope", headers), "NOT_FOUND");
  }
});

test("a missing path is named without /api, at both forms of the address", async () => {
  for (const target of ["/v1/nope", "/api/v1/nope"]) {
    const { body } = await raw(target);
    expect(body).toMatchObject({ error: { message: "Nothing found at /v1/nope." } });
  }
});

test("Next's router gets its part of a page, even with an unreadable state", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const state of [undefined, "garbage", encodeURIComponent('["",5]')]) {
    const headers = { rsc: "1", ...(state === undefined ? {} : { "next-router-state-tree": state }) };
    const answer = await exchange(demo.baseUrl, { target: `/c/${id}`, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/x-component"]);
  }
  const keyed = { rsc: "1", accept: "text/html", "x-api-key": "any" };
  expectView(await raw(`/c/${id}`, keyed));
  expectView(await raw(`/c/${id}`, { rsc: "0" }));
});

test("every answer forbids guessing its type", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const html = { accept: "text/html" };
  const page = await exchange(demo.baseUrl, { target: `/c/${id}`, headers: html });
  const script = /\/_next\/static\/[^"]+\.js/.exec(page.text)?.[0] ?? "";
  const asset = await exchange(demo.baseUrl, { target: script });
  expect([page.status, asset.status, asset.headers.get("content-type")]).toEqual([
    200,
    200,
    "application/javascript; charset=UTF-8",
  ]);
  const others = [
    raw(`/c/${id}`),
    raw("/v1/checkouts"),
    raw("/nope"),
    raw("/c/%"),
    raw("/c/x", {}, "TRACE"),
    ...(isPlainNext ? [] : [raw("/c/x", {}, "FOO")]),
    exchange(demo.baseUrl, { target: "/nope", headers: html }),
    exchange(demo.baseUrl, { method: "OPTIONS", target: "/v1/checkouts" }),
  ];
  for (const answer of [page, asset, ...(await Promise.all(others))]) {
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  }
});

test("a redirect leads to this site only", async () => {
  for (const [target, location] of [
    ["/v1/checkouts/", "/v1/checkouts"],
    ["//c/x", "/c/x"],
    ["//evil.example/", "/evil.example/"],
    ["///evil.example", "/evil.example"],
    ["http://evil.example/c/x/", "/c/x"],
  ] as const) {
    await test.step(`${target} leads to ${location} of this site`, async () => {
      const answer = await exchange(demo.baseUrl, { target });
      expect([answer.status, answer.headers.get("location")]).toEqual([308, location]);
    });
  }
});

test("reads a path with dots as its normalized form, with the same key", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const target of [
    `/c/../v1/checkouts/${id}`,
    `/api/../v1/checkouts/${id}`,
    `/c/%2e%2e/v1/checkouts/${id}`,
  ]) {
    expectFailure(await raw(target), "SERVER_KEY_REQUIRED");
    expect((await raw(target, { "x-api-key": demo.serverKey })).status).toBe(200);
  }
});

test("an address names the methods that it takes, at both its forms", async () => {
  for (const [path, allow] of [
    ["/healthz", "GET, HEAD"],
    ["/readyz", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD"],
  ] as const) {
    await test.step(`${path} takes ${allow} and says so, at both forms of the address`, async () => {
      for (const base of ["", "/api"]) {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          if (allow.split(", ").includes(method)) continue;
          const answer = await raw(base + path, { accept: "text/html" }, method);
          // No key: the wrong method is reported first.
          expectFailure(answer, "METHOD_NOT_ALLOWED");
          expect(answer.headers.get("allow")).toBe(allow);
        }
        const options = await exchange(demo.baseUrl, { method: "OPTIONS", target: base + path });
        expect([options.status, options.text]).toEqual([204, ""]);
        expect(options.headers.get("allow")).toBe(`${allow}, OPTIONS`);
        // No other site's page may read an answer.
        expect(options.headers.get("access-control-allow-origin")).toBeNull();
      }
    });
  }
});

test("no address takes TRACE, PROPFIND, PURGE or MKCOL", async () => {
  for (const method of ["TRACE", "PROPFIND", "PURGE", "MKCOL"]) {
    await test.step(`${method} is possible nowhere`, async () => {
      for (const target of ["/v1/checkouts", "/c/x", "/", "/docs", "/api/nope"])
        for (const accept of ["*/*", "text/html"]) {
          const answer = await raw(target, { accept }, method);
          expectFailureAnywhere(answer, "METHOD_NOT_ALLOWED");
          expect([answer.status, answer.headers.get("allow")]).toEqual([
            405,
            "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
          ]);
        }
    });
  }
});

test("a public file is only read", async () => {
  for (const target of ["/checkout.js", "/tokens/usdc.svg?a=b"]) {
    const answer = await transmit(demo.baseUrl, {
      method: "POST",
      target,
      headers: { "content-length": "0" },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("a method that is no HTTP gets the envelope", async () => {
  onlyByStartScript();
  const answer = await raw("/v1/checkouts", {}, "FOO");
  expectFailureAnywhere(answer, "VALIDATION_ERROR");
});

test("HEAD answers like GET, without a body", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const [target, status] of [
    [`/c/${id}`, 200],
    ["/c/nope", 404],
    [`/v1/checkouts/${id}`, 400],
    ["/v1/checkouts", 400],
    ["/c/nope/select", 405],
    ["/healthz", 200],
    ["/nope", 404],
  ] as const) {
    const answer = await exchange(demo.baseUrl, { method: "HEAD", target });
    expect([answer.status, answer.text]).toEqual([status, ""]);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  }
});

test.describe("headers by which frameworks and proxies speak among themselves", () => {
  const tricks: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "[" },
    { host: "" },
    { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { forwarded: "for=127.0.0.1;host=evil.example" },
    { "x-client-address": "127.0.0.1" },
    { "x-request-id": "forged" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-rewrite": "/shop" },
    { "x-original-url": "/shop", "x-rewrite-url": "/shop" },
    { "x-matched-path": "/v1/checkouts", "x-now-route-matches": "1=x" },
    { "x-invoke-path": "/shop", "x-invoke-status": "500", "x-invoke-error": "x" },
    { "x-http-method-override": "DELETE" },
    { "x-prerender-revalidate": "x", cookie: "__prerender_bypass=x" },
    { "next-router-state-tree": "garbage", "next-router-prefetch": "1", "next-url": "/shop" },
    { "next-resume": "1", "x-nextjs-data": "1" },
    { range: "bytes=0-5", "if-none-match": '"other"', "if-modified-since": "Fri, 20 Nov 2037 00:00:00 GMT" },
  ];
  test("headers that claim another address or method change nothing", async () => {
    for (const headers of tricks) {
      await test.step(`${Object.keys(headers).join(", ")} ${Object.values(headers)[0]} changes nothing`, async () => {
        const { id } = await createCheckout(demo, { amount: "1000000" });
        const answer = await raw(`/c/${id}`, headers);
        expectView(answer);
        expect(JSON.stringify([...answer.headers])).not.toMatch(/evil|forged/);
        expectFailure(await raw(`/v1/checkouts/${id}`, headers), "SERVER_KEY_REQUIRED");
      });
    }
  });
});

test("headers beyond 16 KiB get the envelope, and the next request is served", async () => {
  onlyByStartScript();
  const answer = await raw("/healthz", { "x-long": "a".repeat(20_000) });
  expect(answer.status).toBe(431);
  expect((await raw("/healthz")).status).toBe(200);
});

test("every answer has its own id", async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, async (_, at) =>
      (await call(`${demo.baseUrl}${at % 2 === 0 ? "/healthz" : "/nope"}`)).headers.get("x-request-id"),
    ),
  );
  expect(new Set(ids).size).toBe(30);
});

test("no answer names the framework or can be read by another site's page", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const headers = { origin: "https://evil.example" };
  const answer = await call(`${demo.baseUrl}/c/${id}`, { headers });
  expectCommon(answer);
  for (const name of ["x-powered-by", "server", "access-control-allow-origin"])
    expect(answer.headers.get(name)).toBeNull();
  expect((await getCheckout(demo, id)).status).toBe("PENDING");
});

/** What the start script answers itself has no body to vary. */
function expectFailureAnywhere(answer: Awaited<ReturnType<typeof raw>>, code: string): void {
  expect(answer.body).toMatchObject({
    ok: false,
    error: { code, requestId: answer.headers.get("x-request-id") },
  });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("cache-control")).toContain("no-store");
}
