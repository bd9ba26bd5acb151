import { pad, toEventSelector } from "viem";
import { afterEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { uniqueHex } from "@/lib/testing/builders";
import type { RpcLog } from "@/lib/testing/fault-proxy-faults";
import { isFull } from "@/lib/testing/full-size";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld } from "@/lib/testing/world/faulty-nodes";

let faulty: FaultyWorld;

const network = await testNetwork();
afterEach(() => faulty?.world.close());

async function open(nodes: number): Promise<Checkout> {
  faulty = await openFaultyWorld(await openWorld([network]), nodes);
  await faulty.round();
  await network.chain.mine(2);
  const checkout = await faulty.world.createFor(10);
  await faulty.round();
  return checkout;
}

/** A payment that never was, in the newest block. */
async function invented(to: Hex, blockHash?: Hex): Promise<RpcLog> {
  const { number, hash } = await network.chain.client.getBlock();
  return {
    address: network.usdc,
    topics: [toEventSelector("Transfer(address,address,uint256)"), pad(uniqueHex(20)), pad(to)],
    data: pad(`0x${price.toString(16)}`),
    blockNumber: `0x${number.toString(16)}`,
    blockHash: blockHash ?? hash,
    transactionHash: uniqueHex(32),
    transactionIndex: "0x0",
    logIndex: "0x7",
    removed: false,
  };
}

const topologies = [
  ["the only node", 1, 0],
  ["the preferred of two nodes", 2, 0],
  ["the second of two nodes", 2, 1],
] as const;

// The simulator has liars in every place, at random.
describe.each(isFull ? topologies : topologies.slice(-1))("a payment invented by %s", (_, nodes, liar) => {
  it("in a real block is never PAID, and leaves the books when its time is over", async () => {
    const checkout = await open(nodes);
    await network.chain.mine(1);
    faulty.proxies[liar]?.faults.set({
      kind: "invented-logs",
      logs: [await invented(checkout.depositAddress)],
    });
    const seen = new Set<string>();
    await faulty.until(async () => {
      seen.add(await faulty.world.status(checkout));
      return false;
    }, 20);
    expect([...seen]).not.toContain("PAID");

    await network.pass(600);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "EXPIRED", totalPaidUnits: 0n });
    expect(await faulty.world.eventKinds(checkout)).not.toContain("checkout.paid");
  });

  it("in an invented block isn't recorded", async () => {
    const checkout = await open(nodes);
    await network.chain.mine(2);
    const log = await invented(checkout.depositAddress, uniqueHex(32));
    faulty.proxies[liar]?.faults.set({ kind: "invented-logs", logs: [log] });
    await faulty.until(async () => false, 10);
    expect(await faulty.world.events(checkout)).toBe("created");
    expect(await faulty.recover()).toEqual([]);
  });

  it("beside a real one doesn't replace the missing amount", async () => {
    const checkout = await open(nodes);
    await network.pay(checkout.depositAddress, price - 1n);
    faulty.proxies[liar]?.faults.set({
      kind: "invented-logs",
      logs: [await invented(checkout.depositAddress)],
    });
    await faulty.until(async () => false, 10);
    expect(await faulty.world.status(checkout)).not.toBe("PAID");
    await network.pay(checkout.depositAddress, 1n);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
  });
});
