import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { blockHash } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { cutOff, price, testNetwork, testWorld } from "@/lib/testing/world";
import { catchUp } from "./catch-up";
import { ContradictoryBlocks } from "./read-blocks";
import { scanChain } from "./scan-chain";
import { scanChainOnce } from "./scan-chain-once";

const chainId = 31337;
/** How far the chain's time runs ahead of what `network.pass` knows: a second for each block mined. */
let aheadMs = 0;

const network = await testNetwork();
const world = testWorld([network], { scanned: false, booksAgree: true });
beforeEach(async () => {
  world.clockAheadMs = aheadMs;
  world.deps.chains = [{ ...network.definition, maxBlockRange: 8 }];
  await world.scan();
});
afterEach(async () => {
  world.nodesDown = false;
  await world.watch();
});

/** Blocks that the service does not see. */
async function mine(count: number) {
  await network.chain.mine(count);
  aheadMs += count * 1_000;
  world.clockAheadMs += count * 1_000;
}
const gaps = () => world.stores.scanProgress.gaps(chainId);
const position = async () => {
  const found = await world.stores.positions.find(chainId);
  if (found === null) throw new Error("the chain was not scanned");
  return found;
};
const head = () => network.chain.client.getBlockNumber({ cacheTime: 0 });

describe("after an outage", () => {
  it("finds late money to an address whose watch ended during the gap", async () => {
    const checkout = await world.createFor(1);
    await network.pass(120);
    await world.scan();
    await expireCheckouts(world.deps);
    await mine(12);
    await network.pay(checkout.depositAddress, price);
    await mine(12);
    await scanChain(world.deps, chainId);
    world.clockAheadMs += 25 * 3_600_000;
    await world.watch();
    expect(await world.events(checkout)).toBe("created expired late_paid");
  });

  it("keeps several gaps when the next outage comes before the first is caught up", async () => {
    const checkout = await world.create();
    for (let outage = 0; outage < 3; outage++) {
      await mine(12);
      await network.pay(checkout.depositAddress, 1n);
      await mine(12);
      await scanChain(world.deps, chainId);
    }
    expect(await gaps()).toHaveLength(3);
    await world.watch();
    expect(await gaps()).toEqual([]);
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: 3n });
  });

  it("reads no more blocks per pass than the node returns in a few requests", async () => {
    const checkout = await world.create();
    await mine(12);
    await network.pay(checkout.depositAddress, price);
    await mine(24);
    const { reader } = world.deps;
    const spans: bigint[] = [];
    world.deps.reader = (id) => ({
      ...reader(id),
      blocksAtOnce: () => 2,
      logs: async (range, ...rest) => {
        spans.push("blockHash" in range ? 1n : range.toBlock - range.fromBlock + 1n);
        return reader(id).logs(range, ...rest);
      },
    });
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(spans.filter((span) => span > 2n)).toEqual([]);
    world.deps.reader = reader;
  });

  it("decides nothing while the chunk's node has another chain than the scan", async () => {
    await mine(30);
    await scanChain(world.deps, chainId);
    const before = await gaps();
    const { reader, log } = world.deps;
    const { blockNumber } = await position();
    const told: string[] = [];
    const note = (level: string) => (_: object, message: string) => void told.push(`${level}: ${message}`);
    world.deps.log = { info: note("info"), warn: note("warn"), error: note("error") };
    world.deps.reader = (id) => ({
      ...reader(id),
      headers: async (numbers) =>
        (await reader(id).headers(numbers)).map((header) =>
          header?.number === blockNumber ? { ...header, hash: `0x${"1".repeat(64)}` } : header,
        ),
    });
    expect(await scanChainOnce(world.deps, chainId)).toMatchObject({ failed: true, more: false });
    expect(await gaps()).toEqual(before);
    // What a reorg does by the way calls no one.
    expect(told).toEqual(["warn: a part of a pass over the chain failed"]);
    Object.assign(world.deps, { reader, log });
  });
});

describe("beside the head", () => {
  /** A gap with a payment in each of its chunks; the head was gone to. */
  async function leaveGap(): Promise<Checkout> {
    const checkout = await world.create();
    for (let part = 0; part < 4; part++) {
      await mine(6);
      await network.pay(checkout.depositAddress, price / 4n);
    }
    await mine(6);
    await scanChain(world.deps, chainId);
    expect(await gaps()).toHaveLength(1);
    return checkout;
  }
  const paidOnce = async (checkout: Checkout) => {
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: price });
    expect((await world.events(checkout)).match(/detected/g)).toHaveLength(1);
  };

  it("several watchers read each chunk once, while blocks go on coming", async () => {
    const checkout = await leaveGap();
    for (let round = 0; round < 6; round++) {
      const looks = [1, 2, 3].map(() => scanChainOnce(world.deps, chainId));
      await mine(1);
      await Promise.all(looks);
    }
    await world.watch();
    expect(await gaps()).toEqual([]);
    await paidOnce(checkout);
  });

  /** A read of the gap before this change. */
  const catchUpAfter = (change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps }, "lockPosition", change, (deps) => catchUp(deps, chainId));

  it("catchUp under the lock: another watcher read the blocks", async () => {
    const checkout = await leaveGap();
    let left: Awaited<ReturnType<typeof gaps>> = [];
    await catchUpAfter(async () => {
      await catchUp(world.deps, chainId);
      await catchUp(world.deps, chainId);
      left = await gaps();
      expect(left).toHaveLength(1);
    });
    expect(await gaps()).toEqual(left);
    await world.watch();
    await paidOnce(checkout);
  });

  it("catchUp under the lock: a reorg took a part of the gap", async () => {
    await world.create();
    await mine(12);
    await scanChain(world.deps, chainId);
    const [gap] = await gaps();
    await catchUpAfter(async () => {
      await network.chain.reorg(10);
      await scanChain(world.deps, chainId);
      expect(await gaps()).toMatchObject([{ fromBlock: gap?.fromBlock }]);
    });
    expect(await gaps()).toMatchObject([{ fromBlock: gap?.fromBlock }]);
  });

  it("catchUp under the lock: a reorg replaced the block above the gap", async () => {
    await world.create();
    await mine(12);
    await scanChain(world.deps, chainId);
    const before = await gaps();
    const edge = before[0]?.toBlock ?? 0n;
    const hash = await world.stores.scanProgress.headerHash(chainId, edge);
    const replaceEdge = (by: string | null) =>
      world.query("UPDATE block_headers SET hash = $1 WHERE number = $2", [by, edge]);
    const caughtUp = catchUpAfter(() => replaceEdge(blockHash(edge, 4)));
    await expect(caughtUp).rejects.toThrow(ContradictoryBlocks);
    expect(await gaps()).toEqual(before);
    await replaceEdge(hash);
  });

  it.each(["saveGaps", "saveHeaders", "insertTransfers", "saveAdvances"] as const)(
    "reads a chunk again after an interruption at %s, and changes nothing twice",
    async (step) => {
      const checkout = await leaveGap();
      const before = await gaps();
      const booked = await world.query("SELECT id FROM ledger_entries");
      const cut = { payments: cutOff(world.stores.payments, step) };
      const look = world.withDeps(cut, () => scanChainOnce(world.deps, chainId));
      expect(await look).toMatchObject({ failed: true });
      expect(await gaps()).toEqual(before);
      expect(await world.query("SELECT id FROM ledger_entries")).toEqual(booked);
      await world.watch();
      await paidOnce(checkout);
    },
  );

  it.each(["saveGaps", "savePosition", "saveHeaders"] as const)(
    "the way to the head, cut off at %s, leaves position and gaps as they were",
    async (step) => {
      const checkout = await world.create();
      await mine(12);
      await network.pay(checkout.depositAddress, price);
      await mine(12);
      const before = await position();
      const cut = { payments: cutOff(world.stores.payments, step) };
      const look = world.withDeps(cut, () => scanChain(world.deps, chainId));
      await expect(look).rejects.toThrow("the power went");
      expect(await position()).toEqual(before);
      expect(await gaps()).toEqual([]);
      await world.watch();
      await paidOnce(checkout);
    },
  );

  it("leaves no gap above a replaced block, although a lagging node just returned it", async () => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await scanChain(world.deps, chainId);
    expect(await world.status(checkout)).toBe("DETECTED");
    const before = await position();
    const gone = await network.reader.header(before.blockNumber);
    await mine(20);
    await network.chain.reorg(21);
    const { reader } = world.deps;
    world.deps.reader = (id) => ({
      ...reader(id),
      header: async (number) => (number === gone?.number ? gone : reader(id).header(number)),
    });
    await expect(scanChain(world.deps, chainId)).rejects.toThrow(ContradictoryBlocks);
    expect([await position(), await gaps()]).toEqual([before, []]);
    world.deps.reader = reader;
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("a reorg into the gap removes its blocks, and they are read with the head", async () => {
    const checkout = await world.create();
    await mine(12);
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await mine(12);
    await scanChain(world.deps, chainId);
    const [gap] = await gaps();
    const { blockNumber } = await position();
    await network.chain.reorg(18, [[rawTransaction, 12]]);
    await scanChain(world.deps, chainId);
    expect(await gaps()).toEqual([{ ...gap, toBlock: blockNumber - 18n }]);
    expect(await world.status(checkout)).toBe("DETECTED");
    await world.watch();
    await paidOnce(checkout);
  });

  it("drops a hash submitted by the customer if its block was reorganised away", async () => {
    const checkout = await leaveGap();
    const transfers = await network.reader.logs(
      { fromBlock: 0n, toBlock: await head() },
      { to: [checkout.depositAddress], tokens: null },
    );
    const [first] = transfers.transfers;
    if (first === undefined) throw new Error("nothing was paid");
    const unreal = { ...first, blockHash: `0x${"2".repeat(64)}` as const, logIndex: 77 };
    await world.stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([
        {
          ...unreal,
          id: world.deps.newId("pay"),
          checkoutId: checkout.id,
          chainId,
          blockTimestamp: new Date(),
          fromAddress: first.from,
        },
      ]);
    });
    await world.watch();
    await paidOnce(checkout);
  });
});

it("sends three requests per pass when caught up, for any number of checkouts", async () => {
  world.deps.chains = [{ ...network.definition, maxFilterAddresses: 3 }];
  const { reader } = world.deps;
  const asked: string[] = [];
  world.deps.reader = (id) =>
    Object.fromEntries(
      Object.entries(reader(id)).map(([name, value]) => [
        name,
        name === "others" || name === "blocksAtOnce" || typeof value !== "function"
          ? value
          : (...args: unknown[]) => {
              asked.push(name);
              return (value as (...rest: unknown[]) => unknown)(...args);
            },
      ]),
    ) as ChainNodes;
  for (const count of [2, 3]) {
    const checkouts: Checkout[] = [];
    for (let index = 0; index < count; index++) checkouts.push(await world.create());
    await network.pay(checkouts[0]?.depositAddress ?? "0x", price);
    asked.length = 0;
    await scanChainOnce(world.deps, chainId);
    expect(asked).toEqual(["latest", "logs"]);
    expect(await world.status(checkouts[0] as Checkout)).toBe("DETECTED");
  }
  world.deps.reader = reader;
});
