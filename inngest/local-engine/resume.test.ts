import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FIXTURE = fileURLToPath(new URL("sweeper.fixture.ts", import.meta.url));

let folder = "";
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "local-engine-"));
  for (const name of ["due", "done"]) mkdirSync(join(folder, name));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** `--conditions react-server` lets `server-only` load outside Next. */
function startProcess(heldAt = ""): ChildProcess {
  const args = ["--conditions", "react-server", "--import", "tsx", FIXTURE, folder, heldAt];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  children.push(child);
  return child;
}

const begun = (): string[] => {
  const path = join(folder, "log");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
};

test("behavior: work goes on after the process was killed in the middle of a step", async () => {
  const items = ["1", "2", "3", "4"];
  for (const item of items) writeFileSync(join(folder, "due", item), "");

  const first = startProcess("3");
  const killed = once(first, "exit");
  while (!begun().includes("begin 3")) {
    expect(first.exitCode).toBeNull();
    await wait(10);
  }
  first.kill("SIGKILL");
  expect(await killed).toEqual([null, "SIGKILL"]);
  expect(readdirSync(join(folder, "done"))).toEqual(["1", "2"]);

  const [code] = await once(startProcess(), "exit");
  expect(code).toBe(0);
  expect(readdirSync(join(folder, "done")).sort()).toEqual(items);
  expect(readdirSync(join(folder, "due"))).toEqual([]);
  expect(begun()).toEqual(["begin 1", "begin 2", "begin 3", "begin 3", "begin 4"]);
}, 60_000);
