import { expect, test } from "vitest";
import { processIdentity } from "@/lib/demo/processes";
import { runBounded } from "./bounded-process";

/** What was killed is gone as soon as the system has come to it. */
const soon = { timeout: 20_000 };

const grandchild = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  console.log(child.pid);
`;

test("a program that is over its time is killed with all that it started", { timeout: 60_000 }, async () => {
  const outcome = await runBounded({
    args: ["-e", `${grandchild} process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)`],
    timeoutMs: 1_500,
  });
  expect(outcome.timedOut).toBe(true);
  expect(outcome.exitCode).toBeNull();
  await expect.poll(() => processIdentity(Number(outcome.stdout)), soon).toBeNull();
});

test("what a program leaves behind is killed when it ends", { timeout: 60_000 }, async () => {
  const outcome = await runBounded({ args: ["-e", `${grandchild} process.exit(3)`], timeoutMs: 20_000 });
  expect(outcome).toMatchObject({ timedOut: false, exitCode: 3 });
  await expect.poll(() => processIdentity(Number(outcome.stdout)), soon).toBeNull();
});

test("lines of both outputs are passed on as they come", async () => {
  const lines: string[] = [];
  const outcome = await runBounded({
    args: ["-e", "console.log('out'); console.error('err')"],
    timeoutMs: 20_000,
    onLine: (line) => lines.push(line),
  });
  expect(outcome.exitCode).toBe(0);
  expect(lines.sort()).toEqual(["err", "out"]);
});
