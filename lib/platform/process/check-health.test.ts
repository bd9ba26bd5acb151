import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("check-health.mjs", import.meta.url));

/** The exit code of the image's health check. */
async function check(variables: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [program], {
    env: { NODE_ENV: "production", ...variables },
    stdio: "ignore",
  });
  const [code] = (await once(child, "exit")) as [number];
  return code;
}

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.0.0.2", "127.0.0.2"],
  ["0.0.0.0", "0.0.0.0"],
  ["localhost", "localhost"],
  ["127.0.0.2", "'127.0.0.2'"],
])("queries a service that listens at %s when HOST is %s, without a proxy", async (listens, HOST) => {
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, listens, resolve));
  const PORT = `"${(server.address() as AddressInfo).port}"`;
  const proxy = { HTTP_PROXY: "http://127.0.0.1:1", NODE_USE_ENV_PROXY: "1" };
  expect(await check({ HOST, PORT, ...proxy })).toBe(0);
  expect(asked).toEqual(["/healthz"]);
  status = 503;
  expect(await check({ HOST, PORT })).toBe(1);
  await new Promise((resolve) => server.close(resolve));
  expect(await check({ HOST, PORT })).toBe(1);
});
