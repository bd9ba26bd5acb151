import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerMalformedRequest, isTargetTooLong, refuseMalformedRequest } from "./malformed-request";

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!refuseMalformedRequest(request, response)) response.end(`served ${request.url}`);
  });
  server.on("clientError", answerMalformedRequest);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the lines as they are, for a client library would mend them. */
function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () =>
      resolve({
        status: Number(text.split(" ")[1]),
        head: text.split("\r\n\r\n", 1)[0]?.toLowerCase() ?? "",
        body: /\{.*\}|served \S+/.exec(text)?.[0] ?? "",
      }),
    );
  });
}

const get = (target: string, ...headers: string[]) =>
  send(`GET ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers);

test.each(["/c/%", "/c/%zz", "/c/%c0%80", "/c/%00", "/c\\x", "*"])(
  "%s is answered with the NOT_FOUND envelope",
  async (target) => {
    const { status, body } = await get(target);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual({
      ok: false,
      error: {
        code: "NOT_FOUND",
        message: expect.any(String),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  },
);

test.each(["/c/chk_1", "/c/%E2%82%AC?x=%", "/"])("%s is served as it is", async (target) => {
  expect(await get(target)).toMatchObject({ status: 200, body: `served ${target}` });
});

test("a target with scheme and host is served by its path", async () => {
  expect(await get("http://shop.example/c/1?a=b")).toMatchObject({ status: 200, body: "served /c/1?a=b" });
});

test("a browser's navigation is served the page for unknown addresses", async () => {
  expect(await get("/c/%", "Accept: text/html")).toMatchObject({ status: 200, body: "served /404" });
});

test.each([
  ["/c/../v1/checkouts?a=..", "/v1/checkouts?a=.."],
  ["/c/%2e%2e/v1/./checkouts", "/v1/checkouts"],
])("%s is served as %s", async (target, path) => {
  expect(await get(target)).toMatchObject({ status: 200, body: `served ${path}` });
});

test.each(["/checkout.js", "/tokens/usdc.svg?a=b", "/shop/cup.svg"])("%s is only read", async (target) => {
  const { status, head } = await send(
    `POST ${target} HTTP/1.1`,
    "Host: x",
    "Content-Length: 0",
    "Connection: close",
  );
  expect([status, head.includes("allow: get, head\r\n")]).toEqual([405, true]);
});

test.each(["/c/.segments/x", "/c/%2Esegments%2Fx%0a"])("%s is no address", async (target) => {
  expect((await get(target)).status).toBe(404);
});

test.each(["TRACE", "PROPFIND"])("no address takes %s", async (method) => {
  const { status, head } = await send(`${method} /c/1 HTTP/1.1`, "Host: x", "Connection: close");
  expect(status).toBe(405);
  expect(head).toContain("allow: get, head, post");
});

test("what is not HTTP gets the envelope with 400", async () => {
  const { status, head, body } = await send("GARBAGE");
  expect(status).toBe(400);
  expect(head).toContain("\r\nx-content-type-options: nosniff");
  expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
});

test("headers beyond the limit get the envelope with 431", async () => {
  const { status, body } = await get("/", `x-long: ${"a".repeat(20_000)}`);
  expect(status).toBe(431);
  expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
});

test("a target of 8 KiB with 50 parameters is not too long, and one more of either is", () => {
  const withParameters = (count: number) => `/c/1?${Array(count).fill("a").join("&")}`;
  expect(isTargetTooLong(withParameters(50))).toBe(false);
  expect(isTargetTooLong(withParameters(51))).toBe(true);
  expect(isTargetTooLong(`/${"a".repeat(8_191)}`)).toBe(false);
  expect(isTargetTooLong(`/${"a".repeat(8_192)}`)).toBe(true);
});
