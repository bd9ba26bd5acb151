import { describe, expect, it } from "vitest";
import type { ConfirmationPolicy, ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { price, testNetwork, testWorld } from "@/lib/testing/world";

const network = await testNetwork();
const world = testWorld([network], { scanned: false });

const blocks = (count: number) => ({ kind: "blocks", blocks: count }) as const;
/** As an operator sets one in CHAINS. */
const confirmations: ConfirmationPolicy = {
  fast: [{ belowTokens: 100, requirement: blocks(2) }],
  paid: [
    { belowTokens: 1_000, requirement: blocks(3) },
    { belowTokens: null, requirement: blocks(5) },
  ],
  settle: blocks(4),
};

async function open(confirmationSpeed: ConfirmationSpeed): Promise<void> {
  await world.reopen({
    project: { confirmationSpeed },
    deps: { chains: [{ ...network.definition, confirmations }] },
    scanned: false,
  });
  await world.watch();
}
const create = (amount: bigint) => world.create({ amount, chainId: 31337, tokenAddress: network.usdc });

/** Status and "n of m" as the payment page shows them, at each block from the payment's own on. */
async function watched(amount: bigint, paid: readonly bigint[], count: number): Promise<string[]> {
  const checkout = await create(amount);
  await network.inOneBlock(async () => {
    for (const units of paid) await network.pay(checkout.depositAddress, units);
  });
  const seen: string[] = [];
  for (let block = 1; block <= count; block++) {
    await world.watch();
    const { status, confirmations: shown } = await getPublicCheckout(world.deps, checkout.id);
    seen.push(`${status} ${shown?.seen}/${shown?.required}`);
    await network.chain.mine(1);
  }
  return seen;
}

describe("how long a payment is watched", () => {
  it.each<[ConfirmationSpeed, bigint, string[]]>([
    ["FAST", price, ["DETECTED 1/2", "PAID 2/2"]],
    [
      "STANDARD",
      1_000_000_000n,
      ["DETECTED 1/5", "DETECTED 2/5", "DETECTED 3/5", "DETECTED 4/5", "PAID 5/5"],
    ],
  ])("%s, %i units", async (speed, amount, seen) => {
    await open(speed);
    expect(await watched(amount, [amount], seen.length)).toEqual(seen);
  });

  it("a large price is not made small by paying it in parts", async () => {
    await open("FAST");
    const half = 500_000_000n;
    expect(await watched(2n * half, [half, half], 4)).toEqual([
      "DETECTED 1/5",
      "DETECTED 2/5",
      "DETECTED 3/5",
      "DETECTED 4/5",
    ]);
  });

  it("follows a payment far above the price for its own amount's time", async () => {
    await open("FAST");
    expect(await watched(price, [1_000_000_000n], 5)).toEqual([
      "DETECTED 1/5",
      "DETECTED 2/5",
      "DETECTED 3/5",
      "DETECTED 4/5",
      "PAID 5/5",
    ]);
  });

  it("a checkout keeps the speed that it was made with", async () => {
    await open("FAST");
    const before = await create(price);
    await world.stores.admin.setConfirmationSpeed(world.project.id, "CAREFUL");
    const project = await world.stores.projects.findById(world.project.id);
    if (project === null) throw new Error("the project is gone");
    world.project = project;
    const after = await create(price);
    expect([before, after].map(({ confirmationSpeed }) => confirmationSpeed)).toEqual(["FAST", "CAREFUL"]);
    for (const { depositAddress } of [before, after]) await network.pay(depositAddress, price);
    await world.mineAndWatch();
    expect([await world.status(before), await world.status(after)]).toEqual(["PAID", "DETECTED"]);
  });
});
