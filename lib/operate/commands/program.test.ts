import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { SettingsError } from "@/lib/settings/variables";
import { isFull } from "@/lib/testing/full-size";
import { errorText, readArguments, UsageError } from "./program";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(`${root}/package.json`, "utf8")));
/** Those of our own programs; the others pass their flags on to a tool. */
const programs = Object.entries(scripts).flatMap(([name, command]) => {
  const [, args] = /^node (lib\/platform\/process\/bootstrap\.mjs .*)$/.exec(command) ?? [];
  return args === undefined ? [] : [[name, args.split(" ")] as const];
});

/** Without any setting, as on a machine that has none yet. */
function run(args: readonly string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const env = { NODE_ENV: "test" } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: root, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
}

test("there are programs to look at", () =>
  expect([programs.length > 10, helped.length > 2]).toEqual([true, true]));

/** One whose help the starter knows and two that answer by themselves: each starts a process. With FULL=1 all. */
const helped = programs.filter(([name]) => isFull || ["demo", "admin", "chains"].includes(name));

test.each(helped)("npm run %s -- --help says how it is used, and nothing else", async (name, args) => {
  const { exitCode, stdout, stderr } = await run([...args, "--help"]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: npm (?:run )?[a-z:]+/);
  expect(stdout, name).not.toMatch(/\n\s+at /);
});

const usage = "Usage: npm run thing -- [--size N]";
const read = (...args: string[]) => readArguments(usage, { args, options: { size: { type: "string" } } });

test.each([
  [["--sise", "1"], "Unknown option '--sise'."],
  [["--size"], "Option '--size <value>' argument missing."],
  [["one"], "Unexpected argument 'one'."],
])("%j is refused in the first line, with the usage below", (args, sentence) => {
  expect(() => read(...args)).toThrow(UsageError);
  expect(() => read(...args)).toThrow(new RegExp(`^${sentence.replace(/[.<>]/g, "\\$&")}\n`));
});

test("reads valid arguments", () => expect(read("--size", "2").values).toEqual({ size: "2" }));

const foreign = "no\nFAULT \u001b[2J\u202e page";
const escaped = "no\\nFAULT \\u001b[2J\\u202e page";
const severe = Object.assign(new Error(`password authentication failed for user "${foreign}`), {
  severity: "FATAL",
  code: "28P01",
});

test.each([
  ["a node's or file's words", new Error(`refused: ${foreign}`), `refused: ${escaped}`],
  ["a thrown text", foreign, /^'no\\nFAULT /],
  [
    "an argument in a usage error",
    new UsageError(`Unexpected '${foreign}'.`, usage),
    `'${escaped}'.\n${usage}`,
  ],
  ["settings, line by line", new SettingsError("Wrong:\n  A \u001b[2J\n  B"), "Wrong:\n  A \\u001b[2J\n  B"],
  ["the words of a database", severe, /^Password authentication failed for user "no\. Stop the service/],
])("an error's text keeps foreign text on one line: %s", (_, error, text) => {
  const shown = errorText(error);
  if (typeof text === "string") expect(shown).toContain(text);
  else expect(shown).toMatch(text);
  expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
});
