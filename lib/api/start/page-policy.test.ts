import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setClientAddress } from "./client-address";
import { inertPolicy } from "./content-security-policy";
import { type PageGuard, placePageGuard } from "./page-guard";
import { setPageLocale } from "./page-locale";
import { guardPage } from "./page-policy";
import { setSecurityHeaders } from "./request-headers";

const slot = Symbol.for("stablecoin-checkout.page-guard");
const judge = vi.fn<PageGuard>();
let server: Server;
let seen: IncomingHttpHeaders | null;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    setClientAddress(request, 0);
    setSecurityHeaders(request, response, []);
    setPageLocale(request, response);
    const options = {
      dev: false,
      inlineScripts: (path: string) => [path === "/docs" ? "sha256-docs" : "sha256-nowhere"],
      publicFiles: new Set(["/checkout.js"]),
      publicOrigins: [],
      relay: "wss://relay.example",
    };
    if (await guardPage(request, response, options)) return;
    seen = request.headers;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  Reflect.deleteProperty(globalThis, slot);
});
beforeEach(() => {
  seen = null;
  judge.mockReset().mockResolvedValue({ frameAncestors: ["https://shop.example"], retryAfterMs: null });
  placePageGuard(judge);
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { accept: "text/html", ...headers },
  });
const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";

test("the payment page has a nonce of its own each time, and the request carries it to whoever draws it", async () => {
  const first = await ask("/c/chk_1?change=1");
  const nonce = /'nonce-([^']{24})'/.exec(policyOf(first))?.[1];
  expect(seen).toMatchObject({ "x-nonce": nonce, "content-security-policy": policyOf(first) });
  expect(policyOf(first)).toContain("frame-ancestors https://shop.example");
  expect(judge).toHaveBeenCalledWith({
    family: "payment",
    checkoutId: "chk_1",
    clientAddress: "127.0.0.1",
  });
  expect(policyOf(await ask("/c/chk_1"))).not.toContain(String(nonce));
});

test("pages on which wallets are asked may speak to the relay, and no others", async () => {
  for (const path of ["/c/chk_1", "/r/token", "/dashboard/sign-in"])
    expect(policyOf(await ask(path))).toContain("connect-src 'self' wss://relay.example;");
  expect(policyOf(await ask("/docs"))).toContain("connect-src 'self';");
});

test("a refund's page is no checkout's", async () => {
  judge.mockResolvedValue({ frameAncestors: [], retryAfterMs: null });
  expect(policyOf(await ask("/r/token"))).toContain("frame-ancestors 'none'");
  expect(judge).toHaveBeenCalledWith({ family: "payment", checkoutId: null, clientAddress: "127.0.0.1" });
});

test("without anybody to ask, the page comes, in no frame", async () => {
  Reflect.deleteProperty(globalThis, slot);
  const answer = await ask("/c/chk_1");
  expect(answer.status).toBe(200);
  expect(policyOf(answer)).toContain("frame-ancestors 'none'");
});

test.each([
  [{}, "dashboard"],
  [{ rsc: "1" }, "dashboard"],
  [{ rsc: "1", "next-router-prefetch": "1" }, "prefetch"],
  // Next draws the whole page for it.
  [{ rsc: "1", "next-router-prefetch": "x" }, "dashboard"],
  // A document is none, whatever is said of it.
  [{ "next-router-prefetch": "1" }, "dashboard"],
])(
  "a page of the dashboard with %j is judged as %s, and a refused one is drawn by nobody",
  async (headers, family) => {
    const page = "/dashboard/projects/prj_1";
    expect((await ask(page, headers)).status).toBe(200);
    expect(judge).toHaveBeenCalledWith({ family, checkoutId: null, clientAddress: "127.0.0.1" });
    expect(seen).toMatchObject({ "x-page-path": page });
    seen = null;
    judge.mockResolvedValue({ frameAncestors: [], retryAfterMs: 1_200 });
    const refused = await ask(page, headers);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(policyOf(refused)).toContain("frame-ancestors 'none'");
    expect(seen).toBeNull();
  },
);

test("a visitor who comes too often is told when to come again, in their language", async () => {
  judge.mockResolvedValue({ frameAncestors: [], retryAfterMs: 1_200 });
  const answer = await ask("/c/chk_1", { "accept-language": "sv,de-CH;q=0.8,en;q=0.5" });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("2");
  const html = await answer.text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<meta http-equiv="refresh" content="2">');
  expect(html).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policyOf(answer))?.[1]}">`);
  expect(seen).toBeNull();
});

test.each([
  ["/docs", "sha256-docs"],
  ["/c/a/b", "sha256-nowhere"],
  ["/shop", "sha256-nowhere"],
])("%s is a page of the site, and names the scripts built into it", async (path, hash) => {
  expect(policyOf(await ask(path))).toContain(`'${hash}'`);
  expect(judge).toHaveBeenCalledWith({ family: "site", checkoutId: null, clientAddress: "127.0.0.1" });
});

const forms: Record<string, string>[] = [
  { accept: "text/html" },
  { accept: "*/*" },
  { accept: "application/json" },
  { accept: "image/png" },
  { accept: "" },
  { accept: "text/html", "x-api-key": "svc_server_1" },
  { rsc: "1", accept: "*/*" },
];
const paths: [path: string, family: string][] = [
  ["/", "site"],
  ["/docs", "site"],
  ["/llms.txt", "site"],
  ["/nowhere", "site"],
  ["/_next/data/x.json", "site"],
  ["/dashboard/sign-in", "dashboard"],
  ["/l/slug", "payment"],
];

test.each(paths.flatMap(([path, family]) => forms.map((headers) => ({ path, family, headers }))))(
  "$path with $headers is limited as $family",
  async ({ path, family, headers }) => {
    judge.mockResolvedValue({ frameAncestors: [], retryAfterMs: 1_200 });
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const refused = await ask(path, headers, method);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
      const isHtml = refused.headers.get("content-type")?.startsWith("text/html");
      if (!isHtml) expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
    }
    expect(judge).toHaveBeenCalledTimes(3);
    expect(judge).toHaveBeenCalledWith({ family, checkoutId: null, clientAddress: "127.0.0.1" });
    expect(seen).toBeNull();
  },
);

test.each(["/api/v1/checkouts", "/_next/static/chunks/a.js", "/checkout.js"])(
  "%s is not limited as a page",
  async (path) => {
    await ask(path);
    expect(judge).not.toHaveBeenCalled();
  },
);

test.each([
  ["/api/c/chk_1", {}],
  ["/_next/static/a.js", {}],
  ["/c/chk_1", { accept: "application/json" }],
  ["/c/chk_1", { "x-api-key": "svc_server_1" }],
])("%s with %j is no page", async (path, headers) => {
  const forged = { "x-nonce": "mine", "content-security-policy": "script-src 'nonce-mine'" };
  expect(policyOf(await ask(path, { ...headers, ...forged }))).toBe(inertPolicy);
  expect(seen).not.toHaveProperty("x-nonce");
  expect(seen).not.toHaveProperty("content-security-policy");
});
