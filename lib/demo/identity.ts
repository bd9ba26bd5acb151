import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { english, generateMnemonic, mnemonicToAccount } from "viem/accounts";
import { toHex } from "viem/utils";
import { z } from "zod";
import { errorCode, explainUnusablePath, StartError } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { alwaysOffered, type FiatTokenSymbol, fiatTokenSymbols } from "@/lib/rates/fiat-currency.rules";

const seededProject = z.object({ projectId: z.string(), serverKey: z.string(), apiKey: z.string() });

const identity = z.object({
  /** For the local chains; generated for this demo, so that no one else has its addresses. */
  mnemonic: z.string(),
  dataKey: z.string(),
  webhookSecret: z.string(),
  login: z.object({ email: z.string(), password: z.string() }),
  /** The seed's result; null until it is complete. */
  seeded: z.object({ first: seededProject, second: seededProject }).nullable(),
});

/** The demo's secrets, kept across restarts in a file that only its user may read. */
export type Identity = z.infer<typeof identity>;

/** Accounts of the mnemonic, by purpose. */
export const roles = {
  deployer: 0,
  operator: 1,
  payer: 2,
  merchant: 3,
  secondMerchant: 4,
  refunds: 5,
} as const;

/** The wallet of a role. */
export function walletOf(
  { mnemonic }: Identity,
  role: keyof typeof roles,
): { address: Hex; privateKey: Hex } {
  const account = mnemonicToAccount(mnemonic, { addressIndex: roles[role] });
  const key = account.getHdKey().privateKey;
  if (key === null) throw new Error("a derived account has a private key");
  return { address: account.address, privateKey: toHex(key) };
}

/**
 * Reads the demo's identity, or creates one.
 * @throws StartError DATA_DAMAGED, PERMISSION_DENIED
 */
export async function loadIdentity(folder: string): Promise<Identity> {
  const file = path.join(folder, "identity.json");
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw explainUnusablePath(error, file);
    // Chains and database depend on the wallets and keys of a lost identity.
    if (await holdsData(folder)) throw beginAnew(folder, `${file} is missing.`);
    const made = newIdentity();
    await saveIdentity(folder, made);
    return made;
  }
  try {
    return identity.parse(JSON.parse(text));
  } catch (error) {
    throw beginAnew(folder, `${file} cannot be read.`, error);
  }
}

async function holdsData(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => !name.startsWith("identity.json"));
}

function beginAnew(folder: string, reason: string, cause?: unknown): StartError {
  return new StartError("DATA_DAMAGED", `${reason} Remove ${folder} and start again: the demo begins anew.`, {
    cause,
  });
}

/** Written to a temporary file and renamed, so that a crash leaves the old file or the new one. */
export async function saveIdentity(folder: string, value: Identity): Promise<void> {
  await writePrivately(path.join(folder, "identity.json"), value);
}

/** Writes JSON that only this user may read. @throws StartError PERMISSION_DENIED */
export async function writePrivately(file: string, value: unknown): Promise<void> {
  try {
    const folder = path.dirname(file);
    // Only the folder itself is private: PostgreSQL's own user must be able to traverse those above it.
    await mkdir(path.dirname(folder), { recursive: true });
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw explainUnusablePath(error, path.dirname(file));
  }
}

function newIdentity(): Identity {
  return {
    mnemonic: generateMnemonic(english),
    dataKey: randomBytes(32).toString("base64"),
    webhookSecret: `whsec_${randomBytes(32).toString("base64")}`,
    login: { email: "merchant@example.com", password: randomBytes(12).toString("base64url") },
    seeded: null,
  };
}

/** The fixed rates of the demo: every token in every currency, in fiat units per token. */
export const demoRates = Object.fromEntries(
  fiatTokenSymbols.map((symbol) => [
    symbol,
    Object.fromEntries(alwaysOffered.map(({ code, roughPerDollar }) => [code, roughPerDollar])),
  ]),
) as Record<FiatTokenSymbol, Record<string, string>>;

export type DemoChain = {
  chainId: number;
  name: string;
  rpcUrl: string;
  factory: string;
  tokens: { symbol: string; address: string; decimals: number }[];
};

/** `.data/demo.json`: how tests and tools find a running demo. */
export type DemoManifest = {
  baseUrl: string;
  checkoutPageUrl: string;
  projectId: string;
  serverKey: string;
  apiKey: string;
  secondProject: { projectId: string; serverKey: string; apiKey: string };
  webhookSecret: string;
  merchant: { address: string; privateKey: string };
  merchantAddress: string;
  login: { email: string; password: string };
  payer: { address: string; privateKey: string };
  /** The address of the wallet from which the service refunds and sweeps. */
  refundWallet: string;
  databaseUrl: string;
  chains: Omit<DemoChain, "name">[];
};

export function buildManifest(input: {
  baseUrl: string;
  databaseUrl: string;
  identity: Identity;
  seeded: NonNullable<Identity["seeded"]>;
  chains: readonly DemoChain[];
}): DemoManifest {
  const { baseUrl, databaseUrl, identity, seeded, chains } = input;
  const merchant = walletOf(identity, "merchant");
  return {
    baseUrl,
    checkoutPageUrl: baseUrl,
    ...seeded.first,
    secondProject: seeded.second,
    webhookSecret: identity.webhookSecret,
    merchant,
    merchantAddress: merchant.address,
    login: identity.login,
    payer: walletOf(identity, "payer"),
    refundWallet: walletOf(identity, "refunds").address,
    databaseUrl,
    chains: chains.map(({ name: _, ...chain }) => chain),
  };
}
