import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { call } from "../support/api";
import { openProjects } from "../support/projects";
import { manifest } from "../support/stack";

const demo = manifest();
const root = fileURLToPath(new URL("../..", import.meta.url));

/** `npm run conformance` with these arguments. */
function conformance(...args: string[]): Promise<{ code: number | null; text: string }> {
  const program = ["--import", "./lib/platform/process/typescript.mjs", "lib/testing/conformance/main.ts"];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...program, ...args], { cwd: root }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    );
  });
}

test("the command finds no fault in this service, and cancels the checkouts that it created", async () => {
  const projects = openProjects(demo);
  const { serverKey, apiKey } = await projects.make().finally(() => projects.close());
  const { code, text } = await conformance(
    ...["--base-url", demo.baseUrl, "--server-key", serverKey, "--api-key", apiKey],
  );
  expect(text).toContain("Faults: 0.");
  expect(text).toMatch(/^ok {5}POST {2}\/v1\/checkouts: \d+ requests$/m);
  expect(text).toMatch(/^Cancelled [1-9]\d* checkouts\.$/m);
  expect(code).toBe(0);
  const { body } = await call<unknown[]>(`${demo.baseUrl}/v1/checkouts?status=PENDING`, {
    headers: { "x-api-key": serverKey },
  });
  expect(body).toMatchObject({ ok: true, data: [] });
});

test("the command ends with 2 when it cannot look, and says why", async () => {
  const { serverKey } = demo;
  const noKey = await conformance("--base-url", demo.baseUrl);
  expect([noKey.code, noKey.text]).toEqual([2, expect.stringContaining("--server-key is missing.")]);
  const noService = await conformance("--base-url", `${demo.baseUrl}/path`, "--server-key", serverKey);
  expect([noService.code, noService.text]).toEqual([2, expect.stringContaining("--base-url is an address")]);
  const wrongKey = await conformance("--base-url", demo.baseUrl, "--server-key", "svc_server_wrong");
  expect([wrongKey.code, wrongKey.text]).toEqual([
    2,
    expect.stringContaining("The server key was answered 404"),
  ]);
});
