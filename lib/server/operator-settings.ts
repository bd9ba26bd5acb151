import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Hex } from "@/lib/core/checkout";
import { type ConfiguredChain, commandEnv, operatorEnv, operatorKey, SettingsError } from "./env";

/** What `npm run chains` and `npm run reconcile` work with. */
export type OperatorSettings = {
  databaseUrl: string;
  chains: readonly ConfiguredChain[];
  /**
   * The key of the wallet that pays gas; null where none is set. Only for commands that sign: a keystore takes a
   * second and its password. @throws SettingsError
   */
  operatorKey(): Hex | null;
  /** Origin of the customer's pages; null where no setting tells it. */
  checkoutPageUrl: string | null;
  /** The service's own settings, or a demo that runs on this machine. */
  origin: "environment" | "demo";
};

/** As much of `.data/demo.json` as is read here. */
const demoManifest = z.object({
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

/**
 * The settings of the service that a command is about: those in the environment, else the running demo's.
 * @throws SettingsError naming what is missing
 */
export async function findOperatorSettings(): Promise<OperatorSettings> {
  const { hasSettings, dataRoot } = commandEnv();
  const env = operatorEnv(hasSettings ? undefined : await demoVariables(path.join(dataRoot, "demo.json")));
  return {
    databaseUrl: env.DATABASE_URL,
    chains: env.CHAINS,
    checkoutPageUrl: env.CHECKOUT_PAGE_URL ?? env.BASE_URL ?? null,
    operatorKey: () => operatorKey(env),
    origin: hasSettings ? "environment" : "demo",
  };
}

async function demoVariables(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) {
    throw new SettingsError(
      `There is nothing to look at: set DATABASE_URL and CHAINS as for the service, or start the demo (${file} is not there).`,
    );
  }
  const { databaseUrl, checkoutPageUrl, chains } = demoManifest.parse(JSON.parse(text));
  const settings = chains.map(({ chainId, rpcUrl, tokens }) => ({
    chainId,
    rpcUrls: [rpcUrl],
    tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
  }));
  return {
    DATABASE_URL: databaseUrl,
    CHAINS: JSON.stringify(settings),
    CHECKOUT_PAGE_URL: checkoutPageUrl,
  };
}
