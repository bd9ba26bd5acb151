import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
  world = await openServiceWorld([network]);
  await world.scan();
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, 4_500_000n);
  await network.chain.mine(1);
  await world.watch();
});
afterAll(async () => {
  await world?.close();
  await network?.stop();
});

/** Runs the command as an operator would, with nothing but its settings. */
function run(args: string[], settings: Record<string, string>) {
  const command = [
    "--import",
    "./lib/platform/process/typescript.mjs",
    path.join("lib", "api", "server", "reconcile.ts"),
    ...args,
  ];
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      command,
      { cwd: root, env: { ...settings, NODE_ENV: "test" }, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({
          exitCode: typeof error?.code === "number" ? error.code : error === null ? 0 : -1,
          stdout,
          stderr,
        }),
    );
  });
}

const settings = () => ({
  APP_MODE: "test",
  DATABASE_URL: world.stores.databaseUrl,
  CHAINS: JSON.stringify([
    {
      chainId: 31337,
      rpcUrls: [network.chain.rpcUrl],
      tokens: network.definition.tokens,
    },
  ]),
});

describe("npm run reconcile", () => {
  it("ends with 0 and a table when all is explained", async () => {
    const { exitCode, stdout, stderr } = await run([], settings());
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ledger +1 +0$/m);
    expect(stdout).toMatch(/^logs +1 +0$/m);
    expect(stdout).toContain("Every amount is explained.");
    expect(exitCode).toBe(0);
  }, 120_000);

  it("ends with 1 and a line for each finding when something is not", async () => {
    await world.stores.incidents.raise(
      { kind: "CHAIN_LOST", subject: "31337", chainId: 31337, checkoutId: null, details: {} },
      new Date(),
    );
    const { exitCode, stdout } = await run([], settings());
    expect(stdout).toContain("incidents: -: CHAIN_LOST about 31337 is open: {}");
    expect(exitCode).toBe(1);
  }, 120_000);
});
