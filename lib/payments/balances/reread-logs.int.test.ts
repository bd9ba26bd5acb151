import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { type Lies, severalNodes } from "@/lib/testing/several-nodes";

const price = 4_500_000n;
let network: TestNetwork;
let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
  await world.scan();
});
afterEach(() => world?.close());

function nodeSays(lies: Lies) {
  const reader = severalNodes(network.reader, [lies]);
  world.deps.reader = () => reader;
}

const hiding: Lies = { logs: async () => ({ transfers: [], sweeps: [], refunds: [] }) };
/** Refuses to tell of this block whatever is not of the chain's own tokens, transfers and sweeps: too many of those are in it. */
const tooFull = (blockNumber: bigint): Lies => ({
  logs: (range, filter, sweepsOf, sweptTokens) => {
    const isInRange =
      !("blockHash" in range) && range.fromBlock <= blockNumber && blockNumber <= range.toBlock;
    const ofAnyToken = (filter !== null && filter.tokens === null) || sweptTokens === undefined;
    if (isInRange && ofAnyToken) throw new ChainUnavailable("too many logs", { rangeTooWide: true });
    return network.reader.logs(range, filter, sweepsOf, sweptTokens);
  },
});

it("a payment is found in a block too full to be told whole, and those in the blocks beside it", async () => {
  const checkout = await world.create({
    amount: price,
    chainId: 31337,
    tokenAddress: network.usdc,
    expiryMinutes: 1,
  });
  nodeSays(hiding);
  await network.pay(checkout.depositAddress, 1n);
  const { receipt } = await network.pay(checkout.depositAddress, 2n);
  await network.pay(checkout.depositAddress, price);
  await network.pass(120);
  await world.watch();
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });

  nodeSays(tooFull(receipt.blockNumber));
  await expireCheckouts(world.deps);
  const { status, totalPaidUnits } = await world.find(checkout);
  expect({ status, totalPaidUnits }).toEqual({ status: "DETECTED", totalPaidUnits: price + 3n });
});
