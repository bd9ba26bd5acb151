import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { newId } from "@/lib/testing/builders";
import { type Lies, severalNodes } from "@/lib/testing/node/scripted-node";
import { wokenBy } from "@/lib/testing/woken";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";
import { requestSettlement } from "./request-settlement";
import { settleCheckouts } from "./settle-checkouts";

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second], { project: { settlementPolicy: "MANUAL" }, booksAgree: true });
const { statuses, sweepAll } = settling(world);

const rule = (chainId: number, policy: string) =>
  world.query("INSERT INTO settlement_rules VALUES ($1, $2, $3::settlement_policy)", [
    world.project.id,
    chainId,
    policy,
  ]);
async function mineAndWatch(rounds = 2) {
  for (let round = 0; round < rounds; round++) {
    for (const { chain, definition } of [network, second]) {
      await settleCheckouts(world.deps, definition.chainId);
      await chain.mine(2);
      await world.watch(definition.chainId);
    }
    world.clockAheadMs += 20_000;
  }
}
async function pay(checkout: Checkout, units = price, on = network, token = on.usdc) {
  await on.pay(checkout.depositAddress, units, { token });
  await on.chain.mine(1);
  await world.watch(on.definition.chainId);
}
const create = ({ definition: { chainId }, usdc: tokenAddress } = network) =>
  world.create({ amount: price, chainId, tokenAddress, merchantAddress: freshWallet() });
async function paid(on = network): Promise<Checkout> {
  const checkout = await create(on);
  await pay(checkout, price, on);
  return checkout;
}
const sweepNow = ({ id }: Checkout) =>
  requestSettlement(world.deps, {
    projectId: world.project.id,
    chainId: null,
    what: { kind: "checkouts", checkoutIds: [id] },
  });

describe("sweep now", () => {
  it("sweeps only the named deposits of a project that settles by hand", async () => {
    const [named, other] = [await paid(), await paid()];
    await mineAndWatch();
    expect(await world.status(named)).toBe("PAID");
    const sweep = async () => {
      const { settlements, left } = await sweepNow(named);
      expect(settlements).toMatchObject([{ chainId: 31337, items: 1 }]);
      expect(left).toEqual([]);
    };
    expect(await wokenBy(sweep)).toEqual([{ work: "settle", chainId: 31337 }]);
    await mineAndWatch();
    expect(await statuses(named, other)).toEqual(["SETTLED", "PAID"]);
    expect(await network.balance(named.merchantAddress)).toBe(price);
    expect(await world.eventKinds(named)).toContain("checkout.settled");
    const shown = await listSettlements(world.deps, world.project.id, { take: 9, skip: 0 });
    expect(shown.settlements).toMatchObject([{ requested: true, status: "COMPLETED" }]);
    expect(shown.gas).toMatchObject([{ chainId: 31337, purpose: "SETTLEMENT", transactions: 1 }]);
    expect(shown.gas[0]?.costWei).toBe(shown.settlements[0]?.costWei);
  });

  it("sweeps residuals, strays and expired checkouts' money, on every chain", async () => {
    const checkout = await paid();
    const expired = await create();
    await pay(expired, 5n);
    await sweepNow(checkout);
    await mineAndWatch();
    await pay(checkout, 7n);
    await pay(checkout, 9n, network, network.usdt);
    await pay(checkout, 11n, second, second.usdt);
    await world.pass(25 * 3_600);
    for (const { definition } of [network, second]) await world.watch(definition.chainId);
    await expireCheckouts(world.deps);
    expect(await world.status(expired)).toBe("EXPIRED");
    // One token of one checkout is in one settlement at a time: USDT has one address on both local chains.
    for (let ask = 0; ask < 2; ask++) {
      await sweepAll();
      await mineAndWatch();
    }
    expect(await network.balance(checkout.merchantAddress)).toBe(price + 7n);
    expect(await network.balance(checkout.merchantAddress, network.usdt)).toBe(9n);
    expect(await second.balance(checkout.merchantAddress, second.usdt)).toBe(11n);
    expect(await network.balance(expired.merchantAddress)).toBe(5n);
    expect(await statuses(checkout, expired)).toEqual(["SETTLED", "EXPIRED"]);
    expect((await sweepAll()).settlements).toEqual([]);
  });

  it("leaves deposits that can still be paid, are frozen, or have an open refund, with the reason", async () => {
    const partly = await create();
    await pay(partly, 5n);
    const [frozen, refunding] = [await paid(), await paid()];
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    await world.query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, created_at)
       VALUES ($4, $1, $2, 1, 31337, $3, 'AWAITING_ADDRESS', now() - interval '9 days')`,
      [world.project.id, refunding.id, network.usdc, newId("rfd")],
    );
    const { settlements, left } = await sweepAll();
    expect(settlements).toEqual([]);
    expect(new Map(left.map(({ checkoutId, reason }) => [checkoutId, reason]))).toEqual(
      new Map([
        [partly.id, "not_paid"],
        [frozen.id, "frozen"],
        [refunding.id, "refund_open"],
      ]),
    );
    await mineAndWatch();
    expect(await statuses(frozen, refunding)).toEqual(["PAID", "PAID"]);
  });

  it("leaves deposits on which two nodes disagree, and settles the others", async () => {
    const [disputed, agreed] = [await paid(), await paid()];
    const poorer: Lies = {
      balances: async (block, queries) =>
        (await network.reader.balances(block, queries)).map((balance, index) =>
          queries[index]?.address === disputed.depositAddress ? 0n : balance,
        ),
    };
    const { reader } = world.deps;
    const nodes = severalNodes(network.reader, [{}, poorer]);
    const { settlements, left } = await world.withDeps(
      { reader: (chainId) => (chainId === 31337 ? nodes : reader(chainId)) },
      sweepAll,
    );
    expect(settlements).toMatchObject([{ chainId: 31337, items: 1 }]);
    expect(left).toEqual([
      { checkoutId: disputed.id, tokenAddress: network.usdc, chainId: 31337, reason: "not_agreed" },
    ]);
    await mineAndWatch();
    expect(await statuses(disputed, agreed)).toEqual(["PAID", "SETTLED"]);
  });
});

describe("policies", () => {
  it("differ by chain", async () => {
    await rule(31338, "IMMEDIATE");
    const [here, there] = [await paid(network), await paid(second)];
    await mineAndWatch();
    expect(await statuses(here, there)).toEqual(["PAID", "SETTLED"]);
    expect(await second.balance(there.merchantAddress)).toBe(price);
  });

  it("hold for a deleted project: its merchant receives its payments, late ones too", async () => {
    await rule(31337, "IMMEDIATE");
    const checkout = await paid();
    await world.query("UPDATE projects SET deleted_at = now() WHERE id = $1", [world.project.id]);
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("SETTLED");
    await pay(checkout, 33_000n);
    await mineAndWatch();
    expect(await network.balance(checkout.merchantAddress)).toBe(price + 33_000n);
  });

  it("hold for money that arrives after settlement", async () => {
    await rule(31337, "BATCHED");
    const checkout = await paid();
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
    world.clockAheadMs += 600_000;
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("SETTLED");
    await pay(checkout, 33_000n);
    world.clockAheadMs -= 600_000;
    await mineAndWatch();
    expect(await network.balance(checkout.merchantAddress)).toBe(price);
    world.clockAheadMs += 1_200_000;
    await mineAndWatch();
    expect(await network.balance(checkout.merchantAddress)).toBe(price + 33_000n);
    expect(await world.status(checkout)).toBe("SETTLED");
    expect((await world.eventKinds(checkout)).filter((kind) => kind === "checkout.settled")).toHaveLength(1);
  });
});
