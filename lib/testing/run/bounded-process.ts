import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

export interface BoundedProcess {
  /** Arguments of Node: a program and its own arguments. */
  args: string[];
  timeoutMs: number;
  env?: Record<string, string>;
  /** Receives every line of standard output and error; without it they are only kept. */
  onLine?: (line: string) => void;
  /** Whether standard output is data, and so no line of progress. */
  keepsStdout?: boolean;
}

export interface ProcessOutcome {
  /** null when a signal ended it. */
  exitCode: number | null;
  timedOut: boolean;
  stdout: string;
  /** The end of everything it said. */
  lastLines: string;
  ms: number;
}

/** How long a program whose time is over may tidy up. */
const stopGraceMs = 5_000;

const running = new Set<ChildProcess>();

/** Kills every process that still runs, with its whole group. */
export function killAll(): void {
  for (const child of running) killGroup(child);
}

/**
 * Runs Node in a process group of its own. When the time is over the group gets SIGTERM, and SIGKILL 5 s later;
 * it gets SIGKILL also after the program ended, so that nothing it started stays behind.
 */
export function runBounded(options: BoundedProcess): Promise<ProcessOutcome> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, options.args, {
    cwd: projectRoot,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  running.add(child);

  let stdout = "";
  let recent: string[] = [];
  const onLine = (line: string) => {
    recent = [...recent.slice(-39), line];
    options.onLine?.(line);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  if (!options.keepsStdout) createInterface({ input: child.stdout }).on("line", onLine);
  createInterface({ input: child.stderr }).on("line", onLine);

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child, "SIGTERM");
    setTimeout(() => killGroup(child), stopGraceMs).unref();
  }, options.timeoutMs);

  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // A grandchild that holds the pipes would keep "close" away for ever.
    child.once("exit", () => killGroup(child));
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      running.delete(child);
      const ms = performance.now() - startedAt;
      resolve({ exitCode, timedOut, stdout, lastLines: recent.join("\n"), ms });
    });
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    if (child.pid === undefined) return;
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody left in it.
  }
}
