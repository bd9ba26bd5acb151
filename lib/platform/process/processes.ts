import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./start-error";

/** Stored beside a child's data, so that a later start can distinguish our orphan from an unrelated process. */
interface ProcessRecord {
  pid: number;
  identity: string;
  ownerPid: number;
  ownerIdentity: string;
}

/**
 * A text unique to the process: a process id alone may be reused.
 * @returns null when no such process runs (a zombie does not count).
 */
export function processIdentity(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      // proc(5): the command name is in brackets and may contain spaces and brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state === "Z" || state === "X") return null;
      const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return `${bootId}:${fields[18]}`;
    }
    return readStart(askSystem(processQuestion("start", pid)));
  } catch {
    return null;
  }
}

/** The command line of a running process, arguments separated by spaces; null when there is none. */
export function processCommand(pid: number): string | null {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        : askSystem(processQuestion("command", pid));
    return command.trim() || null;
  } catch {
    return null;
  }
}

type Question = readonly [file: string, ...args: string[]];

/** How a system without /proc is asked about a process. */
export function processQuestion(
  what: "start" | "command",
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Question {
  if (platform !== "win32")
    return ["ps", "-o", what === "start" ? "state=,lstart=" : "command=", "-p", String(pid)];
  const found = `Get-CimInstance Win32_Process -Filter "ProcessId=${pid}"`;
  const field = what === "start" ? "CreationDate.Ticks" : "CommandLine";
  return ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", `(${found}).${field}`];
}

/** The answer to "start": null for no process, and for a zombie. */
export function readStart(answer: string, platform: NodeJS.Platform = process.platform): string | null {
  const text = answer.trim();
  if (platform === "win32") return text || null;
  const [state = "", ...started] = text.split(/\s+/);
  return state === "" || state.startsWith("Z") ? null : started.join(" ");
}

function askSystem([file, ...args]: Question): string {
  return execFileSync(file, args, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
}

/**
 * Ends a process and waits for it: first with `signal`, after `graceMs` with SIGKILL.
 * Does nothing when the process with that identity has already ended.
 */
export async function endProcess(
  pid: number,
  identity: string,
  { signal, graceMs }: { signal: NodeJS.Signals; graceMs: number },
): Promise<void> {
  for (const [step, waitMs] of [
    [signal, graceMs],
    ["SIGKILL", 5_000],
  ] as const) {
    if (processIdentity(pid) !== identity) return;
    try {
      process.kill(pid, step);
    } catch {
      return;
    }
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (processIdentity(pid) !== identity) return;
      await sleep(20);
    }
  }
}

/**
 * Makes a child end with this process, even a killed one: a shell waits on a pipe that the kernel closes, then signals
 * the child. The child runs in its own group, so that Ctrl-C reaches only us and we decide the order of stopping.
 */
export function spawnGuarded(
  file: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; uid?: number | undefined; gid?: number | undefined; cwd?: string },
  endSignal: "INT" | "TERM",
): ChildProcess {
  const child = spawn(file, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  if (child.pid === undefined || process.platform === "win32") return child;
  const guard = spawn(
    "sh",
    ["-c", 'read -r _; kill -s "$1" "$0" 2>/dev/null', String(child.pid), endSignal],
    {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  guard.on("error", () => undefined);
  guard.unref();
  if (guard.stdin && "unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  child.once("exit", () => guard.kill("SIGKILL"));
  return child;
}

/** Records which process serves `recordPath`'s data and which process owns it. */
export async function recordProcess(recordPath: string, pid: number): Promise<void> {
  const record: ProcessRecord = {
    pid,
    identity: processIdentity(pid) ?? "",
    ownerPid: process.pid,
    ownerIdentity: processIdentity(process.pid) ?? "",
  };
  await writeFile(`${recordPath}.new`, JSON.stringify(record), { mode: 0o600 });
  await rename(`${recordPath}.new`, recordPath);
}

/**
 * Ends the process left behind by an earlier run, if it still runs.
 * @returns whether there was one.
 * @throws StartError `ALREADY_RUNNING` when its owner is alive: then it is not an orphan.
 */
export async function endRecordedOrphan(
  recordPath: string,
  what: string,
  options: { signal: NodeJS.Signals; graceMs: number },
): Promise<boolean> {
  const record = await readRecord(recordPath);
  if (record === null) return false;
  const runs = processIdentity(record.pid) === record.identity;
  if (runs && record.ownerPid === process.pid) {
    throw new StartError("ALREADY_RUNNING", `${what} was already started by this process.`);
  }
  if (runs && processIdentity(record.ownerPid) === record.ownerIdentity) {
    throw new StartError(
      "ALREADY_RUNNING",
      `${what} is already in use by process ${record.ownerPid}. Stop that one first (Ctrl-C in its terminal).`,
    );
  }
  if (runs) await endProcess(record.pid, record.identity, options);
  await rm(recordPath, { force: true });
  return runs;
}

async function readRecord(recordPath: string): Promise<ProcessRecord | null> {
  try {
    const record: Partial<ProcessRecord> = JSON.parse(await readFile(recordPath, "utf8"));
    const { pid, identity, ownerPid, ownerIdentity } = record;
    if (!Number.isSafeInteger(pid) || pid === undefined || pid < 2) return null;
    if (!identity || ownerPid === undefined || ownerIdentity === undefined) return null;
    return { pid, identity, ownerPid, ownerIdentity };
  } catch {
    // Missing, or truncated by a killed process: postmaster.pid and the port still show whether it runs.
    return null;
  }
}

/** The only interface that local processes listen on. */
export const loopback = "127.0.0.1";

/** Whether a TCP port on the loopback interface can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

/** A TCP port on the loopback interface that is free now: another process may still take it. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await holdFreePort();
  await release();
  return port;
}

type HeldPort = {
  port: number;
  /** Frees the port for its intended process. Safe to call twice. */
  release(): Promise<void>;
};

/** Reserves a TCP port on the loopback interface until it is released. */
export async function holdFreePort(): Promise<HeldPort> {
  const held = await listen(0);
  if (held === null) throw new Error("The system has no free TCP port.");
  return held;
}

async function listenOnce(port: number): Promise<number | null> {
  const held = await listen(port);
  await held?.release();
  return held?.port ?? null;
}

function listen(port: number): Promise<HeldPort | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(null));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) return resolve(null);
      const release = () => new Promise<void>((released) => server.close(() => released()));
      resolve({ port: address.port, release });
    });
  });
}

/** How many ports we try: then the machine is full of programs, and any of them would do. */
const tries = 100;

/** The next port above `port` that no program has; `port + 1` when none is found. */
export async function freePortAfter(port: number, host: string): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + tries, 65_535); next++) {
    const server = createServer().listen({ port: next, host });
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return next;
  }
  return port + 1;
}

export function portInUse(port: number, free: number): string {
  return `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${free}`;
}

export const isPortInUse = (line: string): boolean => /^Port \d+ is in use by another program\./.test(line);
