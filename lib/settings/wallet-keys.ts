import { readFileSync } from "node:fs";
import { privateKeyToAddress } from "viem/accounts";
import { decryptKeystore, testAccounts } from "@/lib/chain/keystore.chain";
import { fileFault } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Given } from "./schema";
import type { WalletSettings } from "./sections/wallets-and-prices";
import { incomplete, missingSetting, SettingsError, type SettingsFault, wrongSetting } from "./variables";

// No "server-only" here: `env.ts`, which the start script reads, uses it.

type WalletName = "OPERATOR" | "REFUND";

export type WalletKeys = {
  operatorKey: Hex;
  /** Null when only the refund wallet's address is known: its owner signs elsewhere. */
  refundKey: Hex | null;
  /** Lower-case. */
  refundAuthority: Hex;
};

/** The missing variables, to report together with other errors. */
export function missingKeys(given: Given): SettingsFault[] {
  const hasNone = (...names: string[]) => names.every((name) => !given[name]);
  return [
    ...(hasNone("OPERATOR_PRIVATE_KEY", "OPERATOR_KEYSTORE_FILE")
      ? [
          missingSetting(
            "OPERATOR_PRIVATE_KEY",
            "OPERATOR_PRIVATE_KEY is missing (or OPERATOR_KEYSTORE_FILE)",
          ),
        ]
      : []),
    ...(hasNone("REFUND_AUTHORITY", "REFUND_PRIVATE_KEY", "REFUND_KEYSTORE_FILE")
      ? [
          missingSetting(
            "REFUND_AUTHORITY",
            "REFUND_AUTHORITY is missing (or REFUND_PRIVATE_KEY, or REFUND_KEYSTORE_FILE)",
          ),
        ]
      : []),
  ];
}

/** The keys, given complete variables (`missingKeys`). @throws SettingsError */
export function readWalletKeys(settings: WalletSettings): WalletKeys {
  const faults: SettingsFault[] = [];
  const collect = (name: WalletName): Hex | null => {
    try {
      return readWalletKey(settings, name);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const operatorKey = collect("OPERATOR");
  const refundKey = collect("REFUND");
  const derived = refundKey === null ? null : addressOf(refundKey);
  const refundAuthority = derived ?? settings.REFUND_AUTHORITY ?? null;
  if (derived !== null && settings.REFUND_AUTHORITY !== undefined && settings.REFUND_AUTHORITY !== derived)
    faults.push({
      says: `REFUND_AUTHORITY is not the address of the refund key, which is ${derived}`,
      todo: "remove REFUND_AUTHORITY if the key is the right one, otherwise correct the key",
    });
  if (operatorKey === null || refundAuthority === null || faults.length > 0) throw incomplete(faults);
  return { operatorKey, refundKey, refundAuthority };
}

/** The wallet from which the service refunds and sweeps; null without its key. @throws SettingsError */
export function readRefundWallet(settings: WalletSettings): Hex | null {
  const { REFUND_PRIVATE_KEY, REFUND_KEYSTORE_FILE, REFUND_AUTHORITY } = settings;
  if (REFUND_PRIVATE_KEY === undefined && REFUND_KEYSTORE_FILE === undefined) return null;
  // A keystore takes a second and its password, and the service refuses to start when its address differs.
  if (REFUND_AUTHORITY !== undefined) return REFUND_AUTHORITY;
  const key = readWalletKey(settings, "REFUND");
  return key === null ? null : addressOf(key);
}

/** One wallet's key, from the environment or its keystore; null when neither is set. @throws SettingsError */
export function readWalletKey(settings: WalletSettings, name: WalletName): Hex | null {
  const privateKey = settings[`${name}_PRIVATE_KEY`];
  const file = settings[`${name}_KEYSTORE_FILE`];
  if (file === undefined)
    return privateKey === undefined ? null : validKey(privateKey, `${name}_PRIVATE_KEY`);
  if (privateKey !== undefined)
    throw incomplete([
      {
        says: `${name}_PRIVATE_KEY and ${name}_KEYSTORE_FILE are both set. Set only one`,
        todo: null,
      },
    ]);
  const password = readPassword(settings, name);
  const text = readText(file, `${name}_KEYSTORE_FILE`);
  try {
    return validKey(decryptKeystore(text, password), `${name}_KEYSTORE_FILE`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw incomplete([
      {
        says: `${name}_KEYSTORE_FILE: ${error.message}`,
        todo: `check ${name}_KEYSTORE_FILE and its password`,
      },
    ]);
  }
}

function readPassword(settings: WalletSettings, name: WalletName): string {
  const password = settings[`${name}_KEYSTORE_PASSWORD`];
  const file = settings[`${name}_KEYSTORE_PASSWORD_FILE`];
  if (password !== undefined) return password;
  if (file === undefined)
    throw incomplete([
      missingSetting(
        `${name}_KEYSTORE_PASSWORD`,
        `${name}_KEYSTORE_PASSWORD is missing (or ${name}_KEYSTORE_PASSWORD_FILE): it opens ${name}_KEYSTORE_FILE`,
      ),
    ]);
  // Editors end a file with a line break, which no password has.
  return readText(file, `${name}_KEYSTORE_PASSWORD_FILE`).replace(/\r?\n$/, "");
}

/** The password of each named keystore, with its variable. @throws SettingsError */
export function keystorePasswords(settings: WalletSettings): [variable: string, password: string][] {
  return (["OPERATOR", "REFUND"] as const).flatMap((name) =>
    settings[`${name}_KEYSTORE_FILE`] === undefined
      ? []
      : [[passwordVariable(settings, name), readPassword(settings, name)]],
  );
}

function passwordVariable(settings: WalletSettings, name: WalletName): string {
  return settings[`${name}_KEYSTORE_PASSWORD`] === undefined
    ? `${name}_KEYSTORE_PASSWORD_FILE's password`
    : `${name}_KEYSTORE_PASSWORD`;
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const fault = fileFault(error, file);
    throw fault === null ? error : incomplete([{ ...fault, says: `${variable}: ${fault.says}` }]);
  }
}

function validKey(privateKey: Hex, variable: string): Hex {
  try {
    addressOf(privateKey);
    return privateKey;
  } catch {
    throw incomplete([wrongSetting(variable, `${variable} is not a valid secp256k1 private key`)]);
  }
}

function addressOf(privateKey: Hex): Hex {
  return privateKeyToAddress(privateKey).toLowerCase() as Hex;
}

/** The variable that names a wallet's key, as a subject. */
export function keyVariable(settings: WalletSettings, name: WalletName): string {
  return settings[`${name}_KEYSTORE_FILE`] === undefined
    ? `${name}_PRIVATE_KEY`
    : `${name}_KEYSTORE_FILE's key`;
}

/** Why production refuses these keys. */
export function walletKeyRefusals(
  settings: WalletSettings,
  { operatorKey, refundKey, refundAuthority }: WalletKeys,
): SettingsFault[] {
  const isTestKey = (key: Hex | null) => testAccounts.some(({ privateKey }) => privateKey === key);
  const todo = "create a new wallet: npm run keystore -- --new --password-file FILE --out KEYSTORE";
  const refundVariable = refundKey === null ? "REFUND_AUTHORITY" : keyVariable(settings, "REFUND");
  return [
    ...(isTestKey(operatorKey)
      ? [{ says: `${keyVariable(settings, "OPERATOR")} is a well-known test key`, todo }]
      : []),
    ...(isTestKey(refundKey) ? [{ says: `${refundVariable} is a well-known test key`, todo }] : []),
    ...(refundKey === null && testAccounts.some(({ address }) => address === refundAuthority)
      ? [
          {
            says: "REFUND_AUTHORITY is the address of a well-known test key",
            todo: "set the address of a wallet whose key only you have",
          },
        ]
      : []),
    ...(refundAuthority === addressOf(operatorKey)
      ? [
          {
            says: `${refundVariable} is the operator's wallet: the wallet that pays gas must not be able to refund`,
            todo: "give refunds a wallet of their own",
          },
        ]
      : []),
  ];
}
