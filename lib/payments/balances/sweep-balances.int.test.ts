import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { severalNodes } from "@/lib/testing/node/scripted-node";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { checkAllBalances, reviewBalances } from "./sweep-balances";

const hour = 3_600;

const network = await testNetwork();
const world = testWorld([network], { tidy: "counts every address that is looked at" });

const sweep = () => checkAllBalances(world.deps, 31337);
const nodesTellLogs = (telling: boolean) => {
  const reader = severalNodes(network.reader, [
    telling ? {} : { logs: async () => ({ transfers: [], sweeps: [], refunds: [] }) },
  ]);
  world.deps.reader = () => reader;
};

/** Expired, and its close watch over. */
async function closed(): Promise<Checkout> {
  const checkout = await world.createFor(1);
  await network.pass(120);
  await world.watch();
  await expireCheckouts(world.deps);
  await network.pass(25 * hour);
  await world.watch();
  expect(await world.status(checkout)).toBe("EXPIRED");
  return checkout;
}

describe("the daily look at all balances", () => {
  it("finds money that arrived after the watch ended, which pays late", async () => {
    const checkout = await closed();
    nodesTellLogs(false);
    await world.pay(checkout);
    nodesTellLogs(true);
    expect(await sweep()).toEqual({ checked: 1, finished: true });
    await world.mineAndWatch();
    expect(await world.status(checkout)).toBe("LATE_PAID");
    expect(await world.stores.incidents.count()).toBe(0);
  });

  it("is due once a day, and reads logs from the start of the last complete one", async () => {
    const checkout = await closed();
    expect(await sweep()).toEqual({ checked: 1, finished: true });
    nodesTellLogs(false);
    await network.pay(checkout.depositAddress, 7n, { token: network.usdt });
    await world.watch();
    nodesTellLogs(true);
    expect(await sweep()).toEqual({ checked: 0, finished: true });
    await network.chain.mine(60);
    await network.pass(24 * hour);
    await world.watch();
    // However many questions it takes: here one for each block.
    world.deps.chains = [{ ...network.definition, maxBlockRange: 1 }];
    expect(await sweep()).toMatchObject({ checked: 1, finished: true });
    expect(await world.query("SELECT amount_units FROM transfers WHERE NOT orphaned")).toEqual([
      { amount_units: 7n },
    ]);
  });

  it("continues after silent nodes, and skips closely watched checkouts", async () => {
    await closed();
    await world.create();
    world.nodesDown = true;
    expect(await sweep()).toEqual({ checked: 0, finished: false });
    const begun = await world.deps.balances.pass(31337);
    world.nodesDown = false;
    await network.chain.mine(5);
    await world.watch();
    expect(await sweep()).toEqual({ checked: 1, finished: true });
    // What it looked at before it was interrupted may have been paid since.
    expect((await world.deps.balances.pass(31337))?.finishedFromBlock).toBe(begun?.startedAtBlock);
  });

  it("goes through more addresses than fit in one question", async () => {
    const old = new Date(Date.now() - 30 * 24 * hour * 1_000);
    for (let count = 0; count < 501; count++) {
      await world.stores.createCheckout({
        projectId: world.project.id,
        status: "CANCELLED",
        createdAt: old,
        expiresAt: old,
        watchUntil: old,
      });
    }
    expect(await sweep()).toEqual({ checked: 501, finished: true });
  });

  it("notes the native coin at an unwatched address", async () => {
    const { id, depositAddress } = await closed();
    await network.chain.client.setBalance({ address: depositAddress, value: 5n });
    await world.mineAndWatch();
    await sweep();
    expect(await world.query("SELECT checkout_id, amount_wei FROM native_balances")).toEqual([
      { checkout_id: id, amount_wei: 5n },
    ]);
  });

  it("raises an incident for unexplained money, and a later pass closes an explained one", async () => {
    const { depositAddress } = await closed();
    nodesTellLogs(false);
    await network.pay(depositAddress, 3n);
    await world.watch();
    await sweep();
    expect((await world.stores.incidents.open(9)).map(({ kind }) => kind)).toEqual(["BALANCE_ABOVE_BOOKS"]);
    nodesTellLogs(true);
    world.clockAheadMs += hour * 1_000;
    await reviewBalances(world.deps, 31337);
    expect(await world.stores.incidents.count()).toBe(0);
  });

  it("closes a disagreement of two nodes about a log once the balance confirms it", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, 3n);
    await world.watch();
    const about = (tokenAddress: string, subject: string) =>
      world.stores.incidents.raise(
        {
          kind: "NODES_DISAGREE",
          subject,
          chainId: 31337,
          checkoutId: checkout.id,
          details: { tokenAddress },
        },
        world.deps.clock.now(),
      );
    await about(network.usdc, "a log of ours");
    await about(`0x${"9".repeat(40)}`, "a log of a token that is not ours");
    await reviewBalances(world.deps, 31337);
    expect((await world.stores.incidents.open(9)).map(({ subject }) => subject)).toEqual([
      "a log of a token that is not ours",
    ]);
  });
});
