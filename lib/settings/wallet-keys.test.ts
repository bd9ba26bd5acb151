import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encryptKeystore, testAccounts } from "@/lib/chain/keystore.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { madeKey } from "@/lib/testing/settings";
import { parseEnv } from "./env";
import { operatorEnv } from "./operator-settings";
import { SettingsError } from "./variables";
import { readRefundWallet } from "./wallet-keys";

const operatorKey: Hex = `0x${madeKey("operator").toString("hex")}`;
const refundKey: Hex = `0x${madeKey("refund").toString("hex")}`;
const refundAddress = privateKeyToAddress(refundKey).toLowerCase();
const password = " correct horse ";
let folder: string;
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-keys-"));
  const cheap = { n: 2, r: 8, p: 1 };
  const keys = { operator: operatorKey, refund: refundKey, test: testAccounts[3]?.privateKey ?? "0x" };
  for (const [name, key] of Object.entries(keys))
    await writeFile(file(`${name}.json`), encryptKeystore(key, password, cheap));
  await writeFile(file("own.json"), encryptKeystore(refundKey, `${password} of its own`, cheap));
  await writeFile(file("password"), `${password}\n`);
  await writeFile(file("wrong"), "another\n");
  await writeFile(file("weak.json"), encryptKeystore(operatorKey, "password123", cheap));
  await writeFile(file("weak"), "password123");
});
afterAll(() => rm(folder, { recursive: true }));

const settings = (variables: Record<string, string>) => ({
  BASE_URL: "https://pay.example",
  DATABASE_URL: "postgresql://svc@db.example/checkout",
  DATA_KEY: madeKey("data").toString("base64"),
  CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example/base"] }]),
  ...variables,
});
const parse = (variables: Record<string, string>) => parseEnv(settings(variables));

function refusal(variables: Record<string, string>): string {
  try {
    parse(variables);
    return "";
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

const operator = { OPERATOR_PRIVATE_KEY: operatorKey };
const refund = { REFUND_PRIVATE_KEY: refundKey };
const stored = (name: "OPERATOR" | "REFUND", keystore: string) => ({
  [`${name}_KEYSTORE_FILE`]: file(keystore),
  [`${name}_KEYSTORE_PASSWORD_FILE`]: file("password"),
});

describe("the wallets' keys", () => {
  test("come from the environment; the refund authority follows from its key", () => {
    expect(parse({ ...operator, ...refund }).walletKeys).toEqual({
      operatorKey,
      refundKey,
      refundAuthority: refundAddress,
    });
  });

  test("are read from keystores, with passwords in a file or in the environment", () => {
    const { walletKeys } = parse({
      ...stored("OPERATOR", "operator.json"),
      REFUND_KEYSTORE_FILE: file("own.json"),
      REFUND_KEYSTORE_PASSWORD: `${password} of its own`,
    });
    expect(walletKeys).toEqual({ operatorKey, refundKey, refundAuthority: refundAddress });
  });

  test("need not hold the refund key: its address is enough, and then its owner signs", () => {
    expect(parse({ ...operator, REFUND_AUTHORITY: refundAddress }).walletKeys).toMatchObject({
      refundKey: null,
      refundAuthority: refundAddress,
    });
  });

  test("agree with a refund authority that is set beside the key", () => {
    expect(refusal({ ...operator, ...refund, REFUND_AUTHORITY: refundAddress })).toBe("");
    const other = `0x${"ab".repeat(20)}`;
    expect(refusal({ ...operator, ...refund, REFUND_AUTHORITY: other })).toContain(
      `REFUND_AUTHORITY is not the address of the refund key, which is ${refundAddress}`,
    );
  });
});

describe("commands know the wallet that the service sweeps from", () => {
  const known = (variables: Record<string, string>) => readRefundWallet(operatorEnv(settings(variables)));

  test("by its key, in the environment or in a keystore", () => {
    expect(known(refund)).toBe(refundAddress);
    expect(known(stored("REFUND", "refund.json"))).toBe(refundAddress);
  });

  test("by its address beside a keystore, without opening it", () => {
    const unread = { REFUND_KEYSTORE_FILE: file("not-here.json"), REFUND_KEYSTORE_PASSWORD: password };
    expect(known({ ...unread, REFUND_AUTHORITY: refundAddress })).toBe(refundAddress);
    expect(() => known(unread)).toThrow("REFUND_KEYSTORE_FILE");
  });

  test("as none when the service has no key", () => {
    expect(known({ REFUND_AUTHORITY: refundAddress })).toBeNull();
    expect(known({})).toBeNull();
  });
});

describe("the service does not start", () => {
  const unusable: [string, () => Record<string, string>, RegExp][] = [
    ["without a refund wallet", () => operator, /REFUND_AUTHORITY is missing \(or REFUND_PRIVATE_KEY/],
    [
      "with a key and a keystore for one wallet",
      () => ({ ...operator, ...refund, ...stored("OPERATOR", "operator.json") }),
      /OPERATOR_PRIVATE_KEY and OPERATOR_KEYSTORE_FILE are both set/,
    ],
    [
      "with a keystore that nothing opens",
      () => ({ ...refund, OPERATOR_KEYSTORE_FILE: file("operator.json") }),
      /OPERATOR_KEYSTORE_PASSWORD is missing/,
    ],
    [
      "with a keystore that is not there",
      () => ({ ...refund, ...stored("OPERATOR", "nowhere.json") }),
      /OPERATOR_KEYSTORE_FILE: there is no \S+nowhere\.json\n +correct the path/,
    ],
    [
      "with a folder for a keystore",
      () => ({ ...refund, ...stored("OPERATOR", ".") }),
      /OPERATOR_KEYSTORE_FILE: \S+ is a folder\n +name a file/,
    ],
    [
      "with a password that does not fit",
      () => ({
        ...operator,
        REFUND_KEYSTORE_FILE: file("refund.json"),
        REFUND_KEYSTORE_PASSWORD_FILE: file("wrong"),
      }),
      /REFUND_KEYSTORE_FILE: the password does not open the keystore/,
    ],
    [
      "with a key that is none of the curve",
      () => ({ ...refund, OPERATOR_PRIVATE_KEY: `0x${"ff".repeat(32)}` }),
      /OPERATOR_PRIVATE_KEY is not a valid secp256k1 private key/,
    ],
    [
      "in production with one key for gas and refunds",
      () => ({ ...operator, REFUND_PRIVATE_KEY: operatorKey }),
      /operator's wallet/,
    ],
    [
      "in production with a test key in a keystore",
      () => ({ ...refund, ...stored("OPERATOR", "test.json") }),
      /OPERATOR_KEYSTORE_FILE's key is a well-known test key/,
    ],
    [
      "in production with a keystore whose password is well known",
      () => ({
        ...refund,
        OPERATOR_KEYSTORE_FILE: file("weak.json"),
        OPERATOR_KEYSTORE_PASSWORD_FILE: file("weak"),
      }),
      /OPERATOR_KEYSTORE_PASSWORD_FILE's password is well known/,
    ],
    [
      "in production with a test key for refunds in a keystore",
      () => ({ ...operator, ...stored("REFUND", "test.json") }),
      /REFUND_KEYSTORE_FILE's key is a well-known test key/,
    ],
  ];

  test.each(unusable)("%s, and prints neither key nor password", (_, variables, message) => {
    const said = refusal(variables());
    expect(said).toMatch(message);
    for (const secret of [operatorKey, refundKey, password, "ff".repeat(32), "another"])
      expect(said).not.toContain(secret);
  });
});

describe("how the wallets send on a chain", () => {
  const sendingOf = (chainId: number, setting: object) =>
    parse({
      ...operator,
      ...refund,
      CHAINS: JSON.stringify([{ chainId, rpcUrls: ["https://rpc.example"], ...setting }]),
    }).CHAINS[0];

  test("has defaults for known chains, and explicit values override them", () => {
    const base = sendingOf(8453, {
      sending: { maxFeePerGasWei: "7", dailyCapWei: null, stuckAfterMs: 30_000 },
    });
    expect(base?.sending).toEqual({
      maxFeePerGasWei: 7n,
      minPriorityFeePerGasWei: 1_000_000n,
      dailyCapWei: null,
      l1Fee: "op-stack",
      stuckAfterMs: 30_000,
    });
    expect(sendingOf(137, {})?.sending).toMatchObject({
      minPriorityFeePerGasWei: 25_000_000_000n,
      dailyCapWei: 200n * 10n ** 18n,
    });
    expect(sendingOf(5000, { sending: { l1Fee: "op-stack", dailyCapWei: "5" } })).toMatchObject({
      sending: { l1Fee: "op-stack", dailyCapWei: 5n },
      nativeCoinUsd: null,
    });
  });

  test("need a cap where the price of the chain's coin is not known, but for local chains", () => {
    expect(() => sendingOf(5000, {})).toThrow(/CHAINS.*dailyCapWei.*nativeCoinUsd/s);
    expect(() => sendingOf(5000, { sending: { dailyCapWei: null } })).toThrow(/dailyCapWei/);
    expect(() => sendingOf(8453, { nativeCoinUsd: null, sending: { dailyCapWei: null } })).toThrow(
      /dailyCapWei/,
    );
    expect(sendingOf(5000, { nativeCoinUsd: 3000 })?.sending.dailyCapWei).toBeNull();
    expect(sendingOf(5000, { sending: { dailyCapWei: "5" } })?.sending.dailyCapWei).toBe(5n);
    expect(sendingOf(8453, { nativeCoinUsd: null })?.sending.dailyCapWei).toBe(50n * 10n ** 15n);
  });

  test("limits the price of gas by the chain's own coin, or by the wallet's day", () => {
    const ceilingOf = (setting: object) => sendingOf(5000, setting)?.sending.maxFeePerGasWei;
    const gwei = 10n ** 9n;
    expect(ceilingOf({ nativeCoinUsd: 2_000 })).toBe(10n * gwei);
    expect(ceilingOf({ nativeCoinUsd: 0.5 })).toBe(40_000n * gwei);
    expect(ceilingOf({ sending: { dailyCapWei: "50000000000000000" } })).toBe(50n * gwei);
    expect(ceilingOf({ nativeCoinUsd: 2_000, sending: { maxFeePerGasWei: "7" } })).toBe(7n);
    expect(sendingOf(8453, { nativeCoinUsd: 2 })?.sending.maxFeePerGasWei).toBe(5n * gwei);
  });

  test.each([{ maxFeePerGasWei: 7 }, { maxFeePerGasWei: "0x7" }, { l1Fee: "arbitrum" }, { unknown: "1" }])(
    "is refused as %j",
    (sending) => {
      expect(() => sendingOf(8453, { sending })).toThrow(/CHAINS.*sending/s);
    },
  );
});
