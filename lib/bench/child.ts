import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

const typescript = new URL("../platform/process/typescript.mjs", import.meta.url).href;
const root = fileURLToPath(new URL("../..", import.meta.url));
const readyWithinMs = 60_000;
const stopWithinMs = 10_000;

/** A program of the bench in a process of its own, so that no two share a thread. */
export type Child<FirstMessage> = {
  pid: number;
  /** Its first message, when it was ready. */
  ready: FirstMessage;
  /** Sends a message and returns the next one received. @throws Error when it ended or took too long */
  ask(message: object, withinMs: number): Promise<unknown>;
  stop(): Promise<void>;
};

/**
 * Starts one of `programs/` and waits for its first message. It ends when the channel to us does, so none
 * outlives even a killed bench.
 *
 * @throws Error with the end of what it said, when it ended first or gave no sign in 60 s
 */
export async function startChild<FirstMessage>(
  program: URL,
  env: Readonly<Record<string, string>> = {},
): Promise<Child<FirstMessage>> {
  const child = fork(fileURLToPath(program), {
    cwd: root,
    execArgv: ["--import", typescript],
    env: { ...process.env, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    serialization: "advanced",
    // Ctrl-C reaches only the bench, which then stops its programs in order.
    detached: process.platform !== "win32",
  });
  let said = "";
  const keep = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = once(child, "exit");
  const nextMessage = async (withinMs: number): Promise<unknown> => {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(withinMs)]);
    try {
      const ends = ended.then(() => Promise.reject(new Error(`it ended:\n${said}`)));
      const [message] = await Promise.race([once(child, "message", { signal }), ends]);
      return message;
    } catch (error) {
      throw new Error(`No answer from ${path.basename(fileURLToPath(program))}: ${String(error)}`, {
        cause: error,
      });
    } finally {
      done.abort();
    }
  };
  try {
    const ready = (await nextMessage(readyWithinMs)) as FirstMessage;
    return {
      pid: child.pid ?? -1,
      ready,
      ask(message, withinMs) {
        const answer = nextMessage(withinMs);
        child.send(message);
        return answer;
      },
      stop: () => stop(child, ended),
    };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(timer);
}

/** What to send, for how long. Every bound is part of the order, so no load runs on by itself. */
export type LoadOrder = {
  /** On the loopback interface. */
  origin: string;
  method: "GET" | "POST";
  /** Taken in turn. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string | null;
  expectedStatus: number;
  connections: number;
  seconds: number;
  /** Answers wanted per second; without it each connection sends again as soon as it was answered. */
  perSecond?: number;
};

export type LoadResult = {
  /** Answers with the expected status, per second. */
  perSecond: number;
  /** Of those answers; null when there was none. */
  latencyMs: { p50: number; p95: number; p99: number } | null;
  /** How often each other status came; 0 stands for no answer at all. */
  unexpected: ReadonlyMap<number, number>;
};

export type LoadGenerator = {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
};

/** Starts the process that sends the load, one order at a time. */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = await startChild<"ready">(new URL("programs/load-generator.ts", import.meta.url));
  return {
    run: async (order) => (await child.ask(order, (order.seconds + 30) * 1_000)) as LoadResult,
    stop: child.stop,
  };
}
