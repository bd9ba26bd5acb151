import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import { decryptKeystore, testAccounts } from "@/lib/chain/keystore.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";

// No "server-only" here: `env.ts`, which the start script reads, uses it.

const hexKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hex digits")
  .transform((value) => value.toLowerCase() as Hex);

/**
 * The service's two wallets. OPERATOR pays the gas of settlements; REFUND refunds for projects in convenient mode, and
 * sweeps their deposits to contract wallets.
 */
export const walletKeySettings = z.object({
  OPERATOR_PRIVATE_KEY: hexKey.optional(),
  /** An encrypted keystore (Web3 Secret Storage, version 3) in place of the key itself. */
  OPERATOR_KEYSTORE_FILE: z.string().optional(),
  OPERATOR_KEYSTORE_PASSWORD: z.string().optional(),
  OPERATOR_KEYSTORE_PASSWORD_FILE: z.string().optional(),
  REFUND_PRIVATE_KEY: hexKey.optional(),
  REFUND_KEYSTORE_FILE: z.string().optional(),
  REFUND_KEYSTORE_PASSWORD: z.string().optional(),
  REFUND_KEYSTORE_PASSWORD_FILE: z.string().optional(),
});

export type WalletKeySettings = z.output<typeof walletKeySettings>;
type WalletName = "OPERATOR" | "REFUND";

export type WalletKeys = {
  operatorKey: Hex;
  /** Null when only the refund wallet's address is known: its owner signs elsewhere. */
  refundKey: Hex | null;
  /** Lower-case. */
  refundAuthority: Hex;
};

/** Missing or unreadable keys; each fault names its variable, and none shows a key or password. */
export class WalletKeyFaults extends Error {
  override readonly name = "WalletKeyFaults";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** The missing variables, to report together with other errors. */
export function missingKeys(given: Readonly<Record<string, string | undefined>>): string[] {
  const hasNone = (...names: string[]) => names.every((name) => !given[name]);
  return [
    ...(hasNone("OPERATOR_PRIVATE_KEY", "OPERATOR_KEYSTORE_FILE")
      ? ["OPERATOR_PRIVATE_KEY is missing (or OPERATOR_KEYSTORE_FILE)"]
      : []),
    ...(hasNone("REFUND_AUTHORITY", "REFUND_PRIVATE_KEY", "REFUND_KEYSTORE_FILE")
      ? ["REFUND_AUTHORITY is missing (or REFUND_PRIVATE_KEY, or REFUND_KEYSTORE_FILE)"]
      : []),
  ];
}

/** The keys, given complete variables (`missingKeys`). @throws WalletKeyFaults */
export function readWalletKeys(
  settings: WalletKeySettings & { REFUND_AUTHORITY?: Hex | undefined },
): WalletKeys {
  const faults: string[] = [];
  const collect = (name: WalletName): Hex | null => {
    try {
      return readWalletKey(settings, name);
    } catch (error) {
      if (!(error instanceof WalletKeyFaults)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const operatorKey = collect("OPERATOR");
  const refundKey = collect("REFUND");
  const derived = refundKey === null ? null : addressOf(refundKey);
  const refundAuthority = derived ?? settings.REFUND_AUTHORITY ?? null;
  if (derived !== null && settings.REFUND_AUTHORITY !== undefined && settings.REFUND_AUTHORITY !== derived)
    faults.push(`REFUND_AUTHORITY is not the address of the refund key, which is ${derived}`);
  if (operatorKey === null || refundAuthority === null || faults.length > 0)
    throw new WalletKeyFaults(faults);
  return { operatorKey, refundKey, refundAuthority };
}

/** The wallet from which the service refunds and sweeps; null without its key. @throws WalletKeyFaults */
export function readRefundWallet(
  settings: WalletKeySettings & { REFUND_AUTHORITY?: Hex | undefined },
): Hex | null {
  const { REFUND_PRIVATE_KEY, REFUND_KEYSTORE_FILE, REFUND_AUTHORITY } = settings;
  if (REFUND_PRIVATE_KEY === undefined && REFUND_KEYSTORE_FILE === undefined) return null;
  // A keystore takes a second and its password, and the service refuses to start when its address differs.
  if (REFUND_AUTHORITY !== undefined) return REFUND_AUTHORITY;
  const key = readWalletKey(settings, "REFUND");
  return key === null ? null : addressOf(key);
}

/** One wallet's key, from the environment or its keystore; null when neither is set. @throws WalletKeyFaults */
export function readWalletKey(settings: WalletKeySettings, name: WalletName): Hex | null {
  const privateKey = settings[`${name}_PRIVATE_KEY`];
  const file = settings[`${name}_KEYSTORE_FILE`];
  if (file === undefined)
    return privateKey === undefined ? null : validKey(privateKey, `${name}_PRIVATE_KEY`);
  if (privateKey !== undefined)
    throw new WalletKeyFaults([`${name}_PRIVATE_KEY and ${name}_KEYSTORE_FILE are both set. Set only one`]);
  const password = readPassword(settings, name);
  const text = readText(file, `${name}_KEYSTORE_FILE`);
  try {
    return validKey(decryptKeystore(text, password), `${name}_KEYSTORE_FILE`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new WalletKeyFaults([`${name}_KEYSTORE_FILE: ${error.message}`]);
  }
}

function readPassword(settings: WalletKeySettings, name: WalletName): string {
  const password = settings[`${name}_KEYSTORE_PASSWORD`];
  const file = settings[`${name}_KEYSTORE_PASSWORD_FILE`];
  if (password !== undefined) return password;
  if (file === undefined)
    throw new WalletKeyFaults([
      `${name}_KEYSTORE_PASSWORD is missing (or ${name}_KEYSTORE_PASSWORD_FILE): it opens ${name}_KEYSTORE_FILE`,
    ]);
  // Editors end a file with a line break, which no password has.
  return readText(file, `${name}_KEYSTORE_PASSWORD_FILE`).replace(/\r?\n$/, "");
}

/** The password of each named keystore, with its variable. @throws WalletKeyFaults */
function keystorePasswords(settings: WalletKeySettings): [variable: string, password: string][] {
  return (["OPERATOR", "REFUND"] as const).flatMap((name) =>
    settings[`${name}_KEYSTORE_FILE`] === undefined
      ? []
      : [[`${name}_KEYSTORE_PASSWORD`, readPassword(settings, name)]],
  );
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new WalletKeyFaults([`${variable} names a file that we can't read`]);
  }
}

function validKey(privateKey: Hex, variable: string): Hex {
  try {
    addressOf(privateKey);
    return privateKey;
  } catch {
    throw new WalletKeyFaults([`${variable} is not a valid secp256k1 private key`]);
  }
}

function addressOf(privateKey: Hex): Hex {
  return privateKeyToAddress(privateKey).toLowerCase() as Hex;
}

/** Why production refuses these keys. */
export function walletKeyRefusals({ operatorKey, refundKey, refundAuthority }: WalletKeys): string[] {
  const isTestKey = (key: Hex | null) => testAccounts.some(({ privateKey }) => privateKey === key);
  return [
    ...(isTestKey(operatorKey)
      ? ["OPERATOR_PRIVATE_KEY, or the key in OPERATOR_KEYSTORE_FILE, is a well-known test key"]
      : []),
    ...(isTestKey(refundKey)
      ? ["REFUND_PRIVATE_KEY, or the key in REFUND_KEYSTORE_FILE, is a well-known test key"]
      : []),
    ...(testAccounts.some(({ address }) => address === refundAuthority)
      ? ["REFUND_AUTHORITY is the address of a well-known test key"]
      : []),
    ...(refundAuthority === addressOf(operatorKey)
      ? [
          "REFUND_AUTHORITY (REFUND_PRIVATE_KEY) is the operator's wallet: the wallet that pays gas must not be able to refund",
        ]
      : []),
  ];
}

// No "server-only" here: `env.ts`, which the start script reads, uses it.

const knownWords =
  "admin|changeme|change|me|checkout|default|demo|dev|example|foobar|inngest|key|letmein|local|passw0rd|password|placeholder|please|postgres|qwerty|replace|root|secret|stablecoin|test|token|value|your".split(
    "|",
  );

/** Only known words, digits and separators. */
const knownText = new RegExp(`^(?:${knownWords.join("|")}|\\d|[-_.: ])*$`, "i");

const knownHashes = new Set(["", ...knownWords].map((word) => sha256(word)));

/**
 * Why bytes are not a random key; null when they look random. A random key of 16 bytes is refused less than once in a
 * billion, a longer one never.
 */
export function keyWeakness(bytes: Uint8Array): string | null {
  if (bytes.length < 16) return "has fewer than 16 bytes";
  const distinct = new Set(bytes).size;
  if (distinct < Math.min(bytes.length, 32) / 2 || isPeriodic(bytes)) return "repeats itself";
  if (isSequence(bytes)) return "counts up or down";
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text, not random bytes";
  return knownHashes.has(Buffer.from(bytes).toString("hex")) ? "is the hash of a well-known word" : null;
}

/** Why a generated text is not a secret; null when it looks like one. */
export function tokenWeakness(text: string): string | null {
  if (text.length < 16) return "has fewer than 16 characters";
  if (new Set(text).size < 8 || isPeriodic(Buffer.from(text))) return "repeats itself";
  return knownText.test(text) ? "is well known" : null;
}

/** Why a text that a person may have chosen is too weak as a password; null when it is not. */
export function passwordWeakness(text: string): string | null {
  if (text.length < 8) return "has fewer than 8 characters";
  if (new Set(text).size < 4) return "repeats itself";
  return knownText.test(text) ? "is well known" : null;
}

function isSequence(bytes: Uint8Array): boolean {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 0xff;
  return bytes.every((byte, at) => at === 0 || ((byte - (bytes[at - 1] ?? 0)) & 0xff) === step);
}

/** Whether the bytes repeat a shorter piece. */
function isPeriodic(bytes: Uint8Array): boolean {
  for (let period = 1; period <= bytes.length / 2; period++)
    if (bytes.every((byte, at) => at < period || byte === bytes[at - period])) return true;
  return false;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// No "server-only" here: `env.ts`, which the start script reads, uses it.

type Secrets = WalletKeySettings & {
  DATA_KEY: Uint8Array;
  DATA_KEY_PREVIOUS?: Uint8Array | undefined;
  DATABASE_URL: string;
  OPERATOR_TOKEN?: string | undefined;
  METRICS_TOKEN?: string | undefined;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
  INNGEST_SIGNING_KEY_FALLBACK?: string | undefined;
};

/**
 * Why production refuses these secrets; never repeats a value. Secrets issued by Google, GitHub, CoinGecko,
 * WalletConnect and the mail server are not checked.
 */
export function secretRefusals(secrets: Secrets, { operatorKey, refundKey }: WalletKeys): string[] {
  const { INNGEST_SIGNING_KEY, INNGEST_SIGNING_KEY_FALLBACK } = secrets;
  const databasePassword = decodeURIComponent(new URL(secrets.DATABASE_URL).password);
  return [
    refusal("DATA_KEY", secrets.DATA_KEY, keyWeakness, "openssl rand -base64 32"),
    refusal("DATA_KEY_PREVIOUS", secrets.DATA_KEY_PREVIOUS, keyWeakness),
    refusal("OPERATOR_PRIVATE_KEY, or the key in OPERATOR_KEYSTORE_FILE,", bytesOf(operatorKey), keyWeakness),
    refusal("REFUND_PRIVATE_KEY, or the key in REFUND_KEYSTORE_FILE,", bytesOf(refundKey), keyWeakness),
    ...keystorePasswords(secrets).map(([name, password]) => refusal(name, password, passwordWeakness)),
    refusal("OPERATOR_TOKEN", secrets.OPERATOR_TOKEN, tokenWeakness, "openssl rand -hex 32"),
    refusal("METRICS_TOKEN", secrets.METRICS_TOKEN, tokenWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_EVENT_KEY", secrets.INNGEST_EVENT_KEY, tokenWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_SIGNING_KEY", bytesOf(INNGEST_SIGNING_KEY), keyWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_SIGNING_KEY_FALLBACK", bytesOf(INNGEST_SIGNING_KEY_FALLBACK), keyWeakness),
    refusal("The password in DATABASE_URL", databasePassword || undefined, passwordWeakness),
  ].flat();
}

function refusal<T>(
  name: string,
  secret: T | undefined,
  weakness: (secret: T) => string | null,
  maker?: string,
) {
  const fault = secret === undefined ? null : weakness(secret);
  if (fault === null) return [];
  return [`${name} ${fault}${maker === undefined ? "" : `. Create one: ${maker}`}`];
}

/** From hex, with `0x` or with Inngest Cloud's prefix. */
function bytesOf(key: string | null | undefined): Uint8Array | undefined {
  return key ? Buffer.from(key.replace(/^(?:0x|signkey-\w+-)/, ""), "hex") : undefined;
}
