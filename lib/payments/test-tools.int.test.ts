import { beforeEach, expect, it } from "vitest";
import { createLocalChains } from "@/lib/chain/local-chains.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createTestToolStore } from "@/lib/checkouts/test-tool.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { TestTool } from "@/lib/projects/test-tools.rules";
import { testWallet } from "@/lib/testing/chain";
import { outcome } from "@/lib/testing/outcome";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { expireCheckouts } from "./expire-checkouts";
import { applyTestTool, type TestToolParts } from "./test-tools";

let developer: ProjectAccess;

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second]);
beforeEach(async () => {
  // Room below, so that a reorganisation stays above the first scanned block.
  for (const { chain } of [network, second]) await chain.mine(1);
  developer = await openTestAccess(world.stores, world.project.id, "DEVELOPER");
});

function deps(): TestToolParts {
  const payer = testWallet(network.chain, 1).account.address.toLowerCase() as Hex;
  const nodes = [network, second].map(({ chain }) => ({ chainId: chain.chainId, rpcUrls: [chain.rpcUrl] }));
  return {
    ...world.deps,
    localChains: createLocalChains(nodes, payer),
    testTools: createTestToolStore(world.stores.database),
  };
}

const run = (checkout: Pick<Checkout, "id">, tool: TestTool, access = developer) =>
  applyTestTool(deps(), access, { checkoutId: checkout.id, tool });

/** Until what happened on the chains is known and final. */
async function settle() {
  for (const { definition, chain } of [network, second]) {
    await chain.mine(2);
    await world.watch(definition.chainId);
  }
  await expireCheckouts(world.deps);
}

async function after(tool: TestTool) {
  const checkout = await world.create();
  await run(checkout, tool);
  await settle();
  return world.find(checkout);
}

it("pays exactly", async () => {
  expect(await after("exact")).toMatchObject({ status: "PAID", paidUnits: price });
});

it("pays too little, and then the rest", async () => {
  const short = await after("under");
  expect(short).toMatchObject({ status: "PENDING", totalPaidUnits: price / 2n });
  await run(short, "exact");
  await settle();
  expect(await world.find(short)).toMatchObject({ status: "PAID", totalPaidUnits: price });
});

it("pays too much", async () => {
  const over = await after("over");
  expect(over.status).toBe("PAID");
  expect(over.totalPaidUnits > price).toBe(true);
});

it("pays late, and lets a checkout expire", async () => {
  expect(await after("late")).toMatchObject({ status: "LATE_PAID", paidUnits: price });
  const expired = await after("expire");
  expect(expired.status).toBe("EXPIRED");
  expect(await world.events(expired)).toBe("created expired");
  const noted = await world.query(
    "SELECT kind FROM checkout_events WHERE checkout_id = $1 AND kind = 'test.time_ended'",
    [expired.id],
  );
  expect(noted).toHaveLength(1);
  expect(await outcome(run(expired, "expire"))).toBe("CONFLICT");
});

it("pays on the wrong network, where it counts for nothing", async () => {
  const checkout = await world.create();
  const { txHash } = await run(checkout, "wrong_chain");
  await settle();
  const details = await world.deps.checkouts.find(world.project.id, checkout.id);
  expect(details?.checkout.status).toBe("PENDING");
  expect(details?.transfers.filter(({ status }) => status !== "reverted")).toMatchObject([
    { chainId: 31338, txHash, counts: false },
  ]);
});

it("takes a payment out of the chain, and the watcher goes on", async () => {
  const paid = await after("exact");
  await run(paid, "reorg");
  await settle();
  expect(await world.find(paid)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  expect(await world.eventKinds(paid)).toContain("checkout.reverted");
  expect(await outcome(run(paid, "reorg"))).toBe("CONFLICT");
  await run(paid, "exact");
  await settle();
  expect(await world.status(paid)).toBe("PAID");
});

it("reorganises no deeper than a minute", async () => {
  const paid = await after("exact");
  await network.chain.mine(70);
  await world.watch();
  expect(await outcome(run(paid, "reorg"))).toBe("CONFLICT");
  expect(await world.status(paid)).toBe("PAID");
});

it("chooses a token where the customer has not", async () => {
  const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
  await run(checkout, "exact");
  await settle();
  expect(await world.status(checkout)).toBe("PAID");
});

it("requires permission, in the caller's own project, and test tools enabled", async () => {
  const checkout = await world.create();
  const viewer = await openTestAccess(world.stores, world.project.id, "VIEWER");
  const stranger = await openTestAccess(world.stores, await world.stores.createProject());
  for (const tool of ["exact", "expire", "reorg"] as const) {
    expect(await outcome(run(checkout, tool, viewer))).toBe("FORBIDDEN");
    expect(await outcome(run(checkout, tool, stranger))).toBe("CHECKOUT_NOT_FOUND");
    const elsewhere = applyTestTool({ ...deps(), localChains: null }, developer, {
      checkoutId: checkout.id,
      tool,
    });
    expect(await outcome(elsewhere)).toBe("NOT_FOUND");
  }
  await settle();
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
});

it("pays nothing on a real chain", async () => {
  const checkout = await world.create();
  const real = world.deps.chains.map((chain) => ({ ...chain, local: false }));
  const paying = applyTestTool({ ...deps(), chains: real }, developer, {
    checkoutId: checkout.id,
    tool: "exact",
  });
  expect(await outcome(paying)).toBe("CONFLICT");
});
