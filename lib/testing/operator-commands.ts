import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const typescript = new URL("../platform/process/typescript.mjs", import.meta.url).href;

/**
 * Runs the command that operators run over all books of the stack whose data lies in `dataRoot`.
 *
 * @returns each line in which it names something, and all it said when it could not look
 */
export async function reconcileBooks(dataRoot: string, limits?: { withinMs: number }): Promise<string[]> {
  const args = ["lib/operate/programs/reconcile.ts", "--all", "--logs"];
  const { code, text } = await runCommand(dataRoot, args, {}, limits);
  if (code === 0) return [];
  const named = text.split("\n").filter((line) => /^[a-z]+: \S+: /.test(line));
  return code === 1 && named.length > 0 ? named : [`reconcile ended with ${code}: ${text}`];
}

/** Runs a program of operators for the stack whose data lies in `dataRoot`, with nothing but its own settings. */
export async function runCommand(
  dataRoot: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
  { withinMs = 120_000 }: { withinMs?: number } = {},
): Promise<{ code: number | null; text: string }> {
  const { DATABASE_URL: _, CHAINS: __, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", typescript, ...args], {
    cwd: root,
    env: { ...env, ...more, DATA_ROOT: dataRoot },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: withinMs,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, text };
}
