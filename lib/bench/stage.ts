import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Pool } from "pg";
import type { WebhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { loadIdentity } from "@/lib/demo/identity";
import { type Stack, type StackOptions, startStack } from "@/lib/demo/stack";
import { generousLimits } from "@/lib/testing/lasting-port";
import { type LoadGenerator, startChild, startLoadGenerator } from "./child";
import { probeEnvironment } from "./explain/ask-probe";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const floorSources = path.join(projectRoot, "lib/bench/floor-app");
/** Inside the repository, where its packages are found. */
const floorFolder = path.join(projectRoot, ".cache/bench-floor");
const floorBuildWithinMs = 120_000;

/** Under plain Next the service can't tell programs on this machine apart. */
export const metricsToken = randomBytes(32).toString("hex");

/** `socket` is where its probe listens, when it is explained. */
export type Served = { url: string; pid: number; socket: string };

/** Everything that is measured, and what measures it. */
export type Stage = {
  stack: Stack;
  ours: Served;
  /** A Next application of two bare routes, on the same database server. */
  nextFloor: Served;
  load: LoadGenerator;
  receiver: WebhookReceiver;
  pool: Pool;
  /** Under which the service seals secrets. */
  dataKey: Buffer;
  /** Where the stack keeps its data, so that operators' commands find it. */
  dataRoot: string;
};

/** What payments are measured with. */
export type PaymentStage = Pick<Stage, "stack" | "ours" | "receiver" | "pool" | "dataKey" | "dataRoot">;

/**
 * Starts the service as the demo does.
 *
 * @param databaseUrl another database than its own
 */
export async function startPaymentStage(
  stops: (() => Promise<unknown>)[],
  say: (line: string) => void,
  {
    databaseUrl,
    temporaryChains,
    explain = false,
    limits = generousLimits,
  }: Pick<StackOptions, "databaseUrl" | "temporaryChains"> & {
    explain?: boolean;
    limits?: Readonly<Record<string, string>>;
  } = {},
): Promise<PaymentStage> {
  const dataRoot = await mkdtemp(path.join(os.tmpdir(), "checkout-bench-"));
  const socket = path.join(dataRoot, "ours.sock");
  stops.push(() => rm(dataRoot, { recursive: true, force: true }));
  // PostgreSQL's own user must pass it.
  await chmod(dataRoot, 0o755);
  const receiver = await startReceiver();
  stops.push(() => receiver.close());
  const stack = await startStack({
    mode: "test",
    // As the floor is served.
    plainNext: true,
    maps: explain,
    temporaryChains,
    dataRoot,
    port: 0,
    databaseUrl,
    env: { ...limits, METRICS_TOKEN: metricsToken, ...(explain ? probeEnvironment(socket) : {}) },
    extraWebhookUrl: receiver.url,
    say: (line) => say(`  ${line}`),
    onServerOutput: (line) => say(`  server: ${line}`),
  });
  stops.push(() => stack.stop());

  const { manifest } = stack;
  const pool = new Pool({ connectionString: manifest.databaseUrl, max: 2 });
  stops.push(() => pool.end());
  await pool.query("CREATE SCHEMA bench");
  const url = `http://127.0.0.1:${new URL(manifest.baseUrl).port}`;
  const { dataKey } = await loadIdentity(path.join(dataRoot, "demo"));
  return {
    stack,
    ours: { url, pid: stack.server().pid, socket },
    receiver,
    pool,
    dataKey: Buffer.from(dataKey, "base64"),
    dataRoot,
  };
}

/**
 * Starts the service, and the floors beside it on the same PostgreSQL.
 *
 * @param stops receives what must be undone, in the order of being made
 */
export async function startStage(
  stops: (() => Promise<unknown>)[],
  say: (line: string) => void,
  { explain }: { explain: boolean },
): Promise<Stage> {
  const floorBuilt = buildFloorApp();
  floorBuilt.catch(() => undefined);
  const service = await startPaymentStage(stops, say, { explain });
  const { databaseUrl } = service.stack.manifest;
  await service.pool.query(
    "CREATE TABLE bench.rows (id text PRIMARY KEY, body jsonb NOT NULL, created_at timestamptz NOT NULL)",
  );

  const load = await startLoadGenerator();
  stops.push(() => load.stop());
  await floorBuilt;
  const socket = service.ours.socket.replace("ours.sock", "floor.sock");
  const floor = await startChild<{ url: string }>(new URL("programs/next-floor.ts", import.meta.url), {
    DATABASE_URL: databaseUrl,
    FLOOR_APP_DIR: floorFolder,
    ...(explain ? probeEnvironment(socket) : {}),
  });
  stops.push(() => floor.stop());
  return { ...service, nextFloor: { url: floor.ready.url, pid: floor.pid, socket }, load };
}

async function buildFloorApp(): Promise<void> {
  await rm(floorFolder, { recursive: true, force: true });
  await cp(floorSources, floorFolder, { recursive: true });
  await promisify(execFile)(
    process.execPath,
    [path.join(projectRoot, "node_modules/next/dist/bin/next"), "build", floorFolder],
    { env: { ...process.env, NODE_ENV: "production" }, timeout: floorBuildWithinMs },
  );
}

export type WebhookReceiver = {
  url: string;
  /** Called with the first arrival of every event, at `performance.now()`. */
  onEvent(listener: (event: WebhookEvent, at: number) => void): void;
  close(): Promise<void>;
};

/** A merchant's webhook endpoint that answers at once and stores only the events that it has seen. */
async function startReceiver(): Promise<WebhookReceiver> {
  const seen = new Set<string>();
  const listeners: ((event: WebhookEvent, at: number) => void)[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    json(request).then(
      (body) => {
        response.writeHead(204).end();
        const event = body as WebhookEvent;
        if (seen.has(event.id)) return;
        seen.add(event.id);
        for (const listener of listeners) listener(event, at);
      },
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    onEvent: (listener) => {
      listeners.push(listener);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
