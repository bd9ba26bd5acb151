import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dropMalformedRouterState,
  hideRefundLinks,
  keepPageHeadersForPages,
  setRequestId,
  setSecurityHeaders,
  shareScript,
  varyByForm,
} from "./request-headers";

let server: Server;
let seen: IncomingHttpHeaders;
let publicOrigins: readonly string[] = [];

beforeAll(async () => {
  server = createServer((incoming, response) => {
    setRequestId(incoming, response);
    setSecurityHeaders(incoming, response, publicOrigins);
    shareScript(incoming, response);
    hideRefundLinks(incoming, response);
    dropMalformedRouterState(incoming);
    keepPageHeadersForPages(incoming);
    varyByForm(incoming, response);
    seen = incoming.headers;
    response.setHeader("Vary", ["rsc, next-router-prefetch", "Accept, x-api-key"]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

function send(method: string, headers: Record<string, string>, path = "/"): Promise<IncomingHttpHeaders> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.headers));
    })
      .on("error", reject)
      .end();
  });
}

test("request and answer carry the same id, whatever the client sent as one", async () => {
  const answered = await send("GET", { "x-request-id": "forged" });
  expect(answered["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen["x-request-id"]).toBe(answered["x-request-id"]);
});

test.each(["GET", "HEAD"])("a %s without a key may ask for a page", async (method) => {
  await send(method, { accept: "text/html,*/*", rsc: "1" });
  expect(seen).toMatchObject({ accept: "text/html,*/*", rsc: "1" });
});

test.each([
  ["POST", {}],
  ["DELETE", {}],
  ["OPTIONS", {}],
  ["GET", { "x-api-key": "svc_server_1" }],
  ["GET", { "x-api-key": "" }],
])("a %s with %j may not", async (method, headers) => {
  await send(method, { accept: "text/html", rsc: "1", ...headers });
  expect(seen.accept).toBe("*/*");
  expect(seen.rsc).toBeUndefined();
});

test.each(["/api", "/api?a=b", "/api/c/chk_1"])("below /api nobody may: %s", async (path) => {
  await send("GET", { accept: "text/html", rsc: "1" }, path);
  expect(seen.accept).toBe("*/*");
  expect(seen.rsc).toBeUndefined();
});

test("an address that only begins alike may be a page", async () => {
  await send("GET", { rsc: "1" }, "/apiary");
  expect(seen.rsc).toBe("1");
});

test("another Accept stays as it is", async () => {
  await send("POST", { accept: "application/json" });
  expect(seen.accept).toBe("application/json");
});

test("Vary names what decides between page and JSON, once, beside what was written", async () => {
  expect((await send("GET", {})).vary).toBe("Accept, x-api-key, rsc, next-router-prefetch");
});

test("Vary of a page for customers names the language beside it", async () => {
  const { vary } = await send("GET", { accept: "text/html" }, "/c/chk_1");
  expect(vary).toBe("Accept, x-api-key, Accept-Language, rsc, next-router-prefetch");
  expect((await send("GET", { accept: "text/html" }, "/docs")).vary).not.toContain("Language");
});

test("every answer says how browsers are to treat it", async () => {
  expect(await send("GET", {})).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});

const [base, page] = ["https://pay.example", "https://checkout.example"];
const plainPage = "http://checkout.example:8080";

test.each<[origins: string[], headers: Record<string, string>, isHttps: boolean]>([
  [[], { host: "pay.example" }, false],
  [[], { host: "pay.example", "x-forwarded-proto": "https" }, true],
  [[], { host: "pay.example", "x-forwarded-proto": "http" }, false],
  [[base], { host: "pay.example" }, true],
  [[base], { host: "pay.example:443" }, true],
  // A proxy replaced the host.
  [[base], { host: "127.0.0.1:3000" }, true],
  [[base, page], { host: "checkout.example" }, true],
  [[base, plainPage], { host: "pay.example" }, true],
  [[base, plainPage], { host: "checkout.example:8080" }, false],
  [[base, plainPage], { host: "checkout.example:8080", "x-forwarded-proto": "http, HTTPS" }, true],
  [["http://pay.example", page], { host: "checkout.example" }, true],
  [["http://pay.example", page], { host: "pay.example" }, false],
])(
  "with origins %j a request with %j: https is required from then on is %s",
  async (origins, headers, isHttps) => {
    publicOrigins = origins;
    const answered = await send("GET", headers);
    expect(answered["strict-transport-security"]).toBe(isHttps ? "max-age=31536000" : undefined);
    publicOrigins = [];
  },
);

test("only the script for shops is for pages of others", async () => {
  const shared = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  expect(await send("GET", {}, "/checkout.js?v=1")).toMatchObject(shared);
  expect(await send("GET", {}, "/checkout.js/x")).not.toHaveProperty("access-control-allow-origin");
});

const state = (tree: unknown) => encodeURIComponent(JSON.stringify(tree));

test.each(["/r/secret", "/api/r/secret", "/r/secret/transaction", "/r/secret?address=0x12"])(
  "the address of %s is told to nobody",
  async (path) => {
    expect(await send("GET", {}, path)).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
  },
);

test.each(["/", "/c/chk_1", "/api/rates", "/refunds", "/c/r/x"])("%s is treated as usual", async (path) => {
  const headers = await send("GET", {}, path);
  expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(headers["x-robots-tag"]).toBeUndefined();
});

test("the state that Next's router sends of its page is handed on", async () => {
  const sent = state([
    "",
    { children: ["c", { children: [["checkoutId", "chk_1", "d", null], {}] }] },
    null,
    null,
  ]);
  await send("GET", { rsc: "1", "next-router-state-tree": sent });
  expect(seen["next-router-state-tree"]).toBe(sent);
});

test.each([
  "garbage",
  "%",
  "[]",
  state({}),
  state([1, {}]),
  state(["", { children: [] }]),
  "a".repeat(12_000),
  "",
])("a state that Next could not read is not (%#)", async (sent) => {
  await send("GET", { rsc: "1", "next-router-state-tree": sent });
  expect(seen).not.toHaveProperty("next-router-state-tree");
  expect(seen.rsc).toBe("1");
});
