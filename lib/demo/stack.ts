import { rm } from "node:fs/promises";
import path from "node:path";
import { deployLocalContracts, localTokens } from "@/lib/demo/deploy-contracts";
import {
  buildManifest,
  type DemoChain,
  type DemoManifest,
  demoRates,
  type Identity,
  saveIdentity,
  walletOf,
  writePrivately,
} from "@/lib/demo/identity";
import { seed } from "@/lib/demo/seed";
import { buildIfNeeded } from "@/lib/platform/process/build";
import { freePortAfter, holdFreePort, isPortFree, portInUse } from "@/lib/platform/process/processes";
import { type ServerProcess, startServerProcess } from "@/lib/platform/process/server-process";
import { StartError } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { fundPayer } from "./deploy-contracts";
import { chainName, localChains, type Parts, type PartsOptions, startParts } from "./parts";

const pollIntervalMs = 1_000;
/** Tests seldom use another chain than the first: idle ones should cost little. */
const idlePollIntervalMs = 2_000;

export type StackOptions = PartsOptions & {
  /** Contains `demo.json` and the folder `demo`. */
  dataRoot: string;
  /** 0 takes any free port. */
  port: number;
  fixedRates?: string | undefined;
  extraWebhookUrl?: string | undefined;
  /** The RPC URL for the server alone, so that tests can put a proxy in between. Defaults to the chain's own. */
  rpcUrls?: (chainId: number, rpcUrl: string) => Promise<readonly string[]>;
  /** Further variables for the server. */
  env?: Readonly<Record<string, string>>;
  /** Serves by `next start` in place of our start script. */
  plainNext?: boolean;
  /** Builds with source maps, for profiles. */
  maps?: boolean;
  /** Gives up the start; whatever runs by then is ended. */
  signal?: AbortSignal;
  onServerOutput: (line: string) => void;
};

export type Stack = {
  manifest: DemoManifest;
  server(): ServerProcess;
  /** Restarts the server after it ended, optionally with other variables. */
  startServer(env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Starts another instance on the same database and chains. */
  startInstance(options: InstanceOptions): Promise<ServerProcess>;
  stop(): Promise<void>;
};

export type InstanceOptions = {
  port: number;
  /** Adds to or overrides the variables of the server. */
  env?: Readonly<Record<string, string>>;
  awaits?: "readiness" | "answer";
  /** Uses `next start` in place of our start script. */
  plainNext?: boolean;
  onOutput: (line: string) => void;
};

/**
 * Everything for the main flow on this machine: PostgreSQL, two chains with contracts and play money, a seeded
 * merchant, the built application. A second start reuses its data.
 *
 * @throws StartError with a sentence that says what to do
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new StartError("START_FAILED", "Stopped before it was ready."));
    if (options.signal?.aborted) giveUp();
    options.signal?.addEventListener("abort", giveUp, { once: true });
  });
  givenUp.catch(() => undefined);
  try {
    return await Promise.race([start(options, stops, stop), givenUp]);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: StackOptions,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { say } = options;
  const dev = options.mode === "development";
  // Starting takes half a minute, in which another program may get any free port.
  const held = options.port === 0 ? await holdFreePort() : null;
  if (held !== null) stops.push(held.release);
  const port = held?.port ?? options.port;
  // Reported before that work, not after it.
  if (held === null && !(await isPortFree(port)))
    throw new StartError("PORT_TAKEN", portInUse(port, await freePortAfter(port, "127.0.0.1")));
  const baseUrl = `http://localhost:${port}`;
  const folder = path.join(options.dataRoot, "demo");
  // The build needs no services, so it runs while they start.
  const built = dev ? null : buildIfNeeded(say, options);
  built?.catch(() => undefined);

  const parts = await startParts(options, folder, stops);
  const [chains, identity] = await Promise.all([
    prepareChains(parts, say),
    seedOnce(options, parts, folder, baseUrl),
  ]);
  if (identity.seeded === null) throw new Error("the seed leaves what it made");

  await built;
  const manifest = buildManifest({
    baseUrl,
    databaseUrl: parts.databaseUrl,
    identity,
    seeded: identity.seeded,
    chains,
  });
  const settings = await serverSettings(options, identity, chains, manifest, folder);
  const serverEnv = { ...settings, ...options.env };
  let server: ServerProcess | undefined;
  let starting: Promise<ServerProcess> | undefined;
  const stopping = new AbortController();
  const startServer = async (env: Readonly<Record<string, string>> = {}) => {
    starting = startServerProcess({
      port,
      env: { ...serverEnv, ...env },
      dev,
      plainNext: options.plainNext ?? false,
      onOutput: options.onServerOutput,
      signal: stopping.signal,
    });
    server = await starting;
    return server;
  };
  const instances: Promise<ServerProcess>[] = [];
  const startInstance = ({ env = {}, ...instance }: InstanceOptions) => {
    const begun = startServerProcess({
      ...instance,
      env: { ...serverEnv, ...env },
      dev,
      signal: stopping.signal,
    });
    instances.push(begun);
    return begun;
  };
  stops.push(async () => {
    stopping.abort();
    await starting?.catch(() => undefined);
    await server?.stop();
    for (const instance of await Promise.allSettled(instances))
      if (instance.status === "fulfilled") await instance.value.stop();
  });
  await held?.release();
  await startServer();
  const manifestFile = path.join(options.dataRoot, "demo.json");
  await writePrivately(manifestFile, manifest);
  // The file's existence means that the demo is running.
  stops.push(() => rm(manifestFile, { force: true }));
  return {
    manifest,
    server: () => {
      if (server === undefined) throw new Error("the server was not started");
      return server;
    },
    startServer,
    startInstance,
    stop,
  };
}

async function prepareChains({ identity, chains }: Parts, say: (line: string) => void): Promise<DemoChain[]> {
  const deployer = walletOf(identity, "deployer").privateKey;
  const payer = walletOf(identity, "payer").address;
  const prepared = await Promise.all(
    chains.map(async ({ chainId, rpcUrl }) => {
      const contracts = await deployLocalContracts({ rpcUrl, chainId, deployerPrivateKey: deployer });
      await fundPayer({ rpcUrl, tokens: contracts.tokens, minterPrivateKey: deployer, payer });
      return { chainId, name: chainName(chainId), rpcUrl, ...contracts };
    }),
  );
  say("Contracts deployed, the payer has play money.");
  return prepared;
}

async function seedOnce(
  options: StackOptions,
  parts: Parts,
  folder: string,
  baseUrl: string,
): Promise<Identity> {
  const seeded = await seed({
    databaseUrl: parts.databaseUrl,
    identity: parts.identity,
    tokens: localChains.flatMap(({ chainId }) =>
      localTokens.map(({ address }) => ({ chainId, tokenAddress: address.toLowerCase() as Hex })),
    ),
    shopOrigin: baseUrl,
    shopWebhookUrl: `${baseUrl}/api/shop/webhook`,
    extraWebhookUrl: options.extraWebhookUrl,
  });
  const identity = { ...parts.identity, seeded };
  await saveIdentity(folder, identity);
  return identity;
}

async function serverSettings(
  options: StackOptions,
  identity: Identity,
  chains: readonly DemoChain[],
  manifest: DemoManifest,
  folder: string,
): Promise<Record<string, string>> {
  const { rpcUrls = async (_, rpcUrl) => [rpcUrl] } = options;
  const settings = await Promise.all(
    chains.map(async ({ chainId, name, rpcUrl, tokens }) => ({
      chainId,
      name,
      rpcUrls: await rpcUrls(chainId, rpcUrl),
      // Gas on a local chain may be dear for play money.
      nativeCoinUsd: 1,
      pollIntervalMs:
        options.mode === "test" && chainId !== localChains[0].chainId ? idlePollIntervalMs : pollIntervalMs,
      tokens: tokens.map(({ symbol, address, decimals }) => ({
        symbol,
        name: symbol === "USDC" ? "USD Coin" : "Tether USD",
        address,
        decimals,
      })),
    })),
  );
  return {
    APP_MODE: options.mode,
    HOST: "127.0.0.1",
    BASE_URL: manifest.baseUrl,
    DATABASE_URL: manifest.databaseUrl,
    DATA_KEY: identity.dataKey,
    OPERATOR_PRIVATE_KEY: walletOf(identity, "operator").privateKey,
    REFUND_PRIVATE_KEY: walletOf(identity, "refunds").privateKey,
    CHAINS: JSON.stringify(settings),
    DEMO_FIXED_RATES: options.fixedRates ?? JSON.stringify(demoRates),
    WEBHOOK_ALLOW_PRIVATE: "1",
    DEMO_SHOP: JSON.stringify({
      serverKey: manifest.serverKey,
      apiKey: manifest.apiKey,
      projectId: manifest.projectId,
      webhookSecret: identity.webhookSecret,
      ordersFolder: path.join(folder, "shop-orders"),
    }),
    DEMO_PAYER_ADDRESS: manifest.payer.address,
    DEMO_MERCHANT_ADDRESSES: JSON.stringify([
      walletOf(identity, "merchant").address,
      walletOf(identity, "secondMerchant").address,
    ]),
    LOG_LEVEL: "warn",
  };
}
