import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepPagesForReads, setRequestId, varyByForm } from "./request-headers";

let server: Server;
let seen: IncomingHttpHeaders;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    setRequestId(incoming, response);
    keepPagesForReads(incoming);
    varyByForm(response);
    seen = incoming.headers;
    response.setHeader("Vary", ["rsc, next-router-prefetch", "Accept, x-api-key"]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

function send(method: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method, headers }, (answer) => {
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

test("another Accept stays as it is", async () => {
  await send("POST", { accept: "application/json" });
  expect(seen.accept).toBe("application/json");
});

test("Vary names what decides between page and JSON, once, beside what was written", async () => {
  expect((await send("GET", {})).vary).toBe("Accept, x-api-key, rsc, next-router-prefetch");
});
