import { randomBytes } from "node:crypto";
import path from "node:path";
import { createTestClient, http, parseEther } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { buildManifest, type DemoManifest, demoRates, loadIdentity } from "@/lib/demo/identity";
import { seed } from "@/lib/demo/seed";
import { type ServerProcess, startServerProcess } from "@/lib/platform/process/server-process";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { applyMigrations } from "@/prisma/migrate";
import { isPlainNext, manifest, withDatabase } from "./stack";

export type OwnService = {
  demo: DemoManifest;
  server(): ServerProcess;
  /** Starts the server again after it ended, with these variables instead of the first ones. */
  startServer(env?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The service with settings of a test's own: its own database on the suite's PostgreSQL, its own operator on the
 * suite's chains. It costs a server, and neither a PostgreSQL nor chains.
 *
 * @param options.extraWebhookUrl receives every event of the first project
 * @param options.chains instead of the suite's
 */
export async function startOwnService(
  options: {
    chains?: DemoManifest["chains"];
    env?: Readonly<Record<string, string>>;
    extraWebhookUrl?: string;
    plainNext?: boolean;
    onOutput?: (line: string) => void;
  } = {},
): Promise<OwnService> {
  const { chains = manifest().chains } = options;
  const { databaseUrl, drop } = await createOwnDatabase();
  const port = await findLastingPort();
  const baseUrl = `http://localhost:${port}`;
  const folder = path.join(path.dirname(process.env.E2E_MANIFEST ?? ""), "demo");
  const identity = { ...(await loadIdentity(folder)), seeded: null };
  const seeded = await seed({
    databaseUrl,
    identity,
    tokens: chains.flatMap(({ chainId, tokens }) =>
      tokens.map(({ address }) => ({ chainId, tokenAddress: address.toLowerCase() as Hex })),
    ),
    shopOrigin: baseUrl,
    shopWebhookUrl: `${baseUrl}/api/shop/webhook`,
    extraWebhookUrl: options.extraWebhookUrl,
  });
  // Two services with one operator would take each other's nonces.
  const [operator, refunds] = [newKey(), newKey()];
  for (const { rpcUrl } of chains)
    for (const key of [operator, refunds])
      await createTestClient({ mode: "anvil", transport: http(rpcUrl) }).setBalance({
        address: privateKeyToAddress(key),
        value: parseEther("10"),
      });
  const variables = {
    APP_MODE: "test",
    HOST: "127.0.0.1",
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    DATA_KEY: identity.dataKey,
    OPERATOR_PRIVATE_KEY: operator,
    REFUND_PRIVATE_KEY: refunds,
    CHAINS: JSON.stringify(
      chains.map(({ chainId, rpcUrl, tokens }, at) => ({
        chainId,
        name: at === 0 ? "Local" : "Local Two",
        rpcUrls: [rpcUrl],
        pollIntervalMs: at === 0 ? 1_000 : 5_000,
        // Signed payments must not depend on what gas happens to cost on a local chain.
        nativeCoinUsd: 1,
        tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
      })),
    ),
    DEMO_FIXED_RATES: JSON.stringify(demoRates),
    WEBHOOK_ALLOW_PRIVATE: "1",
    LOG_LEVEL: "warn",
  };
  const { plainNext = isPlainNext } = options;
  const startServer = (env: Readonly<Record<string, string>> = {}) =>
    startServerProcess({
      port,
      dev: false,
      plainNext,
      onOutput: options.onOutput ?? (() => undefined),
      env: { ...variables, ...env },
    });
  let server = await startServer(options.env).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  return {
    demo: buildManifest({
      baseUrl,
      databaseUrl,
      identity,
      seeded,
      chains: chains.map((chain) => ({ ...chain, name: "" })),
    }),
    server: () => server,
    startServer: async (env) => {
      server = await startServer(env);
    },
    stop: async () => {
      await server.stop();
      await drop();
    },
  };
}

const newKey = (): Hex => `0x${randomBytes(32).toString("hex")}`;

export type FirstRun = {
  baseUrl: string;
  databaseUrl: string;
  /** What the service printed. */
  said: string[];
  stop(): Promise<void>;
};

/**
 * The service on a database in which no one has an account, on the demo's chains with a wallet of its own.
 *
 * @param env variables of its own
 */
export async function startFirstRun(env: Readonly<Record<string, string>>): Promise<FirstRun> {
  const { chains } = manifest();
  const { databaseUrl, drop } = await createOwnDatabase();
  const port = await findLastingPort();
  const baseUrl = `http://localhost:${port}`;
  const said: string[] = [];
  const server = await startServerProcess({
    port,
    dev: false,
    awaits: "answer",
    onOutput: (line) => said.push(line),
    env: {
      APP_MODE: "test",
      HOST: "127.0.0.1",
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      DATA_KEY: randomBytes(32).toString("base64"),
      OPERATOR_PRIVATE_KEY: `0x${randomBytes(32).toString("hex")}`,
      REFUND_PRIVATE_KEY: `0x${randomBytes(32).toString("hex")}`,
      CHAINS: JSON.stringify(
        chains.map(({ chainId, rpcUrl, tokens }) => ({
          chainId,
          rpcUrls: [rpcUrl],
          pollIntervalMs: 5_000,
          tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
        })),
      ),
      DEMO_FIXED_RATES: JSON.stringify({ USDC: { USD: "1" }, USDT: { USD: "1" } }),
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  return {
    baseUrl,
    databaseUrl,
    said,
    stop: async () => {
      await server.stop();
      await drop();
    },
  };
}

/** A database with the schema and nothing in it, beside the demo's. */
export async function createOwnDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const { databaseUrl: demoUrl } = manifest();
  const name = `first_run_${randomBytes(6).toString("hex")}`;
  const url = new URL(demoUrl);
  url.pathname = `/${name}`;
  await administer(demoUrl, `CREATE DATABASE ${name}`);
  await applyMigrations(url.href);
  return { databaseUrl: url.href, drop: () => administer(demoUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Ends a database's connections and allows no new ones. @returns what allows them again */
export async function takeDatabaseAway(databaseUrl: string): Promise<() => Promise<void>> {
  const { databaseUrl: demoUrl } = manifest();
  const name = new URL(databaseUrl).pathname.slice(1);
  await administer(demoUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await administer(
    demoUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return () => administer(demoUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

async function administer(databaseUrl: string, statement: string): Promise<void> {
  await withDatabase(async (database) => {
    await database.pool.query(statement);
  }, databaseUrl);
}
