import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Hex } from "@/lib/core/checkout";
import { commandEnv, operatorEnv, operatorKey } from "./env";
import type { ConfiguredChain } from "./settings/chain-settings";
import { SettingsError } from "./settings/variables";

/** What `npm run chains` and `npm run reconcile` work with. */
export type OperatorSettings = {
  databaseUrl: string;
  chains: readonly ConfiguredChain[];
  /**
   * The key of the wallet that pays gas; null where none is set. Only for commands that sign: a keystore takes a
   * second and its password. @throws SettingsError
   */
  operatorKey(): Hex | null;
  /** Under which the service keeps secrets. @throws SettingsError where no setting tells it */
  dataKey(): Buffer;
  /** Where the service sends to when a merchant names the address. */
  webhookPolicy: { allowPrivateLoopback: boolean; ownOrigins: readonly string[] };
  /** Origin of the customer's pages; null where no setting tells it. */
  checkoutPageUrl: string | null;
  /** Origin of the dashboard; null where no setting tells it. */
  dashboardUrl: string | null;
  /** The service's own settings, or a demo that runs on this machine. */
  origin: "environment" | "demo";
};

/** As much of `.data/demo.json` as is read here. */
const demoManifest = z.object({
  baseUrl: z.string(),
  checkoutPageUrl: z.string(),
  databaseUrl: z.string(),
  chains: z.array(
    z.object({
      chainId: z.number(),
      rpcUrl: z.string(),
      tokens: z.array(z.object({ symbol: z.string(), address: z.string(), decimals: z.number() })),
    }),
  ),
});

/** As much of the demo's own file as is read here. */
const demoIdentity = z.object({ dataKey: z.string() });

/**
 * The settings of the service that a command is about: those in the environment, else the running demo's.
 * @throws SettingsError naming what is missing
 */
export async function findOperatorSettings(): Promise<OperatorSettings> {
  const { hasSettings, dataRoot } = commandEnv();
  const env = operatorEnv(hasSettings ? undefined : await demoVariables(dataRoot));
  const { DATA_KEY } = env;
  return {
    databaseUrl: env.DATABASE_URL,
    chains: env.CHAINS,
    checkoutPageUrl: env.CHECKOUT_PAGE_URL ?? env.BASE_URL ?? null,
    dashboardUrl: env.BASE_URL ?? null,
    dataKey: () => {
      if (DATA_KEY !== undefined) return DATA_KEY;
      throw new SettingsError("Set DATA_KEY as for the service: webhook secrets are kept under it.");
    },
    webhookPolicy: {
      allowPrivateLoopback: env.WEBHOOK_ALLOW_PRIVATE,
      ownOrigins: [env.BASE_URL, env.CHECKOUT_PAGE_URL].filter((origin) => origin !== undefined),
    },
    operatorKey: () => operatorKey(env),
    origin: hasSettings ? "environment" : "demo",
  };
}

async function demoVariables(dataRoot: string): Promise<Record<string, string>> {
  const file = path.join(dataRoot, "demo.json");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) {
    throw new SettingsError(
      `There is nothing to look at: set DATABASE_URL and CHAINS as for the service, or start the demo (${file} is not there).`,
    );
  }
  const { baseUrl, databaseUrl, checkoutPageUrl, chains } = demoManifest.parse(JSON.parse(text));
  const settings = chains.map(({ chainId, rpcUrl, tokens }) => ({
    chainId,
    rpcUrls: [rpcUrl],
    tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
  }));
  return {
    DATABASE_URL: databaseUrl,
    CHAINS: JSON.stringify(settings),
    BASE_URL: baseUrl,
    CHECKOUT_PAGE_URL: checkoutPageUrl,
    DATA_KEY: await demoDataKey(path.join(dataRoot, "demo", "identity.json")),
    // As the demo serves: its merchants' shops are on this machine.
    WEBHOOK_ALLOW_PRIVATE: "1",
  };
}

/** Empty where there is none: few commands need it, and these say so. */
async function demoDataKey(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? "" : demoIdentity.parse(JSON.parse(text)).dataKey;
}
