import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocalChains } from "@/lib/chain/local-chains.chain";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { loadIdentity, walletOf } from "@/lib/demo/identity";
import { type Stack, startStack } from "@/lib/demo/stack";
import { createDatabase, type Database } from "@/lib/platform/database";
import { startEmbeddedPostgres, testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { findLastingPort, generousLimits } from "@/lib/testing/lasting-port";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { runCommand } from "@/lib/testing/operator-commands";
import { startReceivers } from "@/lib/testing/receivers";

/** The service of the drill, all of its own: database, chains, nodes, clock, receiver. */
export type DrillWorld = {
  stack: Stack;
  rpcUrl: string;
  /** The two nodes of the first chain, as the service sees them. */
  nodes: readonly [ServedNode, ServedNode];
  /** What the server wrote since the scene began. */
  log: string[];
  operator: Hex;
  /** The ids of the receiver's events, and its end and return at the same address. */
  receiver: { events(): ReadonlySet<string>; close(): Promise<void>; open(): Promise<void> };
  postgres: { stop(): Promise<void>; start(): Promise<void> };
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  shiftClock(ms: number): Promise<void>;
  /** What a command of the operator says, which finds this world's settings. */
  command(program: string, ...args: string[]): Promise<string>;
  /** The doctor's report, by this world's clock. */
  doctor(): Promise<string>;
  ask(path: string): Promise<string | null>;
  create(): Promise<CheckoutResource>;
  pay(checkout: CheckoutResource): Promise<void>;
  stop(): Promise<void>;
};

const priceUnits = "4500000";

/** @param dataRoot an empty folder that PostgreSQL's user may pass */
export async function openDrillWorld(dataRoot: string, say: (line: string) => void): Promise<DrillWorld> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return await open(dataRoot, say, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  dataRoot: string,
  say: (line: string) => void,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<DrillWorld> {
  const [postgresPort, receiverPort] = [await findLastingPort(), await findLastingPort()];
  const startPostgres = () =>
    startEmbeddedPostgres({
      dataDir: path.join(dataRoot, "postgres"),
      database: "checkout_drill",
      mayLiveElsewhere: true,
      port: postgresPort,
      settings: testPostgresSettings,
    });
  let server = await startPostgres();
  stops.push(() => server.stop());
  let database: Database | null = null;
  stops.push(async () => database?.close());

  const openReceiver = () => startReceivers(1, undefined, receiverPort);
  let receiver = await openReceiver();
  stops.push(() => receiver.close());
  const events = new Set<string>();
  const arrived = () => receiver.all.flatMap(({ arrivals }) => [...arrivals.keys()]);

  const clockFile = path.join(dataRoot, "clock");
  const shiftClock = (ms: number) => writeFile(clockFile, String(ms));
  await shiftClock(0);
  const clockEnv = {
    DRILL_CLOCK: clockFile,
    NODE_OPTIONS: `--import ${new URL("clock-shift.mjs", import.meta.url).href}`,
  };

  const nodes: ServedNode[] = [];
  const log: string[] = [];
  const stack = await startStack({
    mode: "test",
    dataRoot,
    port: await findLastingPort(),
    databaseUrl: server.databaseUrl,
    extraWebhookUrl: receiver.all[0]?.url ?? "",
    env: { ...generousLimits, ...clockEnv },
    rpcUrls: async (_, rpcUrl) => {
      const pair = [await startNodeBefore(rpcUrl), await startNodeBefore(rpcUrl)];
      stops.push(...pair.map((node) => () => node.stop()));
      nodes.push(...pair);
      return pair.map(({ url }) => url);
    },
    say,
    onServerOutput: (line) => void log.push(line),
  });
  stops.push(() => stack.stop());
  const { manifest } = stack;
  const [chain] = manifest.chains;
  const [first, second] = nodes;
  if (chain === undefined || first === undefined || second === undefined)
    throw new Error("a chain has nodes");
  const usdc = chain.tokens.find(({ symbol }) => symbol === "USDC")?.address as Hex;
  const local = createLocalChains(
    [{ chainId: chain.chainId, rpcUrls: [chain.rpcUrl] }],
    manifest.payer.address as Hex,
  );
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    database ??= createDatabase(manifest.databaseUrl, { maxConnections: 1 });
    return (await database.pool.query(text, [...values])).rows;
  };
  const identity = await loadIdentity(path.join(dataRoot, "demo"));

  return {
    stack,
    rpcUrl: chain.rpcUrl,
    nodes: [first, second],
    log,
    operator: walletOf(identity, "operator").address,
    receiver: {
      events: () => new Set([...events, ...arrived()]),
      close: async () => {
        for (const id of arrived()) events.add(id);
        await receiver.close();
      },
      open: async () => {
        receiver = await openReceiver();
      },
    },
    postgres: {
      stop: () => server.stop(),
      start: async () => {
        server = await startPostgres();
      },
    },
    query,
    shiftClock,
    command: async (program, ...args) =>
      (await runCommand(dataRoot, [`lib/operate/programs/${program}.ts`, ...args])).text,
    // It takes settings from the environment alone; of others it says that they are missing.
    doctor: async () => {
      const env = { ...clockEnv, APP_MODE: "test", DATABASE_URL: manifest.databaseUrl };
      return (await runCommand(dataRoot, ["lib/operate/programs/doctor.ts"], env)).text;
    },
    ask: (where) =>
      fetch(`${manifest.baseUrl}${where}`, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.text(),
        () => null,
      ),
    create: async () => {
      const answer = await fetch(`${manifest.baseUrl}/v1/checkouts`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": manifest.serverKey },
        body: JSON.stringify({
          amount: priceUnits,
          chainId: chain.chainId,
          tokenAddress: usdc,
        }),
      });
      if (answer.status !== 201) throw new Error(`creating a checkout got ${answer.status}`);
      return ((await answer.json()) as { data: CheckoutResource }).data;
    },
    pay: async ({ depositAddress }) => {
      const hash = await local.pay({
        chainId: chain.chainId,
        tokenAddress: usdc,
        to: depositAddress as Hex,
        units: BigInt(priceUnits),
      });
      if (hash === null) throw new Error("the payer has no play money left");
    },
    stop,
  };
}

/** Asks until there is an answer. @returns null when there was none within the time */
export async function until<T>(withinMs: number, look: () => Promise<T | null>): Promise<T | null> {
  const begun = performance.now();
  for (;;) {
    const found = await look().catch(() => null);
    if (found !== null || performance.now() - begun > withinMs) return found;
    await sleep(250);
  }
}
