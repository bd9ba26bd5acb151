import { Readable } from "node:stream";
import { format } from "node:util";
import { vi } from "vitest";

export type Ended = { exitCode: number; stdout: string; stderr: string };

/**
 * Runs a command's program as an operator would, with nothing but its settings, though in this process: one of its own
 * takes seconds to start.
 *
 * @param load imports the program's file, which runs it
 * @param input what it reads from standard input
 */
export async function runProgramFile(
  load: () => Promise<unknown>,
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
    vi.resetModules();
    await load();
    return { exitCode: Number(process.exitCode), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, before);
  }
}
