import { beforeEach, describe, expect, it } from "vitest";
import {
  type ChainLogs,
  type ChainNode,
  type ChainReader,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { blockHash } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { cutOff, price, testNetwork, testWorld } from "@/lib/testing/world";
import { recheckBlocks } from "./recheck-blocks";
import { scanChain } from "./scan-chain";
import { createScanMemory } from "./scan-memory";

const chainId = 31337;
const nothing: ChainLogs = { transfers: [], sweeps: [], refunds: [] };
let checkout: Checkout;
/** What the node in use and the second one do otherwise than the chain's real node. */
let first: Partial<ChainReader>;
let second: Partial<ChainReader> | null;

const network = await testNetwork();
const world = testWorld([network], { scanned: false, booksAgree: true });
beforeEach(async () => {
  [first, second] = [{}, {}];
  world.deps.reader = () => {
    const real = network.reader;
    const [node] = real.nodes;
    if (node === undefined) throw new Error("the network has no node");
    const other: ChainNode = { ...node, ...second, host: "second" };
    return {
      ...real,
      ...first,
      nodes: second === null ? [node] : [node, other],
      others: () => (second === null ? [] : [other]),
    };
  };
  await network.chain.mine(3);
  await world.scan();
  checkout = await world.create();
});

/** A second reading, when the next one is due. */
const recheck = async () => {
  world.clockAheadMs += 15_000;
  return recheckBlocks(world.deps, chainId);
};
/** A second reading by a watcher of its own, which read the nodes before this change. */
const recheckAfter = (change: () => Promise<unknown>) => {
  world.clockAheadMs += 15_000;
  const other = { ...world.deps, memory: createScanMemory() };
  return changedBefore(other, "lockPosition", change, (deps) => recheckBlocks(deps, chainId));
};
const rechecked = async () => (await world.stores.positions.find(chainId))?.recheckedNumber;
const incidents = () => world.deps.incidents.open(10);

/** Pays, and scans two blocks beyond it. */
async function payAndScan() {
  const payment = await network.pay(checkout.depositAddress, price);
  await network.chain.mine(2);
  await world.scan();
  return payment;
}

describe("a log that the first reading missed", () => {
  it.each([
    ["another node shows", "second"],
    ["the same node shows later", "first"],
  ])("is credited once when %s it", async (_, whose) => {
    if (whose === "first") second = null;
    first = { logs: async () => nothing };
    await payAndScan();
    expect(await world.status(checkout)).toBe("PENDING");
    first = {};
    await recheck();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(world.warnings).toContain("a second reading found logs that the first one missed");
    await recheck();
    await world.watch();
    expect(await world.events(checkout)).toBe("created detected paid");
    expect(await incidents()).toEqual([]);
  });

  it("compare under the lock: another watcher read further", async () => {
    first = { logs: async () => nothing };
    await payAndScan();
    first = {};
    let further: bigint | null | undefined;
    await recheckAfter(async () => {
      await recheck();
      await network.chain.mine(3);
      await world.scan();
      const before = await rechecked();
      await recheck();
      further = await rechecked();
      expect(further).toBeGreaterThan(before ?? 0n);
    });
    expect(await rechecked()).toBe(further);
    expect(await world.events(checkout)).toBe("created detected");
  });

  it("compare under the lock: a reorg took the block that both nodes had", async () => {
    await recheck();
    const before = await rechecked();
    // Without the second reading that belongs to a whole pass.
    const scan = () => scanChain(world.deps, chainId);
    for (const blocks of [4, 2]) {
      await network.chain.mine(blocks);
      await scan();
    }
    await recheckAfter(async () => {
      await network.chain.reorg(4);
      await scan();
      expect(await rechecked()).toBe(before);
    });
    expect(await rechecked()).toBe(before);
  });

  it("is searched for two blocks below the head, every fifteen seconds", async () => {
    world.stopClock();
    await payAndScan();
    const position = await world.stores.positions.find(chainId);
    await recheck();
    expect(await rechecked()).toBe((position?.blockNumber ?? 0n) - 2n);
    await network.chain.mine(1);
    await world.scan();
    world.clockAheadMs += 14_000;
    await recheckBlocks(world.deps, chainId);
    expect(await rechecked()).toBe((position?.blockNumber ?? 0n) - 2n);
    await recheck();
    expect(await rechecked()).toBe((position?.blockNumber ?? 0n) - 1n);
  });

  it("is read from the node in use when the second one is down or lags", async () => {
    for (const headers of [
      async () => Promise.reject(new ChainUnavailable("down")),
      async (numbers: readonly bigint[]) => numbers.map(() => null),
    ]) {
      second = { headers };
      const before = await rechecked();
      await payAndScan();
      await recheck();
      expect(await rechecked()).toBeGreaterThan(before ?? 0n);
    }
  });

  it("is found in a gap after the gap was read", async () => {
    world.deps.chains = [{ ...network.definition, maxBlockRange: 8 }];
    await recheck();
    const before = await rechecked();
    await network.chain.mine(15);
    first = { logs: async () => nothing };
    await network.pay(checkout.depositAddress, price);
    await network.chain.mine(15);
    await world.scan();
    expect(await world.status(checkout)).toBe("PENDING");
    first = {};
    // What lies far behind is not waited for: each of these is a look.
    world.clockAheadMs += 15_000;
    for (let look = 0; look < 6; look++) await recheckBlocks(world.deps, chainId);
    expect(await world.events(checkout)).toBe("created detected");
    expect(await rechecked()).toBeGreaterThan((before ?? 0n) + 16n);
  });

  it("is searched for again after a reorg", async () => {
    await payAndScan();
    await network.chain.mine(3);
    await world.scan();
    await recheck();
    const before = await rechecked();
    await network.chain.reorg(5);
    await world.scan();
    expect(await rechecked()).toBeLessThan(before ?? 0n);
  });
});

describe("nodes that disagree", () => {
  it("about a block stop the second reading, and open an incident until they agree", async () => {
    first = { logs: async () => nothing };
    await payAndScan();
    first = {};
    const before = await rechecked();
    second = {
      headers: async (numbers) =>
        (await network.reader.headers(numbers)).map(
          (header) => header && { ...header, hash: blockHash(header.number, 3) },
        ),
    };
    for (let round = 0; round < 3; round++) await recheck();
    expect(await incidents()).toEqual([]);
    await recheck();
    expect(await incidents()).toMatchObject([{ kind: "NODES_DISAGREE", details: { host: "second" } }]);
    expect(await rechecked()).toBe(before);
    expect(await world.status(checkout)).toBe("PENDING");

    second = {};
    await recheck();
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await incidents()).toEqual([]);
  });

  it("because one lags for ten minutes open an incident until it has the blocks", async () => {
    const recheckNewBlocks = async () => {
      await network.chain.mine(3);
      await world.scan();
      await recheck();
      return (await incidents()).map(({ kind, details }) => [kind, details.lacking]);
    };
    second = { headers: async (numbers) => numbers.map(() => null) };
    expect(await recheckNewBlocks()).toEqual([]);
    world.clockAheadMs += 9 * 60_000;
    expect(await recheckNewBlocks()).toEqual([]);
    world.clockAheadMs += 60_000;
    expect(await recheckNewBlocks()).toEqual([["NODES_DISAGREE", "second"]]);
    world.clockAheadMs += 60_000;
    expect(await recheckNewBlocks()).toEqual([["NODES_DISAGREE", "second"]]);
    second = {};
    expect(await recheckNewBlocks()).toEqual([]);
  });

  it("about a block below a common one record no invented log", async () => {
    await network.chain.mine(4);
    await world.scan();
    const fake = (await network.chain.client.getBlockNumber({ cacheTime: 0 })) - 3n;
    second = {
      headers: async (numbers) =>
        (await network.reader.headers(numbers)).map((header) =>
          header?.number === fake ? { ...header, hash: blockHash(fake, 5) } : header,
        ),
      logs: async () => ({
        transfers: [
          {
            blockNumber: fake,
            blockHash: blockHash(fake, 5),
            txHash: blockHash(1n, 6),
            logIndex: 0,
            tokenAddress: network.usdc,
            from: checkout.merchantAddress,
            to: checkout.depositAddress,
            amountUnits: price,
          },
        ],
        sweeps: [],
        refunds: [],
      }),
    };
    await recheck();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("about a log only open no incident when both have the transaction", async () => {
    await payAndScan();
    second = { logs: async () => nothing };
    await recheck();
    expect(world.warnings).toContain("a second reading lacks recorded logs");
    expect(await incidents()).toEqual([]);
  });

  it("about a recorded transfer open an incident, and keep it recorded", async () => {
    const { txHash } = await payAndScan();
    second = {
      logs: async () => nothing,
      receipts: async (hashes) => hashes.map(() => null),
    };
    await recheck();
    expect(await incidents()).toMatchObject([
      { kind: "NODES_DISAGREE", checkoutId: checkout.id, details: { txHash, host: "second" } },
    ]);
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: price });
  });
});

it("a second reading that was cut off is repeated, and credits once", async () => {
  first = { logs: async () => nothing };
  await payAndScan();
  first = {};
  const before = await rechecked();
  for (const step of ["savePosition", "insertTransfers", "saveAdvances"] as const) {
    const cut = { payments: cutOff(world.stores.payments, step) };
    await expect(world.withDeps(cut, recheck)).rejects.toThrow("the power went");
    expect(await rechecked()).toBe(before);
  }
  await recheck();
  expect(await world.events(checkout)).toBe("created detected");
});
