import { randomBytes } from "node:crypto";
import path from "node:path";
import { createTestClient, http, parseEther } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { buildManifest, type DemoManifest, demoRates, loadIdentity } from "@/lib/demo/identity";
import { seed } from "@/lib/demo/seed";
import { type ServerProcess, startServerProcess } from "@/lib/platform/process/server-process";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { createOwnDatabase } from "./first-run";
import { manifest } from "./manifest";
import { isPlainNext } from "./plain-next";

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
 */
export async function startOwnService(
  options: { env?: Readonly<Record<string, string>>; extraWebhookUrl?: string; plainNext?: boolean } = {},
): Promise<OwnService> {
  const { chains } = manifest();
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
      onOutput: () => undefined,
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
