import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findLastingPort } from "./lasting-port";

/** The program to test with; without it these tests are skipped. */
export const inngestBin = process.env.INNGEST_BIN;

export type InngestServer = {
  /** Settings of the service that uses it. */
  env: Readonly<Record<string, string>>;
  url: string;
  signingKey: string;
  /** As a crash does. */
  kill(): Promise<void>;
  /** Holds the process, which then answers nothing, or lets it go on. */
  freeze(isFrozen: boolean): void;
  /** With the same keys and data; answers when it takes requests. */
  start(): Promise<void>;
  /** Starts again without its data, and asks no app for its functions. */
  forget(): Promise<void>;
  stop(): Promise<void>;
};

export type InngestServerOptions = {
  /** The program, as `INNGEST_BIN` names it. */
  bin: string;
  /** Where it finds the service. */
  serveOrigin: string;
  /** Storage of production; memory and SQLite where it is left out. */
  storage?: { postgresUri: string; redisUri: string } | undefined;
};

/** A real Inngest server. Install it to test with it; the project does not. */
export async function startInngestServer(options: InngestServerOptions): Promise<InngestServer> {
  const ports: number[] = [];
  for (let count = 0; count < 4; count++) ports.push(await findLastingPort());
  const [port, gateway, gatewayRpc, executorRpc] = ports.map(String) as [string, string, string, string];
  const folder = await mkdtemp(path.join(tmpdir(), "inngest-server-"));
  const [eventKey, signingKey] = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let asksApp = true;

  async function start(): Promise<void> {
    const { storage } = options;
    child = spawn(
      options.bin,
      [
        "start",
        ...["--host", "127.0.0.1", "--port", port, "--no-ui"],
        ...["--connect-gateway-port", gateway],
        ...["--connect-gateway-grpc-port", gatewayRpc, "--connect-executor-grpc-port", executorRpc],
        ...["--event-key", eventKey, "--signing-key", signingKey],
        ...(asksApp ? ["--sdk-url", `${options.serveOrigin}/api/inngest`] : []),
        ...["--sqlite-dir", folder],
        ...(storage ? ["--postgres-uri", storage.postgresUri, "--redis-uri", storage.redisUri] : []),
      ],
      { stdio: process.env.INNGEST_LOG ? "inherit" : "ignore" },
    );
    for (let tries = 0; ; tries++) {
      const isUp = await fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null || tries > 600) throw new Error("the Inngest server did not start");
      await sleep(100);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await gone;
  }

  await start();
  return {
    url,
    signingKey,
    env: { INNGEST_BASE_URL: url, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey },
    start,
    kill: () => end("SIGKILL"),
    forget: async () => {
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      asksApp = false;
      await start();
    },
    freeze: (isFrozen) => void child?.kill(isFrozen ? "SIGSTOP" : "SIGCONT"),
    stop: async () => {
      child?.kill("SIGCONT");
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
