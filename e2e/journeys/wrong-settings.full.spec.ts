import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startLocalChain } from "@/lib/demo/local-chain";
import { startStack } from "@/lib/demo/stack";
import { findFreePort } from "@/lib/platform/process/processes";
import { claimDatabase } from "@/lib/platform/process/service-mark.store";
import { createOwnDatabase } from "../support/own-service";
import { makeDataRoot } from "../support/stack";

const root = fileURLToPath(new URL("../..", import.meta.url));
const nowhere = "postgresql://nobody@127.0.0.1:1/nothing";

/** Starts the built server alone. @returns its exit and output */
async function startServer(
  env: Record<string, string>,
  program = ["--import", "./lib/platform/process/typescript.mjs", "lib/operate/start.ts"],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      APP_MODE: "demo",
      PORT: String(await findFreePort()),
      DATABASE_URL: nowhere,
      DATA_KEY: Buffer.alloc(32, 7).toString("base64"),
      OPERATOR_PRIVATE_KEY: `0x${"1f".repeat(32)}`,
      REFUND_AUTHORITY: `0x${"1f".repeat(20)}`,
      ...env,
    },
    timeout: 90_000,
    killSignal: "SIGKILL",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += String(chunk);
    });
  }
  const [code] = await once(child, "close");
  return { code, said };
}

test.setTimeout(150_000);

test("a server whose settings contradict its chain exits with sentences that say what to do", async () => {
  const chain = await startLocalChain({ chainId: 31337 });
  try {
    const token = { symbol: "USDC", name: "USD Coin", address: `0x${"ab".repeat(20)}`, decimals: 6 };
    const chains = [
      { chainId: 31337, rpcUrls: [chain.rpcUrl], tokens: [token] },
      { chainId: 10, name: "Tenth", rpcUrls: [chain.rpcUrl], tokens: [], nativeCoinUsd: 1 },
    ];
    const { code, said } = await startServer({ CHAINS: JSON.stringify(chains) });
    expect(said).toContain("The settings do not fit the chains:");
    expect(said).toContain(`there is no contract at ${token.address}, the address of USDC.`);
    expect(said).toContain("Deploy it: npm run chains -- --deploy-factory 31337");
    expect(said).toMatch(/Tenth \(10\): the node 127\.0\.0\.1:\d+ serves chain 31337\./);
    expect(code).toBe(1);
  } finally {
    await chain.stop();
  }
});

test("a server whose port is taken exits with sentences that say what to do", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const { code, said } = await startServer({ PORT: String(port) });
  holder.close();
  expect(said).toContain(
    `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=`,
  );
  expect(code).toBe(1);
});

test("a server without its settings ends, and names them", async () => {
  const { code, said } = await startServer({ CHAINS: "", DATA_KEY: "" });
  expect(said).toContain("CHAINS is missing");
  expect(said).toContain("DATA_KEY is missing");
  expect(code).toBe(1);
});

const production = {
  APP_MODE: "production",
  BASE_URL: "https://pay.example",
  DATA_KEY: randomBytes(32).toString("base64"),
  OPERATOR_PRIVATE_KEY: `0x${randomBytes(32).toString("hex")}`,
  CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["http://127.0.0.1:1"] }]),
};

test("plain next start serves production only behind a proxy that sends addresses", async () => {
  const next = ["node_modules/next/dist/bin/next", "start", "--port", String(await findFreePort())];
  const { code, said } = await startServer(production, next);
  expect(said).toContain("set TRUST_PROXY_HOPS to the number of such proxies");
  expect(code).toBe(1);
});

test("production refuses a database that a demo marked, with any name", async () => {
  const { databaseUrl, drop } = await createOwnDatabase();
  try {
    await claimDatabase(databaseUrl, "demo");
    const { code, said } = await startServer({ ...production, DATABASE_URL: databaseUrl });
    expect(said).toContain("a service with APP_MODE=demo, and this one has APP_MODE=production");
    expect(code).toBe(1);
  } finally {
    await drop();
  }
});

test("a demo refuses a production database, and changes nothing there", async () => {
  const { databaseUrl, drop } = await createOwnDatabase();
  const dataRoot = await makeDataRoot();
  try {
    await claimDatabase(databaseUrl, "production");
    const said: string[] = [];
    const begun = startStack({
      mode: "demo",
      dataRoot,
      port: 0,
      databaseUrl,
      say: (line) => said.push(line),
      onServerOutput: () => undefined,
    });
    await expect(begun).rejects.toThrow("a service with APP_MODE=production, and this one has APP_MODE=demo");
    expect(said).toEqual([]);
  } finally {
    await drop();
    await rm(dataRoot, { recursive: true, force: true });
  }
});
