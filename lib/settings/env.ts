import { type ConfiguredChain, configuredChain } from "./chain-settings";
import { cleaned, environment, setAuthUrl } from "./environment";
import { productionRefusals } from "./production";
import { type Given, type Settings, settings } from "./schema";
import type { WalletSettings } from "./sections/wallets-and-prices";
import {
  type InngestServer,
  missingInngestKeys,
  missingMailSettings,
  missingOauthSettings,
  readInngestServer,
  readWalletConnect,
} from "./service-settings";
import { missingSetting, parseVariables, refuseSettings } from "./variables";
import { missingKeys, readWalletKeys, type WalletKeys } from "./wallet-keys";

// No "server-only" here: the start script, which runs before Next, reads its settings from this file too.

export type Env = Omit<Settings, "CHAINS" | "BASE_URL" | "CHECKOUT_PAGE_URL" | keyof WalletSettings> & {
  walletKeys: WalletKeys;
  /** Null without wallets on other devices. */
  walletConnect: ReturnType<typeof readWalletConnect>;
  CHAINS: readonly ConfiguredChain[];
  BASE_URL: string;
  CHECKOUT_PAGE_URL: string;
};

/** The Inngest server. Read while modules load, which a build does without settings: `env` refuses half of them. */
export function inngestEnv(): InngestServer | null {
  return readInngestServer(environment());
}

let cached: Env | undefined;

/** The service's settings, read once. @throws SettingsError naming every invalid variable */
export function env(): Env {
  if (cached === undefined) {
    cached = parseEnv(environment());
    setAuthUrl(cached.BASE_URL);
  }
  return cached;
}

/** Reads settings from variables; an empty one counts as not set. @throws SettingsError */
export function parseEnv(variables: Given): Env {
  const given = cleaned(variables);
  const all = parseVariables(settings, given, [
    ...missingKeys(given),
    ...missingInngestKeys(given),
    ...missingMailSettings(given),
    ...missingOauthSettings(given),
    // Other modes have a default URL. Listed here, so that an operator sees all errors at once.
    ...(!given.BASE_URL && (given.APP_MODE || "production") === "production"
      ? [missingSetting("BASE_URL")]
      : []),
  ]);
  const { CHAINS, BASE_URL, CHECKOUT_PAGE_URL, ...rest } = all;
  const baseUrl = BASE_URL ?? `http://localhost:${rest.PORT}`;
  const parsed: Env = {
    ...rest,
    walletKeys: readWalletKeys(all),
    walletConnect: readWalletConnect(all),
    CHAINS: CHAINS.map(configuredChain),
    BASE_URL: baseUrl,
    CHECKOUT_PAGE_URL: CHECKOUT_PAGE_URL ?? baseUrl,
  };
  const refusals = parsed.APP_MODE === "production" ? productionRefusals(all, parsed.walletKeys) : [];
  if (refusals.length > 0) throw refuseSettings("Production can't start with these settings:", refusals);
  return parsed;
}
