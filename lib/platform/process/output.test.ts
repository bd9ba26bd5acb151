import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { escapeConsole } from "./output";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts a process that talks, reads its first line and then no more. */
async function leaveTalking(how: "outlives" | "as-it-is") {
  const child = spawn(
    process.execPath,
    ["--import", "./lib/platform/process/typescript.mjs", "lib/testing/programs/talker.ts", how],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  return { child, ended };
}

test("a process whose output nobody reads continues, and stops on request", async () => {
  const { child, ended } = await leaveTalking("outlives");
  // Some hundred lines later it has met the closed pipe.
  await sleep(2_000);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("otherwise reports its own errors", async () => {
  const { ended } = await leaveTalking("as-it-is");
  expect(await ended).toEqual([7, null]);
});

test("writes a console message on one line with hostile input", () => {
  const error = vi.fn();
  const target = { debug: vi.fn(), error, info: vi.fn(), log: vi.fn(), trace: vi.fn(), warn: vi.fn() };
  escapeConsole(target);
  const forged = 'x\n{"level":"info","msg":"forged"}\u2028\u001b[2J\u009b2J';
  target.error("⨯", new Error(forged, { cause: new Error(forged) }), { path: forged });
  target.error(`The address ${forged} %s`, forged);
  expect(error).toHaveBeenCalledTimes(2);
  for (const [pattern, line] of error.mock.calls) {
    expect(pattern).toBe("%s");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(line).toContain('{"level":"info","msg":"forged"}');
  }
});
