import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findOperatorSettings } from "./operator-settings";
import { SettingsError } from "./variables";

const token = { symbol: "USDC", address: `0x${"AB".repeat(20)}`, decimals: 6 };
const manifest = {
  baseUrl: "http://localhost:3000",
  databaseUrl: "postgresql://demo@127.0.0.1:1/checkout_demo",
  refundWallet: `0x${"CD".repeat(20)}`,
  checkoutPageUrl: "http://localhost:3000",
  chains: [
    { chainId: 31337, name: "Local", rpcUrl: "http://127.0.0.1:8545", factory: "0x1", tokens: [token] },
  ],
};
let dataRoot: string;

beforeEach(async () => {
  dataRoot = await mkdtemp(path.join(tmpdir(), "checkout-settings-"));
  vi.stubEnv("DATA_ROOT", dataRoot);
  for (const name of [
    "DATABASE_URL",
    "CHAINS",
    "BASE_URL",
    "CHECKOUT_PAGE_URL",
    "OPERATOR_PRIVATE_KEY",
    "REFUND_PRIVATE_KEY",
    "REFUND_AUTHORITY",
    "DATA_KEY",
  ])
    vi.stubEnv(name, "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataRoot, { recursive: true });
});

test("a running demo is found by its manifest", async () => {
  await writeFile(path.join(dataRoot, "demo.json"), JSON.stringify(manifest));
  const settings = await findOperatorSettings();
  expect(settings.databaseUrl()).toBe(manifest.databaseUrl);
  expect(settings).toMatchObject({
    checkoutPageUrl: manifest.checkoutPageUrl,
    origin: "demo",
  });
  expect(settings.operatorKey()).toBeNull();
  expect(settings.refundWallet()).toBe(`0x${"cd".repeat(20)}`);
  expect(() => settings.dataKey()).toThrow("Set DATA_KEY");
  expect(settings.chains).toMatchObject([
    {
      chainId: 31337,
      name: "Local",
      rpcUrls: ["http://127.0.0.1:8545"],
      tokens: [{ address: `0x${"ab".repeat(20)}` }],
    },
  ]);
});

test("reads a demo without a refund wallet, and has none", async () => {
  const { refundWallet: _, ...older } = manifest;
  await writeFile(path.join(dataRoot, "demo.json"), JSON.stringify(older));
  expect((await findOperatorSettings()).refundWallet()).toBeNull();
});

test("finds the demo's data key beside it, with its shops on this machine", async () => {
  await writeFile(path.join(dataRoot, "demo.json"), JSON.stringify(manifest));
  await mkdir(path.join(dataRoot, "demo"));
  const dataKey = Buffer.alloc(32, 7);
  const identity = JSON.stringify({ dataKey: dataKey.toString("base64") });
  await writeFile(path.join(dataRoot, "demo", "identity.json"), identity);
  const settings = await findOperatorSettings();
  expect(settings.dataKey()).toEqual(dataKey);
  expect(settings.webhookPolicy).toEqual({
    allowPrivateLoopback: true,
    ownOrigins: [manifest.baseUrl, manifest.checkoutPageUrl],
    allowedHosts: [],
    ownPort: 3000,
  });
});

test("the service's own settings come before a demo", async () => {
  await writeFile(path.join(dataRoot, "demo.json"), JSON.stringify(manifest));
  vi.stubEnv("DATABASE_URL", "postgresql://svc@db.example/checkout");
  vi.stubEnv("CHAINS", '[{"chainId":8453,"rpcUrls":["https://a.example","https://b.example"]}]');
  vi.stubEnv("OPERATOR_PRIVATE_KEY", `0x${"1f".repeat(32)}`);
  vi.stubEnv("FIAT_CURRENCIES", "EUR");
  const settings = await findOperatorSettings();
  expect(settings.databaseUrl()).toBe("postgresql://svc@db.example/checkout");
  expect(settings).toMatchObject({
    chains: [{ chainId: 8453, name: "Base", rpcUrls: ["https://a.example", "https://b.example"] }],
    fiatCurrencies: [{ code: "EUR" }],
    checkoutPageUrl: null,
    dashboardUrl: null,
    webhookPolicy: { allowPrivateLoopback: false, ownOrigins: [], allowedHosts: [], ownPort: 3000 },
    origin: "environment",
  });
  expect(settings.operatorKey()).toBe(`0x${"1f".repeat(32)}`);
  expect(settings.refundWallet()).toBeNull();
  const refundKey = `0x${"2f".repeat(32)}` as const;
  vi.stubEnv("REFUND_PRIVATE_KEY", refundKey);
  const { refundWallet } = await findOperatorSettings();
  expect(refundWallet()).toBe(privateKeyToAddress(refundKey).toLowerCase());
});

test("names the missing parts of incomplete settings", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://svc@db.example/checkout");
  await expect(findOperatorSettings()).rejects.toThrow("CHAINS is missing");
});

test("says what to do without either", async () => {
  const refusal = findOperatorSettings();
  await expect(refusal).rejects.toBeInstanceOf(SettingsError);
  await expect(refusal).rejects.toThrow(/Set CHAINS and DATABASE_URL .* or start the demo/);
});

describe("a service without DATABASE_URL", () => {
  const cluster = () => path.join(dataRoot, "app", "postgres");
  const chains = '[{"chainId":8453,"rpcUrls":["https://a.example"]}]';

  beforeEach(async () => {
    vi.stubEnv("CHAINS", chains);
    await mkdir(path.join(dataRoot, "app"));
    await writeFile(`${cluster()}.json`, JSON.stringify({ password: "secret-word-of-it", port: 5433 }));
  });

  test("is found by its own PostgreSQL while it runs", async () => {
    await writeFile(`${cluster()}.process.json`, "{}");
    const { databaseUrl } = await findOperatorSettings();
    expect(databaseUrl()).toBe("postgresql://postgres:secret-word-of-it@127.0.0.1:5433/checkout");
  });

  test("isn't found where its files can't be read, which only commands that need it say", async () => {
    await mkdir(`${cluster()}.process.json`);
    const settings = await findOperatorSettings();
    expect(settings.chains).toMatchObject([{ chainId: 8453 }]);
    expect(() => settings.databaseUrl()).toThrow("EISDIR");
  });

  test("isn't needed for chain commands; others say what to do", async () => {
    const settings = await findOperatorSettings();
    expect(settings.chains).toMatchObject([{ chainId: 8453 }]);
    expect(() => settings.databaseUrl()).toThrow("Start the service, and run this again");
  });
});
