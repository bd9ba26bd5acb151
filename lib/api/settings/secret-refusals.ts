import { keystorePasswords, type WalletKeySettings, type WalletKeys } from "./wallet-keys";
import { keyWeakness, passwordWeakness, tokenWeakness } from "./weak-secrets";

// No "server-only" here: `env.ts`, which the start script reads, uses it.

type Secrets = WalletKeySettings & {
  DATA_KEY: Uint8Array;
  DATABASE_URL: string;
  OPERATOR_TOKEN?: string | undefined;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
  INNGEST_SIGNING_KEY_FALLBACK?: string | undefined;
};

/**
 * Why production does not start with these secrets; no value is repeated. What Google, GitHub, CoinGecko, WalletConnect
 * and the mail server gave out is theirs to make strong.
 */
export function secretRefusals(secrets: Secrets, { operatorKey, refundKey }: WalletKeys): string[] {
  const { INNGEST_SIGNING_KEY, INNGEST_SIGNING_KEY_FALLBACK } = secrets;
  const databasePassword = decodeURIComponent(new URL(secrets.DATABASE_URL).password);
  return [
    refusal("DATA_KEY", secrets.DATA_KEY, keyWeakness, "openssl rand -base64 32"),
    refusal("OPERATOR_PRIVATE_KEY, or the key in OPERATOR_KEYSTORE_FILE,", bytesOf(operatorKey), keyWeakness),
    refusal("REFUND_PRIVATE_KEY, or the key in REFUND_KEYSTORE_FILE,", bytesOf(refundKey), keyWeakness),
    ...keystorePasswords(secrets).map(([name, password]) => refusal(name, password, passwordWeakness)),
    refusal("OPERATOR_TOKEN", secrets.OPERATOR_TOKEN, tokenWeakness, "openssl rand -hex 32"),
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

/** Of hex, with `0x` or with Inngest Cloud's prefix. */
function bytesOf(key: string | null | undefined): Uint8Array | undefined {
  return key ? Buffer.from(key.replace(/^(?:0x|signkey-\w+-)/, ""), "hex") : undefined;
}
