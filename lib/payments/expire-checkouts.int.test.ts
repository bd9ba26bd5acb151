import { describe, expect, it } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import type { RpcCall } from "@/lib/testing/node/faults";
import { startNodeBefore } from "@/lib/testing/node/node";
import { type Lies, severalNodes } from "@/lib/testing/node/scripted-node";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { expireCheckouts } from "./expire-checkouts";

const minute = 60;

const network = await testNetwork();
const world = testWorld([network]);

const usdc = () => ({ chainId: 31337, tokenAddress: network.usdc });
/** Over after a minute. */
const short = () => world.createFor(1);
const expire = () => expireCheckouts(world.deps);

describe("a checkout with a chain", () => {
  it("expires only after a block past its time was scanned", async () => {
    const checkout = await short();
    await expire();
    await network.pass(2 * minute);
    await expire();
    expect(await world.status(checkout)).toBe("PENDING");
    await world.scan();
    await expire();
    await expire();
    expect(await world.events(checkout)).toBe("created expired");
  });

  it("is held as long as the node is down", async () => {
    const checkout = await short();
    world.nodesDown = true;
    for (let hour = 0; hour < 3; hour++) {
      world.clockAheadMs += 3_600_000;
      await expect(world.scan()).rejects.toThrow(ChainUnavailable);
      await expire();
    }
    expect(await world.status(checkout)).toBe("PENDING");
  });

  it("expires when the chain was seen halted for ten minutes after its deadline", async () => {
    const checkout = await short();
    for (const [seconds, status] of [
      [2 * minute, "PENDING"],
      [10 * minute, "PENDING"],
      [11 * minute + 10, "EXPIRED"],
    ] as const) {
      world.clockAheadMs = seconds * 1_000;
      expect((await world.scan()).kind).toBe("idle");
      await expire();
      expect(await world.status(checkout)).toBe(status);
    }
  });

  it("expires once for several concurrent workers", async () => {
    const checkouts: Checkout[] = [await short(), await short(), await short()];
    world.clockAheadMs = 12 * minute * 1_000;
    await world.scan();
    await Promise.all(Array.from({ length: 4 }, expire));
    for (const checkout of checkouts) {
      expect(await world.events(checkout)).toBe("created expired");
    }
  });
});

describe("a checkout without a chain", () => {
  it("expires by the clock, for any state of the nodes", async () => {
    const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", expiryMinutes: 1 });
    world.nodesDown = true;
    await expire();
    expect(await world.status(checkout)).toBe("PENDING");
    world.clockAheadMs = 61_000;
    await expire();
    expect(await world.status(checkout)).toBe("EXPIRED");
  });

  it("waits for its chain from the moment one is chosen", async () => {
    const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", expiryMinutes: 1 });
    await selectToken(world.deps, checkout.id, usdc());
    world.clockAheadMs = 61_000;
    await expire();
    expect(await world.status(checkout)).toBe("PENDING");
  });
});

describe("checkouts that are held", () => {
  it("until the blocks of their time are read don't delay the others", async () => {
    await Promise.all(Array.from({ length: 205 }, short));
    const waiting = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", expiryMinutes: 2 });
    const begun = world.deps.clock.now();
    await network.pass(3 * minute);
    await world.scan();
    await world.query("INSERT INTO chain_gaps VALUES ($1, 1, 2, $2)", [network.definition.chainId, begun]);
    await expire();
    expect(await world.status(waiting)).toBe("EXPIRED");
  });

  it("on a disabled chain don't delay the others", async () => {
    await network.pass(minute);
    await world.scan();
    await Promise.all(Array.from({ length: 205 }, short));
    // Enabled is another chain now; the first one's position stays where it was.
    world.deps.chains = [{ ...network.definition, chainId: 31338 }];
    const waiting = await world.stores.createCheckout({
      projectId: world.project.id,
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
      tokenFixed: false,
      expiresAt: new Date(world.deps.clock.now().getTime() + 2 * minute * 1_000),
    });
    world.clockAheadMs = 5 * minute * 1_000;
    await expire();
    expect(await world.status(waiting)).toBe("EXPIRED");
  });
});

function nodeSays(lies: Lies) {
  const reader = severalNodes(network.reader, [lies]);
  world.deps.reader = () => reader;
}

const hiding: Lies = { logs: async () => ({ transfers: [], sweeps: [], refunds: [] }) };
/** Asks for more of this block than the transfers of some tokens: too many other logs are in it. */
const asksForAllOf =
  (blockNumber: bigint) =>
  ({ method, params: [filter] }: RpcCall): boolean => {
    if (method !== "eth_getLogs") return false;
    const { fromBlock, toBlock, address } = filter as {
      fromBlock: string;
      toBlock: string;
      address?: unknown;
    };
    return address === undefined && BigInt(fromBlock) <= blockNumber && blockNumber <= BigInt(toBlock);
  };

it("finds a payment in a block with too many logs for the node, with our clock ahead", async () => {
  world.clockAheadMs = 30_000;
  const checkout = await world.createFor(1);
  nodeSays(hiding);
  await network.pay(checkout.depositAddress, 1n);
  const { receipt } = await network.pay(checkout.depositAddress, 2n);
  await network.pay(checkout.depositAddress, price);
  await network.pass(120);
  await world.watch();
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });

  const proxy = await startNodeBefore(network.chain.rpcUrl);
  proxy.faults.set({
    kind: "size-limit",
    of: "calls",
    most: 0,
    by: 500,
    when: asksForAllOf(receipt.blockNumber),
  });
  const limited = createChainReader({ chainId: 31337, rpcUrls: [proxy.url] });
  world.deps.reader = () => limited;
  await expireCheckouts(world.deps);
  await proxy.stop();
  const { status, totalPaidUnits } = await world.find(checkout);
  expect({ status, totalPaidUnits }).toEqual({ status: "DETECTED", totalPaidUnits: price + 3n });
});
