import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { ownServer } from "./environment.mjs";
import { isPortInUse, spawnGuarded } from "./processes";
import { StartError } from "./start-error";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Our loader for programs outside Next, with its full path: the caller may run under another one. */
const typescript = new URL("typescript.mjs", import.meta.url).href;
const readyWithinMs = 90_000;
const requestTimeoutMs = 20_000;
const stopWithinMs = 15_000;

export type ServerProcess = {
  readonly pid: number;
  /** Resolves when the process ends in any way: to its exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Stops gracefully, and kills after a while. */
  stop(): Promise<void>;
  /** Kills it like a crash. */
  kill(): Promise<void>;
};

/**
 * Starts the web server and waits until it is ready to work.
 * @throws StartError PORT_TAKEN, START_FAILED
 */
export async function startServerProcess(options: {
  port: number;
  env: Readonly<Record<string, string>>;
  dev: boolean;
  /** Wait until everything works (default) or, since chains may be down, until it answers at all. */
  awaits?: "readiness" | "answer";
  onOutput: (line: string) => void;
  /** Uses `next start` in place of our start script. */
  plainNext?: boolean;
  /** Aborts the start and ends the process. */
  signal?: AbortSignal;
}): Promise<ServerProcess> {
  const nodeEnv = options.dev ? "development" : "production";
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...options.env,
    NODE_ENV: nodeEnv,
    PORT: String(options.port),
  };
  const { host } = ownServer(env);
  const child = spawnGuarded(
    process.execPath,
    options.plainNext ? plainNext(host, options.port) : ["--import", typescript, "lib/operate/start.ts"],
    { cwd: root, env },
    "TERM",
  );
  let tail = "";
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    output.on("data", (chunk: Buffer) => {
      tail = `${tail}${chunk}`.slice(-4_000);
    });
    // A chunk of output may end in the middle of a line.
    createInterface({ input: output }).on("line", (line) => {
      // The error says it.
      if (line.trim() !== "" && !isPortInUse(line)) options.onOutput(line);
    });
  }
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const gone = ended.then(() => {
    const taken = tail.split("\n").find(isPortInUse);
    throw taken !== undefined
      ? new StartError("PORT_TAKEN", taken)
      : new StartError("START_FAILED", "The server did not start. See its output above.", {
          cause: tail,
        });
  });
  const giveUp = () => child.kill("SIGTERM");
  options.signal?.addEventListener("abort", giveUp);
  child.once("exit", () => options.signal?.removeEventListener("abort", giveUp));
  const asking = new AbortController();
  await Promise.race([
    untilReady(host, options.port, options.awaits === "answer" ? "healthz" : "readyz", asking.signal),
    gone,
  ])
    .catch(async (error: unknown) => {
      await end(child, ended, "SIGKILL");
      throw error;
    })
    // Stop polling an ended server: polling would keep this process alive.
    .finally(() => asking.abort());
  gone.catch(() => undefined);
  return {
    pid: child.pid ?? -1,
    ended,
    stop: () => end(child, ended, "SIGTERM"),
    kill: () => end(child, ended, "SIGKILL"),
  };
}

function plainNext(hostname: string, port: number): string[] {
  const options = { hostname, port: String(port), keepAliveTimeout: "65000" };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return ["node_modules/next/dist/bin/next", "start", ...flags];
}

type Readiness = { isReady: boolean; body: string };

/** Not by `fetch`, which knows no IPv6 zone and may go through a proxy. */
async function ask(host: string, port: number, path: string, signal: AbortSignal): Promise<Readiness> {
  const probe = request({
    host,
    port,
    path,
    headers: { host: "localhost" },
    agent: new Agent(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  });
  const answered = once(probe, "response") as Promise<[IncomingMessage]>;
  probe.end();
  const [answer] = await answered;
  return { isReady: answer.statusCode === 200, body: await text(answer) };
}

async function untilReady(
  host: string,
  port: number,
  what: "healthz" | "readyz",
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  let last = "it gave no answer";
  while (Date.now() < deadline && !signal.aborted) {
    try {
      const { isReady, body } = await withTimeLimit(
        requestTimeoutMs,
        "the server",
        ask(host, port, `/api/${what}`, signal),
      );
      if (isReady) return;
      last = body;
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  throw new StartError("START_FAILED", `The server is not ready after ${readyWithinMs / 1_000} s: ${last}`);
}

async function end(child: ChildProcess, ended: Promise<unknown>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(timer);
}
