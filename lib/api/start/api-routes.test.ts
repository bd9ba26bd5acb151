import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiRoutes, loadApiRoutes } from "./api-routes";

const pages = [
  "/(checkout)/c/[checkoutId]/page",
  "/api/[[...path]]/route",
  "/api/c/[checkoutId]/route",
  "/api/c/[checkoutId]/select/route",
  "/api/dashboard/projects/[projectId]/checkouts/exchange-rate/route",
  "/api/inngest/route",
  "/api/v1/checkouts/[checkoutId]/route",
  "/api/v1/checkouts/route",
];

let dir: string;
let find: ApiRoutes;

/** A build in which every handler answers the name of its page and what it was given. */
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "api-routes-"));
  const folder = path.join(dir, ".next/server");
  for (const page of pages) {
    const file = path.join(folder, "app", `${page}.js`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      `exports.handler = async (request, response, context) => ({ page: ${JSON.stringify(page)}, ...context })`,
    );
  }
  const files = Object.fromEntries(pages.map((page) => [page, `app${page}.js`]));
  await writeFile(path.join(folder, "app-paths-manifest.json"), JSON.stringify(files));
  find = await loadApiRoutes(dir, "http://127.0.0.1:3000");
});

afterAll(() => rm(dir, { recursive: true, force: true }));

function exchange(url: string, headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url });
  Object.assign(request.headers, headers);
  return { request, response: new ServerResponse(request) };
}

async function pageOf(target: string): Promise<unknown> {
  const serve = find(target);
  if (serve === null) return null;
  const { request, response } = exchange(target);
  return ((await serve(request, response)) as { page: string }).page;
}

test.each([
  ["/api/v1/checkouts", "/api/v1/checkouts/route"],
  ["/api/v1/checkouts?take=5&skip=0", "/api/v1/checkouts/route"],
  ["/api/v1/checkouts/chk_1", "/api/v1/checkouts/[checkoutId]/route"],
  ["/api/c/a%2Fb", "/api/c/[checkoutId]/route"],
  ["/api/c/chk_1/select", "/api/c/[checkoutId]/select/route"],
  [
    "/api/dashboard/projects/prj_1/checkouts/exchange-rate",
    "/api/dashboard/projects/[projectId]/checkouts/exchange-rate/route",
  ],
])("%s is served by %s", async (target, page) => {
  expect(await pageOf(target)).toBe(page);
});

test.each([
  "/",
  "/c/chk_1",
  "/api",
  "/api/nope",
  "/api/inngest",
  "/api/v1",
  "/api/v1/checkouts/",
  "/api//v1/checkouts",
  "/api/V1/checkouts",
  "/api/c/chk_1/select/x",
  "/api/v1/checkouts/chk_1/nope",
  "/x/api/v1/checkouts",
])("%s takes Next's way", (target) => {
  expect(find(target)).toBeNull();
});

test("a handler finds no parameters of its path in a query, each with a new one of its own", async () => {
  const target = "/api/c/chk_1?x?&nxtPcheckoutId=chk_2";
  const metas = await Promise.all(
    [1, 2].map(async () => {
      const { request, response } = exchange(target);
      return (await find(target)?.(request, response)) as { requestMeta: { query: object } };
    }),
  );
  expect(metas.map(({ requestMeta }) => requestMeta.query)).toEqual([{}, {}]);
  expect(metas[0]?.requestMeta.query).not.toBe(metas[1]?.requestMeta.query);
});

test("a handler gets the whole address, and no header that Next uses among its own parts", async () => {
  const target = "/api/v1/checkouts?take=5";
  const { request, response } = exchange(target, {
    accept: "application/json",
    "x-matched-path": "/api/c/[checkoutId]",
    "x-now-route-matches": "1=x",
    "next-resume": "1",
  });
  expect(await find(target)?.(request, response)).toMatchObject({
    requestMeta: { initURL: "http://127.0.0.1:3000/api/v1/checkouts?take=5", initProtocol: "http" },
  });
  expect(request.headers).toEqual({ accept: "application/json" });
});

test("headers wait for the body", async () => {
  const { request, response } = exchange("/api/v1/checkouts");
  await find("/api/v1/checkouts")?.(request, response);
  response.flushHeaders();
  expect(response.headersSent).toBe(false);
  response.end("{}");
  expect(response.headersSent).toBe(true);
});

test("an application that was not built is told so", async () => {
  await expect(loadApiRoutes(path.join(dir, "nowhere"), "http://127.0.0.1")).rejects.toThrow("ENOENT");
});
