import { NextRequest } from "next/server";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { prepareClientAddress } from "@/lib/api/client-address";
import { answerPage } from "./answer-page";
import { type PageGuard, placePageGuard } from "./page-visit";

const judge = vi.fn<PageGuard["judge"]>();
const admitted = { frameAncestors: ["https://shop.example"], found: true, retryAfterMs: null };

beforeEach(() => {
  judge.mockReset().mockResolvedValue(admitted);
  placePageGuard({ judge, origins: ["https://pay.example"], relay: "wss://relay.example", dev: false });
  prepareClientAddress(1);
});
afterAll(() => {
  for (const name of ["page-guard", "client-address"])
    Reflect.deleteProperty(globalThis, Symbol.for(`stablecoin-checkout.${name}`));
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  answerPage(
    new NextRequest(`http://localhost${path}`, {
      method,
      headers: { accept: "text/html", "x-forwarded-for": "192.0.2.1", ...headers },
    }),
  );
const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
const isPassedOn = (answer: Response) => answer.headers.get("x-middleware-next") === "1";
/** A header as Next's page finds it; undefined where it was removed. */
function passed(answer: Response, name: string): string | null | undefined {
  const names = answer.headers.get("x-middleware-override-headers")?.split(",") ?? [];
  return names.includes(name) ? answer.headers.get(`x-middleware-request-${name}`) : undefined;
}
const visit = (family: string, subject: object | null) => ({ family, subject, clientAddress: "192.0.2.1" });

test("each payment page has its own nonce, and the request carries it to the page", async () => {
  const first = await ask("/c/chk_1?change=1");
  const nonce = /'nonce-([^']{24})'/.exec(policyOf(first))?.[1];
  expect(isPassedOn(first)).toBe(true);
  expect(passed(first, "x-nonce")).toBe(nonce);
  expect(passed(first, "content-security-policy")).toBe(policyOf(first));
  expect(policyOf(first)).toContain("frame-ancestors https://shop.example");
  expect(judge).toHaveBeenCalledWith(visit("payment", { kind: "c", name: "chk_1" }));
  expect(policyOf(await ask("/c/chk_1"))).not.toContain(String(nonce));
});

test("pages that use wallets may connect to the relay, and no others", async () => {
  for (const path of ["/c/chk_1", "/r/token", "/dashboard/sign-in"])
    expect(policyOf(await ask(path))).toContain("connect-src 'self' wss://relay.example;");
  expect(policyOf(await ask("/docs"))).toContain("connect-src 'self';");
});

test("answers 404 to a browser's request for an unknown page, but not to the router's", async () => {
  judge.mockResolvedValue({ ...admitted, frameAncestors: [], found: false });
  expect((await ask("/c/chk_1")).status).toBe(404);
  expect((await ask("/docs/nope")).status).toBe(404);
  expect(judge).toHaveBeenLastCalledWith(visit("site", { kind: "docs", name: "nope" }));
  expect((await ask("/c/chk_1", { rsc: "1" })).status).toBe(200);
});

test.each([
  ["/c/chk_1", "Die Zahlungsseite ist gerade nicht verfügbar"],
  ["/r/token", "Diese Seite ist gerade nicht verfügbar"],
  ["/dashboard/projects/prj_1", "We couldn't show this page"],
])("answers %s with a readable 503 while the database is down", async (path, title) => {
  judge.mockResolvedValue(null);
  const answer = await ask(path, { "accept-language": "de" });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([503, "no-store"]);
  const html = await answer.text();
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policyOf(answer))?.[1]}">`);
  expect(policyOf(answer)).toContain("frame-ancestors 'none'");
  expect(await (await ask(path, {}, "HEAD")).text()).toBe("");
});

test("a page of the site needs no database", async () => {
  judge.mockResolvedValue(null);
  expect(isPassedOn(await ask("/docs"))).toBe(true);
});

test("a page of the dashboard learns its path, and no client can name another", async () => {
  const answer = await ask("/dashboard/projects/prj_1?a=b&_rsc=x1", { "x-page-path": "/evil" });
  expect(passed(answer, "x-page-path")).toBe("/dashboard/projects/prj_1?a=b");
  expect(judge).toHaveBeenCalledWith(visit("dashboard", null));
  expect(passed(await ask("/docs", { "x-page-path": "/evil" }), "x-page-path")).toBeUndefined();
});

test("gives the wait to a rate-limited visitor, in their language", async () => {
  judge.mockResolvedValue({ ...admitted, retryAfterMs: 1_200 });
  const answer = await ask("/c/chk_1", { "accept-language": "sv,de-CH;q=0.8,en;q=0.5" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "2"]);
  const html = await answer.text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<meta http-equiv="refresh" content="2">');
});

test.each([
  [{ accept: "*/*" }, "GET"],
  [{ accept: "text/html" }, "POST"],
  [{ accept: "text/html", "x-api-key": "svc_server_1" }, "GET"],
])("a request with %j by %s is for no page, and limited all the same", async (headers, method) => {
  const forged = { "x-nonce": "mine", "content-security-policy": "script-src 'nonce-mine'" };
  const answer = await ask("/nowhere", { ...headers, ...forged }, method);
  expect(isPassedOn(answer)).toBe(true);
  expect(policyOf(answer)).toBe("");
  expect(passed(answer, "accept")).toBe("*/*");
  expect(passed(answer, "x-nonce")).toBeUndefined();
  expect(passed(answer, "content-security-policy")).toBeUndefined();
  judge.mockResolvedValue({ ...admitted, retryAfterMs: 1_200 });
  const refused = await ask("/nowhere", headers, method);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
});

test.each<Record<string, string>>([{ accept: "*/*" }, { accept: "" }, { accept: "*/*", "x-api-key": "any" }])(
  "a payment link is a page for a messenger that sends %j",
  async (headers) => {
    const answer = await ask("/l/mug", headers);
    expect(isPassedOn(answer)).toBe(true);
    expect(policyOf(answer)).toContain("'strict-dynamic'");
    expect(judge).toHaveBeenCalledWith(visit("payment", { kind: "l", name: "mug" }));
  },
);

test("passes a chosen language to the page, and remembers it", async () => {
  const answer = await ask("/c/chk_1?lang=ko");
  expect(passed(answer, "x-page-locale")).toBe("ko");
  expect(answer.headers.get("set-cookie")).toMatch(/^language=ko;.*; Secure$/);
  const dashboard = await ask("/dashboard/sign-in?lang=ko", { "accept-language": "de" });
  expect(passed(dashboard, "x-page-locale")).toBe("ko");
  expect(dashboard.headers.get("set-cookie")).toContain("language=ko;");
  expect(passed(await ask("/docs?lang=ko", { "x-page-locale": "forged" }), "x-page-locale")).toBeUndefined();
});

test("passes a language to the pages of the documentation that exist in it, and to no other page of the site", async () => {
  const korean = { "accept-language": "ko-KR" };
  expect(passed(await ask("/docs/get-started", korean), "x-page-locale")).toBe("ko-KR");
  const chosen = await ask("/docs/go-live?lang=ko");
  expect(passed(chosen, "x-page-locale")).toBe("ko");
  expect(chosen.headers.get("set-cookie")).toContain("language=ko;");
  for (const path of ["/docs/webhooks?lang=ko", "/docs?lang=ko", "/?lang=ko"]) {
    const answer = await ask(path, korean);
    expect(passed(answer, "x-page-locale")).toBeUndefined();
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
});

test.each([
  ["garbage", false],
  [encodeURIComponent('["",5]'), false],
  [encodeURIComponent('["",{"a":5}]'), false],
  [encodeURIComponent('["",{"children":["__PAGE__",{}]}]'), true],
])("the router's state %s is passed on: %s", async (state, isKept) => {
  const answer = await ask("/c/chk_1", { rsc: "1", "next-router-state-tree": state });
  expect(passed(answer, "next-router-state-tree") === state).toBe(isKept);
});

test("another form of a page's address leads nowhere", async () => {
  const answer = await ask("/_next/d%61ta/build/dashboard.json");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
});

test.each([
  ["/%64ashboard", visit("dashboard", null)],
  ["/%63/chk_1", visit("payment", { kind: "c", name: "chk_1" })],
])("applies the rules to the normalized form of %s", async (path, judged) => {
  await ask(path);
  expect(judge).toHaveBeenCalledWith(judged);
});

test.each(["/_global-error", "/_Global-Error"])("%s is 404, in any form", async (path) => {
  for (const accept of ["text/html", "application/json"])
    expect((await ask(path, { accept })).status).toBe(404);
  expect(judge).not.toHaveBeenCalled();
});

test.each(["/c%2fchk_1", "/dashboard%5Cprojects", "/docs/a%5Cb", "/dashboard/projects/a%2fb/refunds"])(
  "refuses %s for any Accept",
  async (path) => {
    for (const accept of ["text/html", "*/*"]) expect((await ask(path, { accept })).status).toBe(404);
    expect(judge).not.toHaveBeenCalled();
  },
);

test.each(["/c/a%2Fb", "/r/a%5Cb", "/dashboard/projects/a%2Fb/checkouts/x"])(
  "passes %s on to the operations when JSON is requested",
  async (path) => {
    const answer = await ask(path, { accept: "text/html" });
    expect([answer.status, answer.headers.get("vary")]).toEqual([404, "Accept, x-api-key"]);
    expect(judge).not.toHaveBeenCalled();
    expect((await ask(path, { accept: "application/json" })).headers.get("x-middleware-next")).toBe("1");
  },
);

test("varies by the header that selects its other form, if it has one", async () => {
  for (const path of ["/c/chk_1", "/r/token", "/dashboard/projects/prj_1/checkouts/chk_1"])
    expect((await ask(path)).headers.get("vary")).toBe("Accept, x-api-key");
  for (const path of ["/docs", "/l/mug", "/dashboard/projects/prj_1/refunds"])
    expect((await ask(path)).headers.get("vary")).toBeNull();
});
