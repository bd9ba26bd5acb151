import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { expireCheckouts } from "./expire-checkouts";
import type { LogRange } from "./ports/chain-reader";
import { scanChain } from "./scan-chain";
import { verifyPayment } from "./verify-payment";

const price = 4_500_000n;
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

describe("a scan", () => {
  it("goes on when a reorg takes the very block at which it began", async () => {
    await network.chain.mine(3);
    await scanChain(world.deps, 31337);
    await network.chain.reorg(2);
    await network.chain.mine(1);
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });

  it("credits a payment that a customer showed in a later block than the one it moved to", async () => {
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

  it("finds late money that came while it was watched for, though the node was down longer than that", async () => {
    await world.scan();
    const checkout = await world.create({
      amount: price,
      chainId: 31337,
      tokenAddress: network.usdc,
      expiryMinutes: 1,
    });
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

  it("takes the logs of several blocks only from a node that has the last of them", async () => {
    await world.scan();
    await world.create();
    await network.chain.mine(3);
    const last = await network.chain.client.getBlock();
    const ranges: LogRange[] = [];
    const { reader } = world.deps;
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      transferLogs: (range, ...rest) => {
        ranges.push(range);
        return reader(chainId).transferLogs(range, ...rest);
      },
    });
    await world.scan();
    expect(ranges).toEqual([{ fromBlock: last.number - 2n, toBlock: last.number, toBlockHash: last.hash }]);
  });
});
