import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startLocalChain } from "@/lib/demo/local-chain";
import { findFreePort } from "@/lib/demo/ports";

const root = fileURLToPath(new URL("../..", import.meta.url));
const nowhere = "postgresql://nobody@127.0.0.1:1/nothing";

/** Starts the built server alone. @returns how it ended and what it said */
async function startServer(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["--import", "./lib/demo/typescript.mjs", "lib/server/start.ts"], {
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

test("a server whose settings do not fit its chain ends, and says in sentences what to do", async () => {
  const chain = await startLocalChain({ chainId: 31337 });
  try {
    const token = { symbol: "USDC", name: "USD Coin", address: `0x${"ab".repeat(20)}`, decimals: 6 };
    const chains = [
      { chainId: 31337, rpcUrls: [chain.rpcUrl], tokens: [token] },
      { chainId: 10, name: "Tenth", rpcUrls: [chain.rpcUrl], tokens: [] },
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

test("a server without its settings ends, and names them", async () => {
  const { code, said } = await startServer({ CHAINS: "", DATA_KEY: "" });
  expect(said).toContain("CHAINS is missing");
  expect(said).toContain("DATA_KEY is missing");
  expect(code).toBe(1);
});
