import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findOperatorSettings } from "./operator-settings";
import { SettingsError } from "./settings/variables";

const token = { symbol: "USDC", address: `0x${"AB".repeat(20)}`, decimals: 6 };
const manifest = {
  baseUrl: "http://localhost:3000",
  databaseUrl: "postgresql://demo@127.0.0.1:1/checkout_demo",
  checkoutPageUrl: "http://localhost:3000",
  chains: [{ chainId: 31337, rpcUrl: "http://127.0.0.1:8545", factory: "0x1", tokens: [token] }],
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
  expect(settings).toMatchObject({
    databaseUrl: manifest.databaseUrl,
    checkoutPageUrl: manifest.checkoutPageUrl,
    origin: "demo",
  });
  expect(settings.operatorKey()).toBeNull();
  expect(() => settings.dataKey()).toThrow("Set DATA_KEY");
  expect(settings.chains).toMatchObject([
    { chainId: 31337, rpcUrls: ["http://127.0.0.1:8545"], tokens: [{ address: `0x${"ab".repeat(20)}` }] },
  ]);
});

test("what the demo keeps secrets under is found beside it, and its shops are on this machine", async () => {
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
  });
});

test("the service's own settings come before a demo", async () => {
  await writeFile(path.join(dataRoot, "demo.json"), JSON.stringify(manifest));
  vi.stubEnv("DATABASE_URL", "postgresql://svc@db.example/checkout");
  vi.stubEnv("CHAINS", '[{"chainId":8453,"rpcUrls":["https://a.example","https://b.example"]}]');
  vi.stubEnv("OPERATOR_PRIVATE_KEY", `0x${"1f".repeat(32)}`);
  const settings = await findOperatorSettings();
  expect(settings).toMatchObject({
    databaseUrl: "postgresql://svc@db.example/checkout",
    chains: [{ chainId: 8453, name: "Base", rpcUrls: ["https://a.example", "https://b.example"] }],
    checkoutPageUrl: null,
    dashboardUrl: null,
    webhookPolicy: { allowPrivateLoopback: false, ownOrigins: [] },
    origin: "environment",
  });
  expect(settings.operatorKey()).toBe(`0x${"1f".repeat(32)}`);
});

test("of settings that are not complete, what is missing is named", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://svc@db.example/checkout");
  await expect(findOperatorSettings()).rejects.toThrow("CHAINS is missing");
});

test("without either, the sentence says what to do", async () => {
  const refusal = findOperatorSettings();
  await expect(refusal).rejects.toBeInstanceOf(SettingsError);
  await expect(refusal).rejects.toThrow(/set DATABASE_URL and CHAINS .* or start the demo/);
});
