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
