import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "@playwright/test";
import { findLastingPort } from "@/lib/testing/lasting-port";

/** Skips the file's tests, and says why, where there is no server to test with. */
export function needsServer(): void {
  test.skip(process.env.INNGEST_BIN === undefined, "skipped: INNGEST_BIN names no Inngest server");
}

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

/**
 * Starts a real Inngest server, the program that `INNGEST_BIN` names.
 * @param serveOrigin where it finds the service
 */
export async function startServer(serveOrigin: string): Promise<InngestServer> {
  const { INNGEST_BIN = "", INNGEST_TEST_POSTGRES_URI, INNGEST_TEST_REDIS_URI } = process.env;
  const ports: number[] = [];
  for (let count = 0; count < 4; count++) ports.push(await findLastingPort());
  const [port, gateway, gatewayRpc, executorRpc] = ports.map(String) as [string, string, string, string];
  const folder = await mkdtemp(path.join(tmpdir(), "inngest-server-"));
  const [eventKey, signingKey] = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let asksApp = true;

  async function start(): Promise<void> {
    child = spawn(
      INNGEST_BIN,
      [
        "start",
        ...["--host", "127.0.0.1", "--port", port, "--no-ui"],
        ...["--connect-gateway-port", gateway],
        ...["--connect-gateway-grpc-port", gatewayRpc, "--connect-executor-grpc-port", executorRpc],
        ...["--event-key", eventKey, "--signing-key", signingKey],
        ...(asksApp ? ["--sdk-url", `${serveOrigin}/api/inngest`] : []),
        ...["--sqlite-dir", folder],
        ...(INNGEST_TEST_POSTGRES_URI && INNGEST_TEST_REDIS_URI
          ? ["--postgres-uri", INNGEST_TEST_POSTGRES_URI, "--redis-uri", INNGEST_TEST_REDIS_URI]
          : []),
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
