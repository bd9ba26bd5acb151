import { describe, expect, it } from "vitest";
import type { Tier } from "@/lib/chain/confirmation-policy.rules";
import type { BlockHeader, LogRange } from "@/lib/chain/reader/chain-reader.port";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { verifyPayment } from "@/lib/payments/verify-payment";
import { blockHash } from "@/lib/testing/builders";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { scanChain } from "./scan-chain";

const network = await testNetwork();
const world = testWorld([network], { scanned: false, booksAgree: true });

describe("a scan", () => {
  it("continues when a reorg replaces the block at which it started", async () => {
    await network.chain.mine(3);
    await scanChain(world.deps, 31337);
    await network.chain.reorg(2);
    await network.chain.mine(1);
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });

  it("credits a payment that a customer submitted in a later block than its new one", async () => {
    await world.scan();
    await network.chain.mine(1);
    await world.scan();
    const checkout = await world.create();
    await network.chain.mine(3);
    const { rawTransaction, txHash } = await network.pay(checkout.depositAddress, price);
    await verifyPayment(world.deps, checkout.id, { txHash, chainId: 31337 });
    expect(await world.status(checkout)).toBe("DETECTED");

    await network.chain.reorg(4, [[rawTransaction, 0]]);
    world.deps.chains = [{ ...network.definition, maxBlockRange: 2 }];
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
  });

  it("finds late money sent during the watch, although the node was down longer than that", async () => {
    await world.scan();
    const checkout = await world.createFor(1);
    await network.pass(120);
    await world.scan();
    await expireCheckouts(world.deps);
    expect(await world.status(checkout)).toBe("EXPIRED");

    await network.pay(checkout.depositAddress, price);
    await network.chain.mine(1);
    world.clockAheadMs += 25 * 3_600_000;
    await world.watch();
    expect(await world.status(checkout)).toBe("LATE_PAID");
  });

  it("accepts the logs of several blocks only from a node that has the last one", async () => {
    await world.scan();
    await world.create();
    await network.chain.mine(3);
    const last = await network.chain.client.getBlock();
    const ranges: LogRange[] = [];
    const { reader } = world.deps;
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      logs: (range, ...rest) => {
        ranges.push(range);
        return reader(chainId).logs(range, ...rest);
      },
    });
    await world.scan();
    expect(ranges).toEqual([{ fromBlock: last.number - 2n, toBlock: last.number, toBlockHash: last.hash }]);
  });

  it("emits no event for a payment that a deep reorg moved up, with a node that limits ranges", async () => {
    const patient: Tier = { belowTokens: null, requirement: { kind: "blocks", blocks: 30 } };
    const confirmations = { ...network.definition.confirmations, paid: [patient] };
    world.deps.chains = [{ ...network.definition, maxBlockRange: 4, confirmations }];
    await network.chain.mine(3);
    await world.scan();
    const checkout = await world.create();
    const { rawTransaction, txHash } = await network.pay(checkout.depositAddress, price);
    await world.mineAndWatch(19);
    expect(await world.status(checkout)).toBe("DETECTED");

    await network.chain.reorg(20, [[rawTransaction, 18]]);
    expect(await scanChain(world.deps, 31337)).toMatchObject({ kind: "scanned", remaining: 0n });
    await world.mineAndWatch(30);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paymentTxHash: txHash });
    expect(await world.events(checkout)).toBe("created detected paid");
  });
});

describe("a block tagged safe", () => {
  it("doesn't apply to replacing blocks until the chain reports it again", async () => {
    world.stopClock();
    const safe: Tier = { belowTokens: null, requirement: { kind: "tag", tag: "safe" } };
    const confirmations = { ...network.definition.confirmations, paid: [safe] };
    world.deps.chains = [{ ...network.definition, confirmations }];
    const { reader } = world.deps;
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      heads: async () => {
        const heads = await reader(chainId).heads();
        return { ...heads, safeNumber: heads.latest.number };
      },
    });
    await network.chain.mine(2);
    await world.scan();
    const checkout = await world.create();
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await network.chain.mine(1);
    world.clockAheadMs += 5_000;
    await world.scan();

    await network.chain.reorg(2, [[rawTransaction, 1]]);
    await world.watch();
    expect(await world.status(checkout)).toBe("DETECTED");
    world.clockAheadMs += 5_000;
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });
});

describe("a chain that is lost", () => {
  /** The look of a node that tells of so many blocks which never were; after it the honest one is asked again. */
  async function believe(ahead: bigint) {
    const { number, hash } = await network.reader.latest();
    const timestamp = new Date();
    const invented = (height: bigint): BlockHeader => ({
      number: height,
      hash: blockHash(height, 7),
      parentHash: height === number + 1n ? hash : blockHash(height - 1n, 7),
      timestamp,
    });
    const headers = (numbers: readonly bigint[]) =>
      Promise.all(
        numbers.map(async (height) => (height > number ? invented(height) : network.reader.header(height))),
      );
    const reader: typeof world.deps.reader = () => ({
      ...network.reader,
      latest: async () => invented(number + ahead),
      header: async (height) => (await headers([height]))[0] ?? null,
      headers,
      logs: async () => ({ transfers: [], sweeps: [], refunds: [] }),
    });
    await world.withDeps({ reader }, () => scanChain(world.deps, 31337));
  }

  it("is scanned again when an operator restarts it, without any stored header", async () => {
    const checkout = await world.create();
    await world.scan();
    await believe(700n);
    await network.pay(checkout.depositAddress, price);
    world.clockAheadMs += 6 * 60_000;
    await scanChain(world.deps, 31337).catch(() => undefined);
    world.clockAheadMs += 6 * 60_000;
    await scanChain(world.deps, 31337).catch(() => undefined);
    expect((await world.deps.incidents.open(10)).map(({ kind }) => kind)).toEqual(["CHAIN_LOST"]);

    expect(await world.stores.scanProgress.forgetPosition(31337, world.deps.clock.now())).toBe(true);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
    expect(await world.deps.incidents.open(10)).toEqual([]);
    expect(await world.stores.scanProgress.forgetPosition(31338, world.deps.clock.now())).toBe(false);
  });

  it("includes a head that stays below the scanned block, as after a node with future blocks", async () => {
    await world.scan();
    await believe(200n);
    const incidents = async () => (await world.deps.incidents.open(10)).map(({ kind }) => kind);
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    expect(await scanChain(world.deps, 31337)).toMatchObject({ kind: "behind" });
    world.clockAheadMs += 4 * 60_000;
    await scanChain(world.deps, 31337);
    expect(await incidents()).toEqual([]);
    world.clockAheadMs += 60_000;
    await scanChain(world.deps, 31337);
    expect(await incidents()).toEqual(["CHAIN_LOST"]);

    await world.mineAndWatch(200);
    expect(await incidents()).toEqual([]);
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("is an incident until it is found again", async () => {
    await network.chain.mine(2);
    await world.scan();
    const { reader } = world.deps;
    const another = <Header extends BlockHeader | null>(header: Header): Header =>
      header === null ? header : { ...header, hash: blockHash(header.number, 7) };
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      latest: async () => another(await reader(chainId).latest()),
      header: async (number) => another(await reader(chainId).header(number)),
      headers: async (numbers) => (await reader(chainId).headers(numbers)).map(another),
    });
    for (let look = 0; look < 2; look++)
      await expect(scanChain(world.deps, 31337)).rejects.toThrow("none of the last");
    expect(await world.deps.incidents.open(10)).toMatchObject([{ kind: "CHAIN_LOST", subject: "31337" }]);

    world.deps.reader = reader;
    await world.scan();
    expect(await world.deps.incidents.open(10)).toEqual([]);
  });
});
