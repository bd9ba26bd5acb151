import { beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { buildPosition, later } from "@/lib/testing/builders";
import { type Lies, severalNodes } from "@/lib/testing/node/scripted-node";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { agreedDeposits, chainHead } from "./agree-on-deposits";

const price = 4_500_000n;
const network = await testNetwork();
const world = testWorld([network]);
let checkout: Checkout;
beforeEach(async () => {
  checkout = await world.create();
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(2);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
});

const honest: Lies = {};
const down: Lies = {
  header: async () => {
    throw new ChainUnavailable("it is down");
  },
};
const behind: Lies = { header: async () => null };
const elsewhere: Lies = {
  header: async (number) => {
    const header = await network.reader.header(number);
    return header && { ...header, hash: `0x${"e".repeat(64)}` };
  },
};
const poorer: Lies = { balances: async (_, queries) => queries.map(() => price - 1n) };
const richer: Lies = { balances: async (_, queries) => queries.map(() => price + 1n) };

async function settleWith(...lies: Lies[]) {
  const reader = severalNodes(network.reader, lies);
  world.deps.reader = () => reader;
  await settleCheckouts(world.deps, 31337);
  const [row] = await world.query<{ count: bigint }>(
    "SELECT count(*) AS count FROM settlements WHERE own(id)",
  );
  return Number(row?.count);
}
const incidents = async () => (await world.stores.incidents.open(9)).map(({ kind }) => kind);

describe("a settlement opens", () => {
  it("when two nodes agree", async () => {
    expect(await settleWith(honest, honest)).toBe(1);
  });

  it("when two of three nodes agree and the third is down", async () => {
    expect(await settleWith(down, honest, honest)).toBe(1);
  });

  it("when two of three nodes agree and the third shows a lower balance", async () => {
    expect(await settleWith(poorer, honest, honest)).toBe(1);
    expect(await incidents()).toEqual([]);
  });

  it("when two of three nodes agree and the third has another block", async () => {
    expect(await settleWith(honest, elsewhere, honest)).toBe(1);
    expect(await incidents()).toEqual([]);
  });

  it("without a second opinion when the chain has one node", async () => {
    expect(await settleWith(honest)).toBe(1);
  });
});

it("a refund counts as unpaid only where two nodes show exactly what was recorded", async () => {
  const position = await world.deps.positions.find(31337);
  if (position === null) throw new Error("the chain was scanned");
  const { id: checkoutId, projectId } = checkout;
  const deposits = [{ checkoutId, projectId, tokenAddress: network.usdc }];
  const agreed = (...lies: Lies[]) => {
    const reader = severalNodes(network.reader, lies);
    world.deps.reader = () => reader;
    return agreedDeposits(world.deps, position, position.blockNumber, deposits, "exactly");
  };
  expect(await agreed(richer, richer)).toEqual([]);
  expect(await agreed(honest, honest)).toEqual(deposits);
});

describe("a settlement waits", () => {
  it("while the second node is down or behind", async () => {
    expect(await settleWith(honest, down)).toBe(0);
    expect(await settleWith(behind, honest)).toBe(0);
    expect(await incidents()).toEqual([]);
    expect(await settleWith(honest, honest)).toBe(1);
  });

  it("while two nodes have different blocks, with an incident", async () => {
    expect(await settleWith(honest, elsewhere)).toBe(0);
    expect(await incidents()).toEqual(["NODES_DISAGREE"]);
    expect(await settleWith(honest, honest)).toBe(1);
    expect(await incidents()).toEqual([]);
  });

  it("while two nodes show different balances, for that item only", async () => {
    const other = await world.create();
    await network.pay(other.depositAddress, price + 5n);
    await network.chain.mine(2);
    await world.watch();
    const partly: Lies = {
      balances: async (block, queries) =>
        (await network.reader.balances(block, queries)).map((balance, index) =>
          queries[index]?.address === checkout.depositAddress ? 0n : balance,
        ),
    };
    expect(await settleWith(honest, partly)).toBe(1);
    expect(await world.query("SELECT checkout_id FROM settlement_items")).toEqual([
      { checkout_id: other.id },
    ]);
    expect(await incidents()).toEqual(["NODES_DISAGREE"]);
  });

  it("while both nodes show less than was recorded", async () => {
    expect(await settleWith(poorer, poorer)).toBe(0);
    expect(await incidents()).toEqual(["BALANCE_BELOW_BOOKS"]);
    expect(await settleWith(honest, honest)).toBe(1);
    expect(await incidents()).toEqual([]);
  });
});

it("counts safe and final as stalled by their own time, whether or not blocks go on", () => {
  const [ten, overTen] = [later(600_000), later(600_001)];
  const position = buildPosition({ tagsAdvancedAt: later(0), advancedAt: overTen });
  expect(chainHead(position, ten).tagsStalled).toBe(false);
  expect(chainHead(position, overTen).tagsStalled).toBe(true);
});
