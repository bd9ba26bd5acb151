import { z } from "zod";
import { databaseUrlFault } from "@/lib/platform/postgres/url";
import { isQuoted, settingText } from "@/lib/platform/process/environment.mjs";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { escapeText } from "@/lib/platform/values/text.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { type FiatCurrency, fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { dailyUnits } from "@/lib/refunds/refund-decision.rules";
import { type AllowedHost, parseAllowedHost } from "@/lib/webhooks/sender/allowed-hosts";
import { missingSetting, type SettingsFault, wrongSetting } from "./advice";
import { type ConfiguredChain, chainSetting, configuredChain } from "./chain-settings";
import { secretRefusals } from "./secrets";
import {
  type InngestServer,
  inngestSettings,
  mailSettings,
  missingInngestKeys,
  missingMailSettings,
  missingOauthSettings,
  oauthSettings,
  readInngestServer,
  readWalletConnect,
  walletConnectSettings,
} from "./service-settings";
import { closestName, settingObject } from "./setting-object";
import { origin, serviceAddress } from "./urls";
import {
  credential,
  hexAddress,
  incomplete,
  json,
  parseVariables,
  refuseSettings,
  wholeNumber,
} from "./variables";
import {
  missingKeys,
  readRefundWallet,
  readWalletKey,
  readWalletKeys,
  WalletKeyFaults,
  type WalletKeySettings,
  type WalletKeys,
  walletKeyRefusals,
  walletKeySettings,
} from "./wallet-keys";

// The only reader of process.env in the service. No "server-only" here: the start script runs before Next and reads its
// settings from this file too.

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");
const perMinute = wholeNumber(1, 1_000_000_000);
const gas = z
  .string()
  .regex(/^\d{1,12}$/, "must be an amount of gas: up to 12 digits")
  .transform(BigInt);
const dataKey = z
  .base64("must be 32 bytes in base64")
  .transform((value) => Buffer.from(value, "base64"))
  .refine((bytes) => bytes.length === 32, "must be 32 bytes in base64");
const bearerToken = z
  .string()
  .regex(
    /^[!-~]{32,512}$/,
    "must have 32 to 512 visible ASCII characters, as openssl rand -hex 32 gives them",
  );
const databaseUrl = z.string().superRefine((value, context) => {
  const message = databaseUrlFault(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const currencyList = z.string().transform((value, context): readonly FiatCurrency[] => {
  const codes = value.split(",").map((code) => code.trim());
  const unknown = codes.filter((code) => !fiatCurrencies.some((known) => known.code === code));
  if (unknown.length === 0) return fiatCurrencies.filter(({ code }) => codes.includes(code));
  const known = fiatCurrencies.map(({ code }) => code).join(", ");
  context.addIssue({ code: "custom", message: `has ${unknown.join(", ")}; the service knows ${known}` });
  return z.NEVER;
});

const hostList = z.string().transform((value, context): readonly AllowedHost[] => {
  const entries = value.split(",").map((entry) => parseAllowedHost(entry.trim()));
  for (const entry of entries)
    if (typeof entry === "string") context.addIssue({ code: "custom", message: entry });
  return entries.filter((entry) => typeof entry !== "string");
});

/** Every variable that the service reads. */
export const settings = z.object({
  APP_MODE: z.enum(["production", "demo", "development", "test"]).default("production"),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, "must be an IP address without brackets, or a host name")
    .default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535).default(3000),
  /** The public origin of the service. */
  BASE_URL: origin.optional(),
  /** The payment page's origin, if it is another host. */
  CHECKOUT_PAGE_URL: origin.optional(),
  TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  DATABASE_URL: databaseUrl,
  /** The database itself, where DATABASE_URL leads to a pooler: for migrations, backups and notifications. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(20),
  /** Encrypts webhook secrets and kept answers at rest: 32 bytes, base64. */
  DATA_KEY: dataKey,
  /** The key before: what was sealed under it still opens, until `npm run rotate-data-key` has sealed it anew. */
  DATA_KEY_PREVIOUS: dataKey.optional(),
  /** With it an operator reads the details of readiness from elsewhere. */
  OPERATOR_TOKEN: bearerToken.optional(),
  /** With it a program elsewhere reads /metrics. */
  METRICS_TOKEN: bearerToken.optional(),
  /** Where traces go: a collector of OpenTelemetry. */
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceAddress("http").optional(),
  ...walletKeySettings.shape,
  /** The refund wallet's address. Derived from its key if the service has it. */
  REFUND_AUTHORITY: hexAddress.optional(),
  /** Daily limit (UTC) per chain for refunds by the service's key, in tokens; refunds above it wait. */
  REFUND_DAILY_CAP_TOKENS: wholeNumber(0, 1_000_000_000)
    .default(10_000)
    .transform((tokens) => dailyUnits(BigInt(tokens), 0)),
  CHAINS: json(
    z
      .array(chainSetting)
      .min(1)
      .refine(
        (chains) => new Set(chains.map(({ chainId }) => chainId)).size === chains.length,
        "names a chain twice",
      ),
  ),
  /** Requests per minute (the project's own setting overrides the second). */
  RATE_LIMIT_PROJECT_PER_MINUTE: perMinute.default(100),
  RATE_LIMIT_SERVER_PER_MINUTE: perMinute.default(1_000),
  /** By client address: per checkout, and in total. */
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute.default(120),
  RATE_LIMIT_PUBLIC_IP_PER_MINUTE: perMinute.default(300),
  /** Pages of payments and refunds, by client address, including refreshes of open pages. */
  RATE_LIMIT_PAGE_PER_MINUTE: perMinute.default(300),
  /** Selections and submitted hashes, per checkout. */
  RATE_LIMIT_ACTION_PER_MINUTE: perMinute.default(10),
  /** Unknown keys, by client address. */
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: perMinute.default(30),
  /** Sign-in attempts: per account, and by client address. */
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute.default(10),
  RATE_LIMIT_SIGN_IN_IP_PER_MINUTE: perMinute.default(30),
  /** Open streams of payment pages per process: in total, and by client address. */
  LIVE_STREAMS_MAX: wholeNumber(0, 100_000).default(5_000),
  LIVE_STREAMS_PER_ADDRESS: wholeNumber(0, 100_000).default(60),
  /** Gas for payments by signature: per project in 24 hours (0 for none), and per payment. */
  GASLESS_DAILY_GAS_PER_PROJECT: gas.default(20_000_000n),
  GASLESS_MAX_GAS_PER_RELAY: gas.default(200_000n),
  COINGECKO_URL: serviceAddress("http").default("https://api.coingecko.com/api/v3"),
  COINGECKO_API_KEY: credential.optional(),
  COINBASE_URL: serviceAddress("http").default("https://api.coinbase.com/v2"),
  KRAKEN_URL: serviceAddress("http").default("https://api.kraken.com/0/public"),
  /** ISO 4217 codes, separated by commas, to offer fewer currencies than the service knows. */
  FIAT_CURRENCIES: currencyList.default(fiatCurrencies),
  DEMO_FIXED_RATES: json(z.record(z.string(), z.record(z.string(), z.string()))).optional(),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Receivers of webhooks that are not public, such as a shop on this machine. */
  WEBHOOK_ALLOW_HOSTS: hostList.default([]),
  ...mailSettings.shape,
  ...oauthSettings.shape,
  ...walletConnectSettings.shape,
  INNGEST_DEV: z.string().optional(),
  ...inngestSettings.shape,
  /** Where an Inngest server reaches this service, if not at BASE_URL: `http://app:3000` in one network. */
  INNGEST_SERVE_ORIGIN: origin.optional(),
  /** Settings of the demo shop, a separate merchant: its keys and project, its webhook secret, its order file. */
  DEMO_SHOP: json(
    settingObject({
      serverKey: z.string(),
      apiKey: z.string(),
      projectId: z.string(),
      webhookSecret: z.string(),
      ordersFolder: z.string(),
    }),
  ).optional(),
  /** The wallet that pays on local chains. */
  DEMO_PAYER_ADDRESS: hexAddress.optional(),
  /** The wallets that sign as merchants there. */
  DEMO_MERCHANT_ADDRESSES: json(z.array(hexAddress)).default([]),
  /** Kills the process at a named point, for crash tests (`lib/api/deps.ts`). */
  KILL_POINT: z.string().optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

type Settings = z.output<typeof settings>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** With those that commands alone read. */
const environmentNames: readonly string[] = [...settingNames, "DATA_ROOT", "DEMO_WEBHOOK_URL"];

type Given = Readonly<Record<string, string | undefined>>;

export type Env = Omit<
  Settings,
  "CHAINS" | "BASE_URL" | "CHECKOUT_PAGE_URL" | "REFUND_AUTHORITY" | keyof WalletKeySettings
> & {
  walletKeys: WalletKeys;
  /** Null without wallets on other devices. */
  walletConnect: ReturnType<typeof readWalletConnect>;
  CHAINS: readonly ConfiguredChain[];
  BASE_URL: string;
  CHECKOUT_PAGE_URL: string;
};

const operatorSettings = settings
  .pick({
    DATABASE_URL: true,
    DATABASE_DIRECT_URL: true,
    CHAINS: true,
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
    DATA_KEY_PREVIOUS: settings.shape.DATA_KEY_PREVIOUS,
    ...walletKeySettings.shape,
    REFUND_AUTHORITY: settings.shape.REFUND_AUTHORITY,
  });

/** The settings that commands beside the running service need. */
export type OperatorEnv = Omit<z.output<typeof operatorSettings>, "CHAINS"> & {
  CHAINS: readonly ConfiguredChain[];
};

let isCleaned = false;

/**
 * The process's variables, with the settings as `settingText` reads them: changed in place, because packages and
 * programs that we start read some of them too.
 */
export function environment(): Given {
  if (!isCleaned) {
    for (const name of quotedSettings(process.env)) console.warn(quotedWarning(name));
    for (const misspelt of misspeltSettings(process.env)) console.warn(misspeltWarning(misspelt));
    Object.assign(process.env, cleaned(process.env));
    isCleaned = true;
  }
  return process.env;
}

/** The settings whose values have quotation marks around them. */
export function quotedSettings(given: Given): string[] {
  return environmentNames.filter((name) => isQuoted(given[name] ?? ""));
}

export function quotedWarning(name: string): string {
  return `${name} has quotation marks around its value. We ignore them: docker and kubectl keep those of a settings file.`;
}

type Misspelt = { name: string; meant: string };

/** Variables whose names are close to a setting's. The rest of the environment belongs to other programs. */
export function misspeltSettings(given: Given): Misspelt[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (environmentNames.includes(name) || !settingText(name, value ?? "")) return [];
    const meant = closestName(name, environmentNames, (known) => Math.max(1, Math.floor(known.length / 6)));
    return meant === null ? [] : [{ name, meant }];
  });
}

export function misspeltWarning({ name, meant }: Misspelt): string {
  return escapeText(`unknown setting ${name}; did you mean ${meant}?`);
}

/** Variables with each setting as its author meant it. */
function cleaned(given: Given): Given {
  const settings = environmentNames.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, settingText(name, value)] as const];
  });
  return { ...given, ...Object.fromEntries(settings) };
}

/** Whether the environment has the service's settings, and otherwise where a demo's data is. */
export function commandEnv(): { hasSettings: boolean; dataRoot: string } {
  const { DATABASE_URL, CHAINS, DATA_ROOT } = environment();
  return { hasSettings: Boolean(DATABASE_URL) || Boolean(CHAINS), dataRoot: DATA_ROOT || ".data" };
}

/** Whether the service runs its own PostgreSQL, because no setting names a database. */
export function hasOwnDatabase(given: Given = environment()): boolean {
  return ["DATABASE_URL", "DATABASE_DIRECT_URL"].every((name) => settingText(name, given[name] ?? "") === "");
}

/** The variables as they are, for commands that report on every setting. */
export function givenVariables(): Given {
  return process.env;
}

/** One setting by itself; undefined where it is missing or wrong. */
export function readSetting<Name extends keyof typeof settings.shape>(
  name: Name,
  given: Given,
): z.output<(typeof settings.shape)[Name]> | undefined {
  const result = settings.shape[name].safeParse(settingText(name, given[name] ?? "") || undefined);
  return result.success ? (result.data as z.output<(typeof settings.shape)[Name]>) : undefined;
}

/** The settings of commands, from the environment unless others are given. @throws SettingsError */
export function operatorEnv(given: Given = environment()): OperatorEnv {
  const { CHAINS, ...rest } = parseVariables(operatorSettings, cleaned(given));
  return { ...rest, CHAINS: CHAINS.map(configuredChain) };
}

/** The key of the wallet that pays gas; null without one. @throws SettingsError */
export function operatorKey(parsed: WalletKeySettings): Hex | null {
  return withFaultsNamed(() => readWalletKey(parsed, "OPERATOR"));
}

/** The wallet from which the service refunds and sweeps; null without its key. @throws SettingsError */
export function refundWallet(parsed: OperatorEnv): Hex | null {
  return withFaultsNamed(() => readRefundWallet(parsed));
}

/** @throws SettingsError in place of WalletKeyFaults */
function withFaultsNamed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WalletKeyFaults ? incomplete(error.faults) : error;
  }
}

/** The Inngest server. Read while modules load, which a build does without settings: `env` refuses half of them. */
export function inngestEnv(): InngestServer | null {
  return readInngestServer(environment());
}

let cached: Env | undefined;

/** The service's settings, read once. @throws SettingsError naming every invalid variable */
export function env(): Env {
  if (cached === undefined) {
    cached = parseEnv(environment());
    // next-auth reads the public URL only from here.
    process.env.NEXTAUTH_URL = cached.BASE_URL;
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
    walletKeys: withFaultsNamed(() => readWalletKeys(all)),
    walletConnect: readWalletConnect(all),
    CHAINS: CHAINS.map(configuredChain),
    BASE_URL: baseUrl,
    CHECKOUT_PAGE_URL: CHECKOUT_PAGE_URL ?? baseUrl,
  };
  const refusals =
    parsed.APP_MODE === "production"
      ? [...productionRefusals(parsed, all), ...secretRefusals(all, parsed.walletKeys)]
      : [];
  if (refusals.length > 0) throw refuseSettings("Production can't start with these settings:", refusals);
  return parsed;
}

function productionRefusals(parsed: Env, given: Settings): SettingsFault[] {
  const local = parsed.CHAINS.filter((chain) => chain.local).map((chain) => chain.chainId);
  const remove = "remove it: it is for the demo and tests";
  const isHttps = (url: string) => url.startsWith("https://");
  const forDemos = {
    DEMO_FIXED_RATES: parsed.DEMO_FIXED_RATES !== undefined,
    WEBHOOK_ALLOW_PRIVATE: parsed.WEBHOOK_ALLOW_PRIVATE,
    DEMO_SHOP: parsed.DEMO_SHOP !== undefined,
    KILL_POINT: parsed.KILL_POINT !== undefined,
    DEMO_PAYER_ADDRESS: parsed.DEMO_PAYER_ADDRESS !== undefined,
    DEMO_MERCHANT_ADDRESSES: parsed.DEMO_MERCHANT_ADDRESSES.length > 0,
    INNGEST_DEV: parsed.INNGEST_DEV !== undefined && !/^(0|false)$/i.test(parsed.INNGEST_DEV),
  };
  const privateReceivers = "remove it. To reach receivers that are not public, set WEBHOOK_ALLOW_HOSTS";
  return [
    ...(isHttps(parsed.BASE_URL)
      ? []
      : [wrongSetting("BASE_URL", "BASE_URL must be the https origin of the service")]),
    ...(given.CHECKOUT_PAGE_URL === undefined || isHttps(given.CHECKOUT_PAGE_URL)
      ? []
      : [
          wrongSetting("CHECKOUT_PAGE_URL", "CHECKOUT_PAGE_URL must be the https origin of the payment page"),
        ]),
    ...(local.length > 0
      ? [
          {
            says: `CHAINS names local chains (${local.join(", ")})`,
            todo: "remove them: they are for the demo and tests",
          },
        ]
      : []),
    ...(parseUrl(parsed.WALLETCONNECT_RELAY_URL)?.protocol === "ws:"
      ? [{ says: "WALLETCONNECT_RELAY_URL must be a wss:// address", todo: null }]
      : []),
    ...Object.entries(forDemos).flatMap(([name, isSet]) =>
      isSet
        ? [
            {
              says: `${name} must not be set`,
              todo: name === "WEBHOOK_ALLOW_PRIVATE" ? privateReceivers : remove,
            },
          ]
        : [],
    ),
    ...walletKeyRefusals(given, parsed.walletKeys),
  ];
}
