import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { toBalances } from "@/lib/payments/balances/balances.schema";
import { createProjectBalances } from "@/lib/payments/balances/project-balances.store";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { auditBooks } from "@/lib/testing/audit";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";
import { reconcile } from "./reconcile";

const network = await testNetwork();
const world = testWorld([network], { project: ownedByMerchant(network) });
const desk = refunding(world);
// Whatever the test did, the books add up.
afterEach(async () => expect(await auditBooks(world, network)).toEqual([]));
const part = 1_000_000n;
beforeEach(() => {});

type Sums = { received: bigint; pending: bigint; settled: bigint; refunded: bigint; held: bigint };
const none: Sums = { received: 0n, pending: 0n, settled: 0n, refunded: 0n, held: 0n };

/** The `data` of `GET /v1/balances`, one token of it. */
async function balanceIn(token: string): Promise<Sums> {
  const balances = await createProjectBalances(world.stores.database).of(world.project.id);
  const found = toBalances(world.deps.chains, balances).find(
    ({ tokenAddress }) => tokenAddress.toLowerCase() === token,
  );
  if (found === undefined) return none;
  const { received, pending, settled, refunded, held } = found;
  return {
    received: BigInt(received),
    pending: BigInt(pending),
    settled: BigInt(settled),
    refunded: BigInt(refunded),
    held: BigInt(held),
  };
}

/** What the chain itself holds at the project's deposit addresses. */
async function onChain(token: typeof network.usdc): Promise<bigint> {
  const deposits = await world.query<{ deposit_address: typeof token }>(
    "SELECT deposit_address FROM checkouts WHERE project_id = $1",
    [world.project.id],
  );
  const held = await Promise.all(deposits.map((row) => network.balance(row.deposit_address, token)));
  return held.reduce((sum, units) => sum + units, 0n);
}

/** `npm run reconcile` finds nothing, and the API's balances are the chain's, to the unit. */
async function expectAgreement(expected: Partial<Sums>, token = network.usdc): Promise<void> {
  const { findings } = await reconcile({ ...world.deps, books: world.stores.books });
  // A reverted payment is an incident for the operator, and no difference of sums.
  expect(findings.filter(({ area }) => area !== "incidents")).toEqual([]);
  for (const each of [network.usdc, network.usdt])
    expect((await balanceIn(each)).held).toBe(await onChain(each));
  expect(await balanceIn(token)).toEqual({ ...none, ...expected });
}

/** The newest blocks go, and another one comes. */
async function reorg(depth: number): Promise<void> {
  await network.chain.reorg(depth);
  await network.chain.mine(1);
  await world.watch();
}

async function refundBy(how: "deposit" | "wallet"): Promise<Checkout> {
  const checkout = await desk.paid();
  const customer = freshWallet();
  await desk.refund(checkout, customer, part);
  // A reorganisation of an earlier test leaves the chain's time behind, and a wallet pays no later refund.
  await world.pass(60);
  if (how === "deposit") await desk.sendBack(checkout, customer, part);
  else await desk.payBack(customer, part);
  await world.scan();
  return checkout;
}

describe("the balances of the API equal reconciliation and the chain", () => {
  test("after payments, before and after they are final", async () => {
    await expectAgreement({});
    const checkout = await world.create({ amount: price, chainId: 31337, tokenAddress: network.usdc });
    await network.pay(checkout.depositAddress, part);
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    const received = price + part;
    await expectAgreement({ received, pending: received, held: received });
    await world.mineAndWatch(2);
    await expectAgreement({ received, held: received });
  });

  test("after a reorganisation removed a payment, and after it returned", async () => {
    const checkout = await world.create({ amount: price, chainId: 31337, tokenAddress: network.usdc });
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    await reorg(1);
    await expectAgreement({});
    await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(2);
    await expectAgreement({ received: price, held: price });
  });

  test("after a refund out of the deposit address, and after a reorganisation removed it", async () => {
    await refundBy("deposit");
    await expectAgreement({ received: price, refunded: part, held: price - part });
    await world.mineAndWatch(2);
    await expectAgreement({ received: price, refunded: part, held: price - part });
    await reorg(3);
    await expectAgreement({ received: price, held: price });
  });

  test("after a refund out of the merchant's wallet, and after a reorganisation removed it", async () => {
    await refundBy("wallet");
    await world.mineAndWatch(2);
    await expectAgreement({ received: price, refunded: part, held: price });
    await reorg(3);
    await expectAgreement({ received: price, held: price });
  });

  test("after a sweep, whose gas is no part of them, and after a reorganisation removed it", async () => {
    await desk.paid();
    const before = await network.balance(desk.merchant);
    await settling(world).look();
    await network.chain.mine(1);
    await world.scan();
    await expectAgreement({ received: price, settled: price });
    expect(await network.balance(desk.merchant)).toBe(before + price);
    await reorg(2);
    const after = await balanceIn(network.usdc);
    await expectAgreement({ ...after, received: price, settled: price - after.held });
    await settling(world).settleToTheEnd();
    await expectAgreement({ received: price, settled: price });
    const { gas } = await listSettlements(world.deps, world.project.id, { take: 9, skip: 0 });
    expect(gas).toMatchObject([{ purpose: "SETTLEMENT" }]);
    expect(gas[0]?.costWei).toBeGreaterThan(0n);
  });

  test("after a stray payment, and after its sweep", async () => {
    const checkout = await desk.paid();
    await network.pay(checkout.depositAddress, 7n, { token: network.usdt });
    await world.mineAndWatch(2);
    await expectAgreement({ received: 7n, held: 7n }, network.usdt);
    await expectAgreement({ received: price, held: price });
    await expireCheckouts(world.deps);
    await settling(world).sweepAll();
    await settling(world).settleToTheEnd();
    await expectAgreement({ received: 7n, settled: 7n }, network.usdt);
    await expectAgreement({ received: price, settled: price });
  });
});
