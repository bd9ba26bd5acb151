import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCompressed } from "./compressed-files";

const source = "export const one = 1;\n".repeat(100);
let build = "";
const server = createServer(async (request, response) => {
  if (await sendCompressed(request, response, build)) return;
  response.writeHead(200, { "x-by": "next" }).end(source);
});
let origin = "";

beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), "build-"));
  await mkdir(path.join(build, "static/chunks"), { recursive: true });
  await writeFile(path.join(build, "static/chunks/0a~b-c.js.br"), brotliCompressSync(source));
  await writeFile(path.join(build, "static/chunks/style.css.br"), brotliCompressSync(source));
  await writeFile(path.join(build, "static/secret.js.br"), brotliCompressSync(source));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const chunk = "/_next/static/chunks/0a~b-c.js";
const ask = (target: string, init: RequestInit = {}) =>
  fetch(origin + target, { ...init, headers: { "accept-encoding": "gzip, br", ...init.headers } });

test.each([
  [chunk, "application/javascript; charset=utf-8"],
  ["/_next/static/chunks/style.css", "text/css; charset=utf-8"],
])("%s is sent as the build compressed it, for good", async (file, type) => {
  const answer = await ask(file);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(await answer.text()).toBe(source);
});

test.each([
  ["a client that takes gzip alone", chunk, { headers: { "accept-encoding": "gzip, deflate" } }],
  ["a client that refuses it", chunk, { headers: { "accept-encoding": "gzip, br;q=0" } }],
  ["HEAD", chunk, { method: "HEAD" }],
  ["a script that the build doesn't have", "/_next/static/chunks/other.js", {}],
  ["a path out of the folder", "/_next/static/chunks/..%2Fsecret.js", {}],
])("%s is left to Next", async (_, target, init) => {
  expect((await ask(target, init)).headers.get("x-by")).toBe("next");
});

// As a client sends it that normalises no path.
test("a plain path out of the folder is left to Next", async () => {
  const target = { port: new URL(origin).port, path: "/_next/static/chunks/../secret.js" };
  const by = new Promise((resolve) =>
    get({ ...target, headers: { "accept-encoding": "br" } }, ({ headers }) => resolve(headers["x-by"])),
  );
  expect(await by).toBe("next");
});
