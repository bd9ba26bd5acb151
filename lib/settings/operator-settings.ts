import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { databaseUrlFault } from "@/lib/platform/postgres/url";
import { errorCode } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { FiatCurrency } from "@/lib/rates/fiat-currency.rules";
import type { OutgoingPolicy } from "@/lib/webhooks/sender/outgoing-address";
import { type ConfiguredChain, configuredChain } from "./chain-settings";
import { cleaned, commandEnv, environment, givenVariables, readSetting } from "./environment";
import { type Given, settings } from "./schema";
import { walletSettings } from "./sections/wallets-and-prices";
import { hexAddress } from "./values";
import { parseVariables, SettingsError } from "./variables";
import { readRefundWallet, readWalletKey } from "./wallet-keys";

/** The settings of `npm run chains` and `npm run reconcile`. */
export type OperatorSettings = {
  /** The service's database. @throws SettingsError without one: some commands need no database */
  databaseUrl(): string;
  chains: readonly ConfiguredChain[];
  /** The currencies that the service offers. */
  fiatCurrencies: readonly FiatCurrency[];
  /**
   * The key of the wallet that pays gas; null without one. Only for commands that sign: a keystore takes a second and
   * its password. @throws SettingsError
   */
  operatorKey(): Hex | null;
  /**
   * The wallet from which the service refunds and sweeps; null without its key. Only for commands that need it: a
   * keystore takes a second and its password. @throws SettingsError
   */
  refundWallet(): Hex | null;
  /** The key that encrypts secrets. @throws SettingsError when no setting names it */
  dataKey(): Buffer;
  /** The key that encrypted secrets before; null when no setting names it. */
  previousDataKey: Buffer | null;
  /** Where the service may send requests on behalf of a merchant. */
  webhookPolicy: OutgoingPolicy;
  /** Origin of the customer's pages; null when no setting names it. */
  checkoutPageUrl: string | null;
  /** Origin of the dashboard; null when no setting names it. */
  dashboardUrl: string | null;
  /** The service's own settings, or a demo running on this machine. */
  origin: "environment" | "demo";
};

/** The part of `.data/demo.json` that is read here. */
const demoManifest = z.object({
  baseUrl: z.string(),
  checkoutPageUrl: z.string(),
  databaseUrl: z.string(),
  /** Missing in older demos. */
  refundWallet: hexAddress.optional(),
  chains: z.array(
    z.object({
      chainId: z.number(),
      /** Missing in older demos. */
      name: z.string().optional(),
      rpcUrl: z.string(),
      tokens: z.array(z.object({ symbol: z.string(), address: z.string(), decimals: z.number() })),
    }),
  ),
});

/** The file that an embedded PostgreSQL stores beside its cluster. */
const ownPostgres = z.object({ password: z.string(), port: z.number() });

/** The part of the demo's own file that is read here. */
const demoIdentity = z.object({ dataKey: z.string() });

/**
 * The settings of the service that a command is about: from the environment, else of the running demo.
 * @throws SettingsError naming what is missing
 */
export async function findOperatorSettings(): Promise<OperatorSettings> {
  const { hasSettings, dataRoot } = commandEnv();
  const demo = hasSettings ? null : await findDemo(dataRoot);
  const env = operatorEnv(demo?.variables);
  const { DATA_KEY } = env;
  // Thrown only where a command needs the database.
  const found = await Promise.allSettled([env.DATABASE_URL ?? ownDatabaseUrl(dataRoot)]);
  return {
    databaseUrl: () => {
      const [databaseUrl] = found;
      if (databaseUrl.status === "rejected") throw databaseUrl.reason;
      if (databaseUrl.value !== null) return databaseUrl.value;
      throw new SettingsError(notRunning);
    },
    chains: env.CHAINS,
    fiatCurrencies: env.FIAT_CURRENCIES,
    checkoutPageUrl: env.CHECKOUT_PAGE_URL ?? env.BASE_URL ?? null,
    dashboardUrl: env.BASE_URL ?? null,
    dataKey: () => {
      if (DATA_KEY !== undefined) return DATA_KEY;
      throw new SettingsError("Set DATA_KEY to the service's value: it encrypts webhook secrets.");
    },
    previousDataKey: env.DATA_KEY_PREVIOUS ?? null,
    webhookPolicy: {
      allowPrivateLoopback: env.WEBHOOK_ALLOW_PRIVATE,
      ownOrigins: [env.BASE_URL, env.CHECKOUT_PAGE_URL].filter((origin) => origin !== undefined),
      allowedHosts: env.WEBHOOK_ALLOW_HOSTS,
      ownPort: env.PORT,
    },
    operatorKey: () => readWalletKey(env, "OPERATOR"),
    refundWallet: () => (demo === null ? readRefundWallet(env) : demo.refundWallet),
    origin: demo === null ? "environment" : "demo",
  };
}

/**
 * The PostgreSQL that `npm start` runs where DATABASE_URL is not set; null while it does not run.
 * @throws Error of Node, when this user may not read its files
 */
export async function ownDatabaseUrl(dataRoot: string): Promise<string | null> {
  const cluster = path.join(dataRoot, "app", "postgres");
  const isRunning = (await readIfThere(`${cluster}.process.json`)) !== null;
  const kept = isRunning ? await readIfThere(`${cluster}.json`) : null;
  if (kept === null) return null;
  const { password, port } = ownPostgres.parse(JSON.parse(kept));
  return `postgresql://postgres:${password}@127.0.0.1:${port}/checkout`;
}

/** Null only where there is none: a file that this user may not read must not look like a service that isn't there. */
async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
}

async function findDemo(
  dataRoot: string,
): Promise<{ variables: Record<string, string>; refundWallet: Hex | null }> {
  const file = path.join(dataRoot, "demo.json");
  const text = await readIfThere(file);
  if (text === null) {
    throw new SettingsError(
      `No service found. Set CHAINS and DATABASE_URL to the service's values, or start the demo (${file} is missing).`,
    );
  }
  const manifest = demoManifest.parse(JSON.parse(text));
  const { baseUrl, databaseUrl, checkoutPageUrl, chains, refundWallet = null } = manifest;
  const settings = chains.map(({ chainId, name, rpcUrl, tokens }) => ({
    chainId,
    name,
    rpcUrls: [rpcUrl],
    tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
  }));
  const variables = {
    DATABASE_URL: databaseUrl,
    CHAINS: JSON.stringify(settings),
    BASE_URL: baseUrl,
    CHECKOUT_PAGE_URL: checkoutPageUrl,
    DATA_KEY: await demoDataKey(path.join(dataRoot, "demo", "identity.json")),
    // Like the demo: its merchants' shops are on this machine.
    WEBHOOK_ALLOW_PRIVATE: "1",
  };
  return { variables, refundWallet };
}

/** Empty without one: few commands need it, and they say so. */
async function demoDataKey(file: string): Promise<string> {
  const text = await readIfThere(file);
  return text === null ? "" : demoIdentity.parse(JSON.parse(text)).dataKey;
}

/**
 * The service's database, for commands that need no other setting: without the pooler where a setting names it.
 * @throws SettingsError
 */
export async function findDatabaseUrl(): Promise<string> {
  const variables = givenVariables();
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_URL"] as const) {
    const fault = variables[name] ? databaseUrlFault(variables[name]) : null;
    if (fault !== null) throw new SettingsError(`${name} ${fault}.`);
  }
  const url =
    readSetting("DATABASE_DIRECT_URL", variables) ??
    readSetting("DATABASE_URL", variables) ??
    (await ownDatabaseUrl(commandEnv().dataRoot));
  if (url !== null) return url;
  throw new SettingsError(notRunning);
}

const notRunning =
  "The built-in PostgreSQL runs only while the service does. Start the service, and run this again. If the service has a DATABASE_URL, this command needs the same.";

const operatorSettings = settings
  .pick({
    CHAINS: true,
    DATABASE_DIRECT_URL: true,
    DATA_KEY_PREVIOUS: true,
    BASE_URL: true,
    CHECKOUT_PAGE_URL: true,
    WEBHOOK_ALLOW_PRIVATE: true,
    WEBHOOK_ALLOW_HOSTS: true,
    PORT: true,
    FIAT_CURRENCIES: true,
  })
  .extend({
    // Without it the service runs its own PostgreSQL.
    DATABASE_URL: settings.shape.DATABASE_URL.optional(),
    DATA_KEY: settings.shape.DATA_KEY.optional(),
    ...walletSettings.shape,
  });

/** The settings that commands beside the running service need. */
type OperatorEnv = Omit<z.output<typeof operatorSettings>, "CHAINS"> & {
  CHAINS: readonly ConfiguredChain[];
};

/** The settings of commands, from the environment unless others are given. @throws SettingsError */
export function operatorEnv(given: Given = environment()): OperatorEnv {
  const { CHAINS, ...rest } = parseVariables(operatorSettings, cleaned(given));
  return { ...rest, CHAINS: CHAINS.map(configuredChain) };
}
