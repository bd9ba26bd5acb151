import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { vi } from "vitest";

export type Ended = { exitCode: number; stdout: string; stderr: string };

let runs = 0;

/**
 * Runs a command's program as an operator would, with nothing but its settings, though in this process: one of its own
 * takes seconds to start.
 *
 * @param program the file, which runs when it is imported: each time under another name, with the modules that are there
 * @param input what it reads from standard input
 */
export async function runProgramFile(
  program: URL,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = "",
): Promise<Ended> {
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode };
  const written = { stdout: "", stderr: "" };
  const keep =
    (where: keyof typeof written) =>
    (line: unknown, ...values: unknown[]) => {
      written[where] += `${format(line, ...values)}\n`;
    };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(keep("stdout")),
    vi.spyOn(console, "error").mockImplementation(keep("stderr")),
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ];
  process.argv = [process.execPath, "program", ...args];
  process.env = { ...settings, NODE_ENV: "test" };
  process.exitCode = 0;
  try {
    runs += 1;
    await import(/* @vite-ignore */ `${fileURLToPath(program)}?run=${runs}`);
    return { exitCode: Number(process.exitCode), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, before);
  }
}
