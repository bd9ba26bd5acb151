import { pad, toEventSelector } from "viem";
import { afterEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { uniqueHex } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import type { RpcLog } from "@/lib/testing/node/faults";
import { freshWallet, openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld } from "@/lib/testing/world/faulty-nodes";
import { ownedByMerchant, refunding } from "@/lib/testing/world/refunding";

let faulty: FaultyWorld;

const network = await testNetwork();
afterEach(() => faulty?.world.close());

/** PAID, as two nodes show it. */
async function paid(): Promise<Checkout> {
  faulty = await openFaultyWorld(await openWorld([network], { project: ownedByMerchant(network) }), 2);
  await faulty.round();
  await network.chain.mine(2);
  const checkout = await faulty.world.create({
    amount: price,
    chainId: 31337,
    tokenAddress: network.usdc,
    expiryMinutes: 60,
  });
  await faulty.round();
  await network.pay(checkout.depositAddress, price);
  expect(await faulty.until(async () => (await faulty.world.status(checkout)) === "PAID", 10)).toBe(true);
  return checkout;
}

/** A log that never was, in the newest block. */
async function invented(address: Hex, event: string, first: Hex, second: Hex): Promise<RpcLog> {
  const { number, hash } = await network.chain.client.getBlock();
  return {
    address,
    topics: [toEventSelector(event), pad(first), pad(second)],
    data: pad(`0x${price.toString(16)}`),
    blockNumber: `0x${number.toString(16)}`,
    blockHash: hash,
    transactionHash: uniqueHex(32),
    transactionIndex: "0x0",
    logIndex: "0x7",
    removed: false,
  };
}

const customer = freshWallet();
const left = ({ depositAddress }: Checkout, event: string) =>
  invented(depositAddress, `${event}(address,address,uint256)`, network.usdc, customer);

const nodes = [
  ["the preferred of two nodes", 0],
  ["the second of two nodes", 1],
] as const;

describe.each(isFull ? nodes : nodes.slice(-1))("invented by %s alone", (_, liar) => {
  it.each([
    ["a sweep settles nothing", "DepositSwept", "SETTLED"],
    ["a refund refunds nothing", "DepositRefunded", "REFUNDED"],
  ] as const)("%s, and leaves the books once the node stops", async (_name, event, status) => {
    const checkout = await paid();
    faulty.proxies[liar]?.faults.set({ kind: "invented-logs", logs: [await left(checkout, event)] });
    const seen = new Set<string>();
    await faulty.until(async () => {
      seen.add(await faulty.world.status(checkout));
      return false;
    }, 20);
    expect([...seen]).not.toContain(status);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({
      status: "PAID",
      refundedUnits: 0n,
      refundingUnits: 0n,
    });
    expect(await faulty.world.eventKinds(checkout)).not.toContain("refund.completed");
  });

  it("a transfer by the merchant's wallet completes no refund, which then waits again", async () => {
    const checkout = await paid();
    const desk = refunding(faulty.world);
    await desk.refund(checkout, customer, price);
    const { merchantAddress } = checkout;
    const log = await invented(network.usdc, "Transfer(address,address,uint256)", merchantAddress, customer);
    faulty.proxies[liar]?.faults.set({ kind: "invented-logs", logs: [log] });
    await faulty.until(async () => false, 20);
    expect(await desk.refunds(checkout)).not.toMatchObject([{ status: "COMPLETED" }]);
    expect(await faulty.recover()).toEqual([]);
    expect(await desk.refunds(checkout)).toMatchObject([{ status: "AWAITING_SIGNATURE" }]);
  });
});

describe("while the other of two nodes is down, invented by the only one that answers", () => {
  it.each([
    ["a sweep settles nothing", "DepositSwept"],
    ["a refund refunds nothing", "DepositRefunded"],
  ] as const)("%s", async (_name, event) => {
    const checkout = await paid();
    faulty.proxies[1]?.faults.set({ kind: "outage" });
    faulty.proxies[0]?.faults.set({ kind: "invented-logs", logs: [await left(checkout, event)] });
    await faulty.until(async () => false, 20);
    expect(await faulty.world.status(checkout)).toBe("PAID");
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({
      status: "PAID",
      refundedUnits: 0n,
      refundingUnits: 0n,
    });
  });
});

it("finds a refund on another node when one hides it", async () => {
  const checkout = await paid();
  const desk = refunding(faulty.world);
  faulty.proxies[0]?.faults.set({ kind: "empty-logs" });
  await desk.sendBack(checkout, customer, price);
  expect(await faulty.until(async () => (await desk.refunds(checkout)).length > 0, 40)).toBe(true);
  expect(await faulty.recover()).toEqual([]);
  expect(await faulty.world.status(checkout)).toBe("REFUNDED");
});
