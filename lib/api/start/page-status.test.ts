import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepPageAnswer, setPageStatus } from "./page-status";

const slot = Symbol.for("stablecoin-checkout.page-answers");
let server: Server;
let draw: (id: string, send: () => void) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    keepPageAnswer(request, response);
    draw(String(request.headers["x-request-id"]), () => response.write("drawn"));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  Reflect.deleteProperty(globalThis, slot);
});

const visit = (id: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers: { "x-request-id": id } });

test("a page names the status of its own answer", async () => {
  draw = (id) => setPageStatus(id, 404);
  expect((await visit("a")).status).toBe(404);
});

test("it changes no other, and none that is on its way or gone", async () => {
  draw = (id, send) => {
    setPageStatus("a", 404);
    send();
    setPageStatus(id, 404);
  };
  const answer = await visit("b");
  expect([answer.status, await answer.text()]).toEqual([200, "drawn"]);
  const kept = () => (globalThis as { [slot]?: Map<string, unknown> })[slot]?.size;
  await expect.poll(kept, { timeout: 20_000 }).toBe(0);
});
