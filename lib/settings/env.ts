import { type ConfiguredChain, configuredChain } from "./chain-settings";
import { cleaned, environment, setAuthUrl } from "./environment";
import { productionRefusals } from "./production";
import { type Given, type Settings, settings } from "./schema";
import { inngestSettings } from "./sections/service";
import type { WalletSettings } from "./sections/wallets-and-prices";
import { missingSetting, parseVariables, refuseSettings, type SettingsFault } from "./variables";
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

/** Missing settings, given the present ones, as faults. */
export function missingMailSettings({ SMTP_URL, MAIL_FROM }: Given): SettingsFault[] {
  return SMTP_URL && !MAIL_FROM ? [missingSetting("MAIL_FROM", "MAIL_FROM is missing: SMTP_URL is set")] : [];
}

/** Missing settings, given the present ones, as faults. */
export function missingOauthSettings(given: Given): SettingsFault[] {
  return ["GOOGLE", "GITHUB"].flatMap((provider) => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    if (Boolean(given[id]) === Boolean(given[secret])) return [];
    const [missing, set] = given[id] ? [secret, id] : [id, secret];
    return [missingSetting(missing, `${missing} is missing: ${set} is set`)];
  });
}

/** The payment page's settings; null without such wallets. */
export function readWalletConnect({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
}: Pick<Settings, "WALLETCONNECT_PROJECT_ID" | "WALLETCONNECT_RELAY_URL">): {
  projectId: string;
  relayUrl: string;
} | null {
  return projectId === undefined ? null : { projectId, relayUrl };
}

export type InngestServer = {
  eventKey: string;
  signingKey: string;
  signingKeyFallback: string | undefined;
  /** Inngest Cloud when undefined. */
  baseUrl: string | undefined;
};

/** The Inngest server that runs the functions; null without one. Incomplete settings count as none here. */
function readInngestServer(given: Given): InngestServer | null {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = given;
  if (!eventKey || !signingKey) return null;
  return {
    eventKey,
    signingKey,
    signingKeyFallback: given.INNGEST_SIGNING_KEY_FALLBACK || undefined,
    baseUrl: given.INNGEST_BASE_URL || undefined,
  };
}

/** With half of the settings, the server would get no work, or the work would be unsigned. */
function missingInngestKeys(given: Given): SettingsFault[] {
  const named = Object.keys(inngestSettings.shape).filter((name) => given[name]);
  return ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]
    .filter((name) => named.length > 0 && !named.includes(name))
    .map((name) => missingSetting(name, `${name} is missing (${named.join(", ")} is set)`));
}
