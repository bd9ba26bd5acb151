import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { verifyPayment } from "@/lib/payments/verify-payment";
import { auditBooks } from "@/lib/testing/audit";
import { forkChain } from "@/lib/testing/chain";
import type { Payment } from "@/lib/testing/network";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld, withSettings } from "@/lib/testing/world/faulty-nodes";
import { scanChain } from "./scan-chain";
import { scanChainOnce } from "./scan-chain-once";
import { createScanMemory } from "./scan-memory";

let faulty: FaultyWorld;
let checkout: Checkout;

const network = withSettings(await testNetwork(), { maxBlockRange: 20 });
beforeEach(async () => {
  faulty = await openFaultyWorld(await openWorld([network]), 1);
  await faulty.round();
  await network.chain.mine(2);
  checkout = await faulty.world.createFor(60);
  await faulty.round();
});
afterEach(() => faulty?.world.close());

const kinds = () => faulty.world.events(checkout);

describe("a reorg", () => {
  it("during catch-up replaces blocks of the gap: their logs count only if they stay", async () => {
    const other = await faulty.world.create({ amount: price, chainId: 31337, tokenAddress: network.usdc });
    await network.chain.mine(60);
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await network.pay(other.depositAddress, price);
    await network.chain.mine(40);
    await faulty.followChain();
    await faulty.round();
    expect(await faulty.world.status(checkout)).toBe("PENDING");
    await network.chain.reorg(60, [[rawTransaction, 30]]);
    await network.chain.mine(1);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.status(checkout)).toBe("PAID");
    expect(await faulty.world.find(other)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("during the verification of a hash credits nothing that was replaced", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    const reader = faulty.world.deps.reader(31337);
    let reorgs = 0;
    const takenAfter = async <T>(answer: Promise<T>): Promise<T> => {
      const told = await answer;
      if (reorgs++ === 0) await network.chain.reorg(1);
      return told;
    };
    const deps = {
      ...faulty.world.deps,
      reader: () => ({
        ...reader,
        header: (number: bigint) => takenAfter(reader.header(number)),
        headers: (numbers: readonly bigint[]) => takenAfter(reader.headers(numbers)),
      }),
    };
    await verifyPayment(deps, checkout.id, { txHash, chainId: 31337 });
    expect(reorgs).toBeGreaterThan(0);
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("under a row that a hint brought in ahead of the scan takes it, and finds it where it went", async () => {
    await network.chain.mine(3);
    const { txHash, rawTransaction } = await network.pay(checkout.depositAddress, price);
    await verifyPayment(faulty.world.deps, checkout.id, { txHash, chainId: 31337 });
    expect(await faulty.world.status(checkout)).toBe("DETECTED");
    await network.chain.reorg(3);
    await faulty.round();
    expect(await faulty.world.status(checkout)).toBe("PENDING");
    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.status(checkout)).toBe("PAID");
    expect(await kinds()).toBe("created detected reverted detected paid");
  });

  it("that moved a payment doesn't count it twice when a hint reports it before the scan", async () => {
    const half = price / 2n;
    const other = await faulty.world.create();
    let moved: Payment | undefined;
    await network.inOneBlock(async () => {
      await network.pay(other.depositAddress, half, { account: 2 });
      moved = await network.pay(checkout.depositAddress, half, { account: 1 });
    });
    if (moved === undefined) throw new Error("nothing was paid");
    await faulty.round();
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });

    await network.chain.reorg(1);
    await network.chain.client.sendRawTransaction({ serializedTransaction: moved.rawTransaction });
    await network.chain.mine(1);
    // Alone in a block above the scanned position, so at another place among its logs.
    await verifyPayment(faulty.world.deps, checkout.id, { txHash: moved.txHash, chainId: 31337 });
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: half });
    expect(await kinds()).toBe("created partially_paid");
  });

  it("that moved a payment below the block in which a hint found it never has it counted as gone", async () => {
    await network.chain.mine(24);
    const { txHash, rawTransaction } = await network.pay(checkout.depositAddress, price);
    await verifyPayment(faulty.world.deps, checkout.id, { txHash, chainId: 31337 });
    expect(await faulty.world.status(checkout)).toBe("DETECTED");
    // Its new block and the one that the hint named are read apart, the new one first.
    await network.chain.reorg(25, [[rawTransaction, 0]]);
    await network.chain.mine(20);
    expect(await faulty.recover()).toEqual([]);
    expect(await kinds()).toBe("created detected paid");
  });

  it("read by a slower watcher doesn't overwrite the faster one's result", async () => {
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await faulty.round();
    await network.chain.reorg(1);
    const { deps } = faulty.world;
    let overtaken = false;
    const slow: typeof deps = {
      ...deps,
      memory: createScanMemory(),
      payments: {
        ...deps.payments,
        transaction: async (work) => {
          if (!overtaken) {
            overtaken = true;
            await network.chain.reorg(1, [[rawTransaction, 0]]);
            await network.chain.mine(1);
            await scanChainOnce(deps, 31337);
          }
          return deps.payments.transaction(work);
        },
      },
    };
    expect(await scanChain(slow, 31337)).toMatchObject({ kind: "raced" });
    expect(await faulty.recover()).toEqual([]);
    expect(await kinds()).toBe("created detected paid");
  });

  it("seen by two watchers at once is followed once", async () => {
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await faulty.round();
    const { deps } = faulty.world;
    const watchers = [deps, { ...deps, memory: createScanMemory() }, { ...deps, memory: createScanMemory() }];
    for (const back of [0, 1, 0, 1]) {
      await network.chain.reorg(2, back === 0 ? [] : [[rawTransaction, back]]);
      await network.chain.mine(1);
      await Promise.all(watchers.map((watcher) => scanChainOnce(watcher, 31337)));
      await scanChainOnce(deps, 31337);
      const found = await auditBooks(faulty.world, network);
      // No one judged finality meanwhile.
      expect(found.filter((finding) => !finding.startsWith("chk_"))).toEqual([]);
    }
    expect(await faulty.recover()).toEqual([]);
    expect(await faulty.world.status(checkout)).toBe("PAID");
  });
});

describe("two branches", () => {
  it("between which the node flips several times: each block that comes back counts again", async () => {
    const fork = await forkChain(network.chain);
    try {
      await network.pay(checkout.depositAddress, price);
      await fork.mine(2);
      const onFork = { ...network, chain: fork, definition: network.definition };
      const [proxy] = faulty.proxies;
      for (let flip = 0; flip < 3; flip++) {
        proxy?.switchTo(network.chain.rpcUrl);
        await network.chain.mine(2);
        await faulty.round();
        expect(await faulty.world.find(checkout)).toMatchObject({ totalPaidUnits: price });
        proxy?.switchTo(fork.rpcUrl);
        await fork.mine(2);
        await faulty.round();
        expect(await faulty.world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
        expect(await auditBooks(faulty.world, onFork)).toEqual([]);
      }
      proxy?.switchTo(network.chain.rpcUrl);
      await network.chain.mine(4);
      await faulty.round();
      expect(await auditBooks(faulty.world, network)).toEqual([]);
      expect(await faulty.world.status(checkout)).toBe("PAID");
    } finally {
      await fork.stop();
    }
  });

  it("returned to one watcher each end as the branch that both return last", async () => {
    const fork = await forkChain(network.chain);
    const second = await openFaultyWorld(await openWorld([network]), 1);
    try {
      await network.pay(checkout.depositAddress, price);
      await fork.mine(1);
      second.proxies[0]?.switchTo(fork.rpcUrl);
      const { deps } = faulty.world;
      const other = { ...deps, reader: second.world.deps.reader, memory: createScanMemory() };
      for (let look = 0; look < 3; look++) {
        await network.chain.mine(1);
        await fork.mine(1);
        await Promise.allSettled([scanChainOnce(deps, 31337), scanChainOnce(other, 31337)]);
      }
      second.proxies[0]?.switchTo(network.chain.rpcUrl);
      await network.chain.mine(2);
      await Promise.allSettled([scanChainOnce(other, 31337), scanChainOnce(deps, 31337)]);
      expect(await faulty.recover()).toEqual([]);
      expect(await faulty.world.status(checkout)).toBe("PAID");
    } finally {
      await fork.stop();
      await second.world.close();
    }
  });

  it("a fork older than our oldest header: stop, decide nothing, until the chain returns", async () => {
    const fork = await forkChain(network.chain);
    try {
      await network.chain.mine(600);
      await fork.mine(1);
      const late = await openFaultyWorld(await openWorld([network]), 1);
      try {
        await late.round();
        const paid = await late.world.create({ amount: price, chainId: 31337, tokenAddress: network.usdc });
        await network.pay(paid.depositAddress, price);
        await late.round();
        await network.chain.mine(1);
        await late.round();
        expect(await late.world.status(paid)).toBe("PAID");

        await fork.mine(620);
        late.proxies[0]?.switchTo(fork.rpcUrl);
        for (let round = 0; round < 3; round++) await late.round();
        expect((await late.world.stores.incidents.open(10)).map(({ kind }) => kind)).toEqual(["CHAIN_LOST"]);
        expect(await late.world.status(paid)).toBe("PAID");
        expect(await late.world.eventKinds(paid)).toHaveLength(3);

        late.proxies[0]?.switchTo(network.chain.rpcUrl);
        expect(await late.recover()).toEqual([]);
        expect(await late.world.stores.incidents.open(10)).toEqual([]);
      } finally {
        await late.world.close();
      }
    } finally {
      await fork.stop();
    }
  });
});
