/** What is wrong with a setting, and what an operator does about it; null where the fault itself says it. */
export type SettingsFault = { says: string; todo: string | null };

const hexKey = "create one: openssl rand -hex 32";
const inngestKey =
  "for your own Inngest server create one and give it to both: openssl rand -hex 32; for Inngest Cloud copy it from there";
const databaseUrl =
  "postgresql://USER:PASSWORD@HOST:5432/DATABASE; in a password, percent-encode all characters except letters and digits";
const keystoreFor = (wallet: "OPERATOR" | "REFUND") =>
  `npm run keystore -- --new --password-file FILE --out KEYSTORE, then ${wallet}_KEYSTORE_FILE=KEYSTORE and ${wallet}_KEYSTORE_PASSWORD_FILE=FILE`;
const keystorePassword = "the password that encrypted the keystore, or a file with it";

/** How an operator comes by a value. */
const howToGet: Readonly<Record<string, string>> = {
  BASE_URL: "the https origin under which customers reach the service: https://pay.example.com",
  CHAINS: `for example [{"chainId":8453,"rpcUrls":["https://…","https://…"]}]`,
  DATA_KEY: "create one: openssl rand -base64 32. A service that ran before needs the key that it had",
  DATABASE_URL: databaseUrl,
  GITHUB_CLIENT_ID: "copy it from your OAuth app at GitHub, or remove the other one",
  GITHUB_CLIENT_SECRET: "create one in your OAuth app at GitHub, or remove the other one",
  GOOGLE_CLIENT_ID: "copy it from your OAuth client at Google, or remove the other one",
  GOOGLE_CLIENT_SECRET: "create one in your OAuth client at Google, or remove the other one",
  INNGEST_EVENT_KEY: inngestKey,
  INNGEST_SIGNING_KEY: inngestKey,
  MAIL_FROM: "the sender of our e-mails: an address, or: Name <address>",
  OPERATOR_KEYSTORE_PASSWORD: keystorePassword,
  OPERATOR_PRIVATE_KEY: `create a keystore: ${keystoreFor("OPERATOR")}`,
  REFUND_AUTHORITY: `if the service is to refund and sweep, create a keystore: ${keystoreFor("REFUND")}; or set REFUND_PRIVATE_KEY to the key itself. If the key is kept elsewhere, set REFUND_AUTHORITY to its address: its owner signs refunds`,
  REFUND_KEYSTORE_PASSWORD: keystorePassword,
};

const privateKey =
  "copy the wallet's private key again: 0x and 64 digits or letters from a to f. An address has 40, and a recovery phrase is not a key";

/** The form of a value, where the fault doesn't say it. */
const formOf: Readonly<Record<string, string>> = {
  BASE_URL: "the https origin under which customers reach the service: https://pay.example.com",
  CHAINS: "docs/operators/chains-and-nodes.md explains every field, with examples",
  CHECKOUT_PAGE_URL: "the https origin of the customers' pages: https://checkout.example.com",
  DATA_KEY:
    "copy it whole, 44 characters with = at the end. Replace it only before the first start (openssl rand -base64 32)",
  DATA_KEY_PREVIOUS: "copy it whole from the DATA_KEY that the service had before",
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_URL: databaseUrl,
  METRICS_TOKEN: hexKey,
  OPERATOR_PRIVATE_KEY: privateKey,
  OPERATOR_TOKEN: hexKey,
  REFUND_AUTHORITY: "the wallet's address: 0x and 40 digits or letters from a to f",
  REFUND_DAILY_CAP_TOKENS: "whole tokens, for example 10000",
  REFUND_PRIVATE_KEY: privateKey,
};

/** @param says with more than the name */
export function missingSetting(name: string, says = `${name} is missing`): SettingsFault {
  return { says, todo: howToGet[name] ?? null };
}

/** @param says begins with the name */
export function wrongSetting(name: string, says: string): SettingsFault {
  return { says, todo: formOf[name] ?? null };
}
