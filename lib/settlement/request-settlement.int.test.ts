import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { newId } from "@/lib/testing/builders";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { requestSettlement } from "./request-settlement";
import { settleCheckouts } from "./settle-checkouts";

const price = 4_500_000n;
let home: TestNetwork;
let away: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  [home, away] = await Promise.all([startTestNetwork(), startTestNetwork({ chainId: 31338 })]);
});
afterAll(() => Promise.all([home?.stop(), away?.stop()]));
beforeEach(async () => {
  world = await openServiceWorld([home, away], { project: { settlementPolicy: "MANUAL" } });
  for (const { definition } of [home, away]) await world.scan(definition.chainId);
});
afterEach(async () => {
  for (const network of [home, away]) {
    const { books, chain } = await compareBooks(world, network);
    expect(books).toEqual(chain);
  }
  await world.close();
});

const rule = (chainId: number, policy: string) =>
  world.query("INSERT INTO settlement_rules VALUES ($1, $2, $3::settlement_policy)", [
    world.project.id,
    chainId,
    policy,
  ]);
async function goOn(rounds = 2) {
  for (let round = 0; round < rounds; round++) {
    for (const network of [home, away]) {
      await settleCheckouts(world.deps, network.definition.chainId);
      await network.chain.mine(2);
      await world.watch(network.definition.chainId);
    }
    world.clockAheadMs += 20_000;
  }
}
async function pay(checkout: Checkout, units = price, network = home, token = network.usdc) {
  await network.pay(checkout.depositAddress, units, { token });
  await network.chain.mine(1);
  await world.watch(network.definition.chainId);
}
async function paid(network = home): Promise<Checkout> {
  const checkout = await world.create({
    amount: price,
    chainId: network.definition.chainId,
    tokenAddress: network.usdc,
    merchantAddress: freshWallet(),
  });
  await pay(checkout, price, network);
  return checkout;
}
const request = (...checkouts: readonly Checkout[]) =>
  requestSettlement(world.deps, {
    projectId: world.project.id,
    chainId: null,
    what:
      checkouts.length === 0
        ? { kind: "everything" }
        : { kind: "checkouts", checkoutIds: checkouts.map(({ id }) => id) },
  });

describe("sweep now", () => {
  it("sweeps what a merchant names, of a project that settles by hand, and nothing else", async () => {
    const [named, other] = [await paid(), await paid()];
    await goOn();
    expect(await world.status(named)).toBe("PAID");
    const { settlements, left } = await request(named);
    expect(settlements).toMatchObject([{ chainId: 31337, items: 1 }]);
    expect(left).toEqual([]);
    await goOn();
    expect([await world.status(named), await world.status(other)]).toEqual(["SETTLED", "PAID"]);
    expect(await home.balance(named.merchantAddress)).toBe(price);
    expect(await world.eventKinds(named)).toContain("checkout.settled");
    const shown = await listSettlements(world.deps, world.project.id, { take: 9, skip: 0 });
    expect(shown.settlements).toMatchObject([{ requested: true, status: "COMPLETED" }]);
    expect(shown.gas).toMatchObject([{ chainId: 31337, purpose: "SETTLEMENT", transactions: 1 }]);
    expect(shown.gas[0]?.costWei).toBe(shown.settlements[0]?.costWei);
  });

  it("sweeps residuals, strays and what expired checkouts hold, on every chain", async () => {
    const checkout = await paid();
    const expired = await world.create({
      amount: price,
      chainId: 31337,
      tokenAddress: home.usdc,
      merchantAddress: freshWallet(),
    });
    await pay(expired, 5n);
    await request(checkout);
    await goOn();
    await pay(checkout, 7n);
    await pay(checkout, 9n, home, home.usdt);
    await pay(checkout, 11n, away, away.usdt);
    await home.pass(25 * 3_600);
    await away.pass(25 * 3_600);
    for (const { definition } of [home, away]) await world.watch(definition.chainId);
    await expireCheckouts(world.deps);
    expect(await world.status(expired)).toBe("EXPIRED");
    // One token of one checkout is in one settlement at a time: USDT has one address on both local chains.
    for (let ask = 0; ask < 2; ask++) {
      await request();
      await goOn();
    }
    expect(await home.balance(checkout.merchantAddress)).toBe(price + 7n);
    expect(await home.balance(checkout.merchantAddress, home.usdt)).toBe(9n);
    expect(await away.balance(checkout.merchantAddress, away.usdt)).toBe(11n);
    expect(await home.balance(expired.merchantAddress)).toBe(5n);
    expect([await world.status(checkout), await world.status(expired)]).toEqual(["SETTLED", "EXPIRED"]);
    expect((await request()).settlements).toEqual([]);
  });

  it("leaves what can still be paid, is frozen, or has an open refund, and says so", async () => {
    const partly = await world.create({ amount: price, chainId: 31337, tokenAddress: home.usdc });
    await pay(partly, 5n);
    const [frozen, refunding] = [await paid(), await paid()];
    await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [frozen.id]);
    await world.query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, created_at)
       VALUES ($4, $1, $2, 1, 31337, $3, 'AWAITING_ADDRESS', now() - interval '9 days')`,
      [world.project.id, refunding.id, home.usdc, newId("rfd")],
    );
    const { settlements, left } = await request();
    expect(settlements).toEqual([]);
    expect(new Map(left.map(({ checkoutId, reason }) => [checkoutId, reason]))).toEqual(
      new Map([
        [partly.id, "not_paid"],
        [frozen.id, "frozen"],
        [refunding.id, "refund_open"],
      ]),
    );
    await goOn();
    for (const checkout of [frozen, refunding]) expect(await world.status(checkout)).toBe("PAID");
  });
});

describe("policies", () => {
  it("differ by chain", async () => {
    await rule(31338, "IMMEDIATE");
    const [here, there] = [await paid(home), await paid(away)];
    await goOn();
    expect([await world.status(here), await world.status(there)]).toEqual(["PAID", "SETTLED"]);
    expect(await away.balance(there.merchantAddress)).toBe(price);
  });

  it("hold for a project that was deleted: its merchant gets what was paid, and what came after", async () => {
    await rule(31337, "IMMEDIATE");
    const checkout = await paid();
    await world.query("UPDATE projects SET deleted_at = now() WHERE id = $1", [world.project.id]);
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
    await pay(checkout, 33n);
    await goOn();
    expect(await home.balance(checkout.merchantAddress)).toBe(price + 33n);
  });

  it("hold for what comes after a checkout was settled", async () => {
    await rule(31337, "BATCHED");
    const checkout = await paid();
    await goOn();
    expect(await world.status(checkout)).toBe("PAID");
    world.clockAheadMs += 600_000;
    await goOn();
    expect(await world.status(checkout)).toBe("SETTLED");
    await pay(checkout, 33n);
    world.clockAheadMs -= 600_000;
    await goOn();
    expect(await home.balance(checkout.merchantAddress)).toBe(price);
    world.clockAheadMs += 1_200_000;
    await goOn();
    expect(await home.balance(checkout.merchantAddress)).toBe(price + 33n);
    expect(await world.status(checkout)).toBe("SETTLED");
    expect((await world.eventKinds(checkout)).filter((kind) => kind === "checkout.settled")).toHaveLength(1);
  });
});
