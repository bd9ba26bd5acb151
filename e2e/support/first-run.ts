import { randomBytes } from "node:crypto";
import { createDatabase } from "@/lib/platform/database";
import { startServerProcess } from "@/lib/platform/process/server-process";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { applyMigrations } from "@/prisma/migrate";
import { manifest } from "./manifest";

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
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    await database.pool.query(statement);
  } finally {
    await database.close();
  }
}
