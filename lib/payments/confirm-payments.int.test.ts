import { expect, it } from "vitest";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { confirmPayments } from "./confirm-payments";

const network = await testNetwork();
const requirement = { kind: "blocks", blocks: 3 } as const;
const world = testWorld([network], {
  booksAgree: true,
  deps: {
    chains: [
      {
        ...network.definition,
        confirmations: { fast: [], paid: [{ belowTokens: null, requirement }], settle: requirement },
      },
    ],
  },
});

it("confirms nothing by blocks that a reorg takes back before it writes", async () => {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, price);
  const dropBlocks = await network.chain.snapshot();
  await network.chain.mine(2);
  await world.scan();
  const { payments, positions } = world.deps;
  const { chainId } = network.definition;
  const scanned = await positions.find(chainId);
  let rescanned = scanned;
  await confirmPayments(
    {
      ...world.deps,
      payments: {
        ...payments,
        // The payment's own block stays, so that only its depth has changed.
        transaction: async (work) => {
          await dropBlocks();
          await network.chain.advance(30);
          await world.scan();
          rescanned = await positions.find(chainId);
          return payments.transaction(work);
        },
      },
    },
    chainId,
  );
  expect(rescanned?.blockNumber).toBe((scanned?.blockNumber ?? 0n) - 1n);
  expect(await world.events(checkout)).toBe("created detected");
  await world.mineAndWatch();
  expect(await world.events(checkout)).toBe("created detected paid");
});

it("waits for blocks that the scan has not read yet, from the first of a gap to the last", async () => {
  const checkout = await world.create();
  const { receipt } = await network.pay(checkout.depositAddress, price);
  const { blockNumber } = receipt;
  await network.chain.mine(3);
  await world.scan();
  const { chainId } = network.definition;
  const afterGap = async (fromBlock: bigint, toBlock: bigint) => {
    const values = [chainId, fromBlock, toBlock];
    await world.query("INSERT INTO chain_gaps VALUES ($1, $2, $3, now())", values);
    await confirmPayments(world.deps, chainId);
    await world.query("DELETE FROM chain_gaps WHERE chain_id = $1", [chainId]);
    return world.status(checkout);
  };
  expect(await afterGap(blockNumber - 1n, blockNumber)).toBe("DETECTED");
  expect(await afterGap(blockNumber, blockNumber + 1n)).toBe("DETECTED");
  expect(await afterGap(blockNumber + 1n, blockNumber + 2n)).toBe("PAID");
});
