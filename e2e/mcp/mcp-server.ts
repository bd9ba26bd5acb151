import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { spawnGuarded } from "@/lib/platform/process/processes";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** What a host starts: npm would write its own lines to standard output. */
export const program = [`${root}lib/platform/process/bootstrap.mjs`, "mcp"];

export type McpHttpServer = { url: string; stop(): Promise<void> };

/** The server on a free port. */
export async function startHttp(env: Record<string, string>, flags: string[] = []): Promise<McpHttpServer> {
  const started = spawnGuarded(
    process.execPath,
    [...program, "--http", "--port", "0", ...flags],
    { cwd: root, env: { ...process.env, ...env } },
    "TERM",
  );
  started.stdout?.resume();
  const lines: string[] = [];
  if (started.stderr === null) throw new Error("its errors are piped");
  for await (const line of createInterface(started.stderr)) {
    lines.push(line);
    const url = /http:\S+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    started.stderr.resume();
    return {
      url,
      stop: async () => {
        if (started.exitCode !== null) return;
        const ended = once(started, "exit");
        started.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error(lines.join("\n"));
}
