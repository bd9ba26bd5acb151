import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePortAfter } from "./ports";

test("a port that is suggested for a busy one is free", async () => {
  const [busy, next] = [createServer(), createServer()];
  await new Promise<void>((done) => busy.listen(0, "127.0.0.1", done));
  const { port } = busy.address() as { port: number };
  // Another program may have it already: then it is busy, too.
  await new Promise<void>((done) => {
    next.once("error", () => done());
    next.listen(port + 1, "127.0.0.1", done);
  });
  expect(await freePortAfter(port, "127.0.0.1")).toBeGreaterThan(port + 1);
  busy.close();
  next.close();
});
