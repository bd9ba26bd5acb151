import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts a process that talks, reads its first line and then no more. */
async function leaveTalking(how: "outlives" | "as-it-is") {
  const child = spawn(
    process.execPath,
    ["--import", "./lib/demo/typescript.mjs", "lib/testing/programs/talker.ts", how],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  return { child, ended };
}

test("a process whose output nobody reads goes on, and stops when it is told to", async () => {
  const { child, ended } = await leaveTalking("outlives");
  // Some hundred lines later it has met the closed pipe.
  await sleep(2_000);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("without that it reports its own reports", async () => {
  const { ended } = await leaveTalking("as-it-is");
  expect(await ended).toEqual([7, null]);
});
