import { createHash } from "node:crypto";
import { readDatabaseUrl } from "@/lib/platform/postgres/url";
import type { Settings } from "./schema";
import type { SettingsFault } from "./variables";
import { keystorePasswords, keyVariable, type WalletKeys } from "./wallet-keys";

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

/**
 * Why production refuses these secrets; never repeats a value. Secrets that others issue may be weak, but none may be
 * used twice.
 */
export function secretRefusals(secrets: Settings, { operatorKey, refundKey }: WalletKeys): SettingsFault[] {
  const { INNGEST_SIGNING_KEY, INNGEST_SIGNING_KEY_FALLBACK } = secrets;
  const [operatorVariable, refundVariable] = [
    keyVariable(secrets, "OPERATOR"),
    keyVariable(secrets, "REFUND"),
  ];
  const { password: databasePassword } = readDatabaseUrl(secrets.DATABASE_URL);
  return [
    refusal("DATA_KEY", secrets.DATA_KEY, keyWeakness, "openssl rand -base64 32"),
    refusal("DATA_KEY_PREVIOUS", secrets.DATA_KEY_PREVIOUS, keyWeakness),
    refusal(operatorVariable, bytesOf(operatorKey), keyWeakness, newWallet),
    refusal(refundVariable, bytesOf(refundKey), keyWeakness, newWallet),
    ...keystorePasswords(secrets).map(([name, password]) =>
      refusal(name, password, passwordWeakness, newPassword),
    ),
    refusal("OPERATOR_TOKEN", secrets.OPERATOR_TOKEN, tokenWeakness, "openssl rand -hex 32"),
    refusal("METRICS_TOKEN", secrets.METRICS_TOKEN, tokenWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_EVENT_KEY", secrets.INNGEST_EVENT_KEY, tokenWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_SIGNING_KEY", bytesOf(INNGEST_SIGNING_KEY), keyWeakness, "openssl rand -hex 32"),
    refusal("INNGEST_SIGNING_KEY_FALLBACK", bytesOf(INNGEST_SIGNING_KEY_FALLBACK), keyWeakness),
    refusal("The password in DATABASE_URL", databasePassword, passwordWeakness, newPassword),
    repeated([
      ["DATA_KEY", hexOf(secrets.DATA_KEY)],
      ["DATA_KEY_PREVIOUS", hexOf(secrets.DATA_KEY_PREVIOUS)],
      [operatorVariable, operatorKey],
      // A refund key that is the operator's is refused as its wallet.
      [refundVariable, refundKey === operatorKey ? null : refundKey],
      ...keystorePasswords(secrets),
      ["OPERATOR_TOKEN", secrets.OPERATOR_TOKEN],
      ["METRICS_TOKEN", secrets.METRICS_TOKEN],
      ["INNGEST_EVENT_KEY", secrets.INNGEST_EVENT_KEY],
      ["INNGEST_SIGNING_KEY", INNGEST_SIGNING_KEY],
      ["INNGEST_SIGNING_KEY_FALLBACK", INNGEST_SIGNING_KEY_FALLBACK],
      ["GOOGLE_CLIENT_SECRET", secrets.GOOGLE_CLIENT_SECRET],
      ["GITHUB_CLIENT_SECRET", secrets.GITHUB_CLIENT_SECRET],
      ["The password in SMTP_URL", secrets.SMTP_URL?.login?.password],
      ["The password in DATABASE_URL", databasePassword],
    ]),
  ].flat();
}

/** Secrets that were used for an earlier name, in any spelling. One that leaks must not open another door. */
function repeated(
  secrets: readonly (readonly [name: string, secret: string | null | undefined])[],
): SettingsFault[] {
  const firstNames = new Map<string, string>();
  return secrets.flatMap(([name, secret]) => {
    if (!secret) return [];
    const key = spelledOnce(secret);
    const first = firstNames.get(key);
    if (first !== undefined)
      return [{ says: `${name} is the same secret as ${first}`, todo: "create a new one" }];
    firstNames.set(key, name);
    return [];
  });
}

/** The same text for the same 32 bytes in hex, with or without a prefix, and in base64. */
function spelledOnce(secret: string): string {
  const bare = secret.replace(/^(?:0x|signkey-\w+-)/, "");
  if (/^[0-9a-f]{64}$/i.test(bare)) return bare.toLowerCase();
  const bytes = Buffer.from(bare, "base64");
  return bytes.length === 32 && bytes.toString("base64") === bare ? bytes.toString("hex") : secret;
}

function hexOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes).toString("hex");
}

const newWallet = "npm run keystore -- --new --password-file FILE --out KEYSTORE";
const newPassword = "openssl rand -hex 16";

/** @param maker the command that makes a strong one; none where another party issues it */
function refusal<T>(
  name: string,
  secret: T | undefined,
  weakness: (secret: T) => string | null,
  maker?: string,
): SettingsFault[] {
  const fault = secret === undefined ? null : weakness(secret);
  if (fault === null) return [];
  return [{ says: `${name} ${fault}`, todo: maker === undefined ? null : `create a new one: ${maker}` }];
}

/** From hex, with `0x` or with Inngest Cloud's prefix. */
function bytesOf(key: string | null | undefined): Uint8Array | undefined {
  return key ? Buffer.from(key.replace(/^(?:0x|signkey-\w+-)/, ""), "hex") : undefined;
}
