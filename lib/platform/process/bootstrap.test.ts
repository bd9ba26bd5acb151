import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { processIdentity } from "./processes";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let copy: string;

const demoProgram = `
import "server-only";
import { writeFileSync } from "node:fs";
import { useState } from "react";
import { greeting } from "@/lib/demo/greeting";
if (process.argv.includes("--win32")) Object.defineProperty(process, "platform", { value: "win32" });
let signals = 0;
process.on("SIGINT", () => stop("SIGINT"));
process.on("SIGTERM", () => stop("SIGTERM"));
function stop(name: string) {
  signals += 1;
  setTimeout(() => { writeFileSync("stopped", name + signals); process.exit(3); }, 800);
}
setInterval(() => undefined, 1_000);
// Told last: from here on signals are heard.
console.log(JSON.stringify({
  args: process.argv.slice(2), greeting, mode: process.env.NODE_ENV, react: typeof useState,
  telemetry: process.env.NEXT_TELEMETRY_DISABLED, pid: process.pid,
}));
if (process.argv.includes("--exit")) process.exit(7);
`;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "checkout-bootstrap-"));
  for (const file of [
    "lib/platform/process/bootstrap.mjs",
    "lib/platform/process/connection-attempts.mjs",
    "lib/platform/process/npm-program.mjs",
    "lib/platform/process/typescript.mjs",
  ]) {
    await cp(path.join(root, file), path.join(copy, file));
  }
  for (const file of ["package.json", "package-lock.json", "tsconfig.json"]) {
    await cp(path.join(root, file), path.join(copy, file));
  }
  // Nothing here is generated: the copy has no sources of it.
  await writeFile(
    path.join(copy, "lib/platform/process/generate.mjs"),
    "export const generate = () => Promise.resolve(false);\n",
  );
  await mkdir(path.join(copy, "lib/contracts"));
  await writeFile(
    path.join(copy, "lib/contracts/run.mjs"),
    "export const buildTestContracts = () => Promise.resolve(true);\n",
  );
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  await mkdir(path.join(copy, "lib/demo"), { recursive: true });
  await writeFile(path.join(copy, "lib/demo/demo.ts"), demoProgram);
  await writeFile(path.join(copy, "lib/demo/greeting.ts"), 'export const greeting: string = "hello";\n');
  await mkdir(path.join(copy, ".data"));
});

beforeEach(() => rm(path.join(copy, "stopped"), { force: true }));

afterAll(() => rm(copy, { recursive: true, force: true }));

const asWindows = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "platform", { value: "win32" })')}`;

/** `--win32` lets starter and program take this system for Windows. */
function start(...args: string[]): ChildProcess {
  const preload = args.includes("--win32") ? ["--import", asWindows] : [];
  return spawn(process.execPath, [...preload, "lib/platform/process/bootstrap.mjs", ...args], {
    cwd: copy,
    env: process.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Resolves with what the demo program says of itself. */
async function report(child: ChildProcess): Promise<Record<string, unknown> & { pid: number }> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    const line = /^\{.*\}$/m.exec(text)?.[0];
    if (line !== undefined) return JSON.parse(line);
  }
  throw new Error(`the program did not start: ${text}`);
}

const exit = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

test("runs the command's TypeScript with its flags, alias, settings and without server-only's guard", async () => {
  const child = start("demo", "--exit", "--json");
  const ended = exit(child);
  expect(await report(child)).toMatchObject({
    args: ["demo", "--exit", "--json"],
    greeting: "hello",
    mode: "production",
    react: "function",
    telemetry: "1",
  });
  expect(await ended).toBe(7);
}, 120_000);

test("a signal that arrives twice is passed on once, and the program's exit code is ours", async () => {
  const child = start("dev");
  const ended = exit(child);
  const { mode } = await report(child);
  child.kill("SIGINT");
  setTimeout(() => child.kill("SIGINT"), 50);
  expect(await ended).toBe(3);
  expect(mode).toBe("development");
  expect(await readFile(path.join(copy, "stopped"), "utf8")).toBe("SIGINT1");
}, 120_000);

test("doesn't pass Ctrl-C on under Windows, where the console sends it to both", async () => {
  const child = start("dev", "--win32");
  const ended = exit(child);
  const { pid } = await report(child);
  child.kill("SIGINT");
  process.kill(pid, "SIGINT");
  expect(await ended).toBe(3);
  expect(await readFile(path.join(copy, "stopped"), "utf8")).toBe("SIGINT1");
}, 120_000);

test.each([[], ["--win32"]])(
  "the program stops by itself when the starter is killed %s",
  async (...flags) => {
    const child = start("demo", ...flags);
    const { pid } = await report(child);
    const identity = processIdentity(pid);
    expect(identity).not.toBeNull();
    child.kill("SIGKILL");
    await expect.poll(() => processIdentity(pid), { timeout: 60_000 }).not.toBe(identity);
    expect(await readFile(path.join(copy, "stopped"), "utf8")).toBe("SIGTERM1");
  },
  120_000,
);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "stops the program when npm ends by %s, without a signal of its own",
  async (signal) => {
    const npm = spawn("npm", ["run", "demo"], {
      cwd: copy,
      env: process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = await report(npm);
    const identity = processIdentity(pid);
    expect(identity).not.toBeNull();
    npm.kill(signal);
    await expect.poll(() => processIdentity(pid), { timeout: 60_000 }).not.toBe(identity);
    expect(await readFile(path.join(copy, "stopped"), "utf8")).toBe("SIGTERM1");
  },
  120_000,
);

test.each([
  ["serve", 1, "demo | dev | start | build | generate | test | bench"],
  ["generate", 0, "Built the contracts that only tests use."],
] as const)(
  "answers %s with %i and says what it knows or made",
  async (command, expected, said) => {
    const child = start(command);
    let words = "";
    for (const output of [child.stdout, child.stderr])
      output?.on("data", (chunk) => {
        words += chunk;
      });
    // Not its exit: of what it said some may then still be on its way.
    const [code] = await once(child, "close");
    expect(code).toBe(expected);
    expect(words).toContain(said);
  },
  120_000,
);
