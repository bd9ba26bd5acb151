import { beforeAll, describe, expect, it } from "vitest";
import { runProgramFile } from "@/lib/testing/run-program";
import { fileWorld, testNetwork } from "@/lib/testing/world";

const network = await testNetwork();
const world = await fileWorld([network], { scanned: true });
beforeAll(async () => {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, 4_500_000n);
  await network.chain.mine(1);
  await world.watch();
});

const run = () => runProgramFile(new URL("./reconcile.ts", import.meta.url), [], settings());

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
    const { exitCode, stdout, stderr } = await run();
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ledger +2 +0$/m);
    expect(stdout).toMatch(/^logs +1 +0$/m);
    expect(stdout).toContain("Every amount is explained.");
    expect(stdout).toMatch(/^Chain 31337 +USDC +4\.50 +0\.00 +0\.00 +4\.50$/m);
    expect(exitCode).toBe(0);
  });

  it("ends with 1 and a line for each finding when something is not", async () => {
    await world.stores.incidents.raise(
      { kind: "CHAIN_LOST", subject: "31337", chainId: 31337, checkoutId: null, details: {} },
      new Date(),
    );
    const { exitCode, stdout } = await run();
    expect(stdout).toContain("incidents: -: CHAIN_LOST about 31337 is open: {}");
    expect(exitCode).toBe(1);
  });
});
