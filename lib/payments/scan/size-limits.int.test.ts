import { afterEach, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { findPayments } from "@/lib/payments/find-payments";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import type { Fault } from "@/lib/testing/node/faults";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld } from "@/lib/testing/world/faulty-nodes";

const tenBlocks: Fault = { kind: "size-limit", of: "blocks", most: 10, by: 400 };
const otherCheckouts = 8;

let faulty: FaultyWorld;

const network = await testNetwork();
// A longer chain makes each further run slower.
let restore = async () => {};
afterEach(async () => {
  await faulty?.world.close();
  await restore();
});

async function open(): Promise<void> {
  restore = await network.chain.snapshot();
  faulty = await openFaultyWorld(await openWorld([network]), 2);
}
function limit(how: Fault): void {
  for (const { faults } of faulty.proxies) faults.set(how);
}
const failures = () => {
  const nodes = faulty.world.deps.reader(network.definition.chainId).health();
  return nodes.reduce((sum, node) => sum + node.failures, 0);
};
const isPaid = async (checkout: Checkout) => (await faulty.world.status(checkout)) === "PAID";

async function createSome(): Promise<Checkout> {
  const first = await faulty.world.createFor(24 * 60);
  for (let count = 0; count < otherCheckouts; count++) await faulty.world.createFor(24 * 60);
  return first;
}

it("finds a payment on a fresh start when nodes accept one call per request", async () => {
  await open();
  await network.chain.mine(80);
  limit({ kind: "size-limit", of: "calls", most: 1, by: 200 });
  const checkout = await createSome();
  await network.pay(checkout.depositAddress, price);
  expect(await faulty.until(() => isPaid(checkout), 30)).toBe(true);
  expect(failures()).toBe(0);
});

it("finds a payment after an outage of 900 blocks when nodes return ten at once, and remembers that", async () => {
  await open();
  await network.chain.mine(80);
  await faulty.round();
  const checkout = await createSome();
  await network.chain.mine(1);
  await faulty.round();
  await network.chain.mine(450);
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(450);
  await faulty.followChain();
  limit(tenBlocks);
  expect(await faulty.until(() => isPaid(checkout), 30)).toBe(true);
  expect(failures()).toBe(0);
  // Both nodes accepted more before, which is forgotten at the second refusal; ninety pieces follow.
  const refused = faulty.proxies.reduce((sum, { struck }) => sum + (struck.get("size-limit") ?? 0), 0);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(40);
});

it("finds a payment by its sender's address through nodes that return ten blocks at once", async () => {
  await open();
  await network.chain.mine(1_000);
  await faulty.followChain();
  await faulty.round();
  const checkout = await faulty.world.create();
  await network.pay(checkout.depositAddress, price);
  limit(tenBlocks);
  const sender = testWallet(network.chain, 1).account.address.toLowerCase() as Hex;
  const { isComplete, transfers } = await findPayments(faulty.world.deps, checkout.id, sender);
  expect({ isComplete, found: transfers.length }).toEqual({ isComplete: true, found: 1 });
  expect(failures()).toBe(0);
});
