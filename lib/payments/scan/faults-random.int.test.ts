import { afterAll, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { randomFaults, seededRandom, testSeeds } from "@/lib/testing/fault-proxy-faults";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import {
  type FaultyWorld,
  openFaultyWorld,
  shortTimeoutMs,
  withSettings,
} from "@/lib/testing/world/faulty-nodes";

const seeds = testSeeds(3, 1_000);
const steps = 10;
/** Final with so many blocks: a reorg takes fewer. */
const finalBlocks = 6;

let struck = 0;

const final = { kind: "blocks", blocks: finalBlocks } as const;
const confirmations = { paid: [{ belowTokens: null, requirement: final }], fast: [], settle: final };
const network = withSettings(await testNetwork(), { confirmations });
afterAll(() => {
  process.stdout.write(`${seeds.length} sequences from seed ${seeds[0]}: ${struck} faults struck\n`);
});

type Paid = { rawTransaction: Hex; block: bigint };

/** Payments, blocks, reorgs within the policy and turns of the service, while each node draws its own faults. */
async function play(faulty: FaultyWorld, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const { client } = network.chain;
  const checkouts: Checkout[] = [];
  let paid: Paid[] = [];

  async function pay() {
    const checkout = checkouts[below(checkouts.length)];
    if (checkout === undefined) return;
    const units = [price, price, price / 2n, price - 1n, price + 1n, 1n][below(6)] ?? price;
    const token = below(8) === 0 ? network.usdt : network.usdc;
    const { rawTransaction, receipt } = await network.pay(checkout.depositAddress, units, { token });
    paid.push({ rawTransaction, block: receipt.blockNumber });
  }

  /** Some of what it takes comes back, in order, in blocks of its own; the rest is gone. */
  async function reorg() {
    const depth = 1 + below(finalBlocks - 1);
    const ancestor = (await client.getBlockNumber({ cacheTime: 0 })) - BigInt(depth);
    const taken = paid.filter(({ block }) => block > ancestor);
    const back = taken.slice(0, below(taken.length + 1));
    const places = back.map(() => below(depth)).sort((a, b) => a - b);
    const again = back.map(({ rawTransaction }, index): [Hex, number] => [
      rawTransaction,
      places[index] ?? 0,
    ]);
    await network.chain.reorg(depth, again);
    paid = [
      ...paid.filter(({ block }) => block <= ancestor),
      ...again.map(([rawTransaction, place]) => ({ rawTransaction, block: ancestor + 1n + BigInt(place) })),
    ];
  }

  async function create() {
    checkouts.push(await faulty.world.createFor(1 + below(3)));
  }

  await create();
  for (const [node, { faults }] of faulty.proxies.entries())
    faults.random(randomFaults(seed * 10 + node, 0.12));
  for (let step = 0; step < steps; step++) {
    const choice = below(12);
    if (choice < 2) await create();
    else if (choice < 7) await pay();
    else if (choice < 9) await network.chain.mine(1 + below(4));
    else if (choice < 11) await reorg();
    else await network.pass(20 + below(60));
    for (let turn = below(3); turn >= 0; turn--) await faulty.round();
  }
}

describe("payments, blocks, reorgs and faults drawn from a seed", () => {
  it.each(seeds)("lose nothing and count nothing twice: SEED=%i", async (seed) => {
    const faulty = await openFaultyWorld(await openWorld([network]), 1 + (seed % 3), shortTimeoutMs);
    try {
      await faulty.round();
      await network.chain.mine(finalBlocks);
      await faulty.round();
      await play(faulty, seed);
      expect(await faulty.recover(), `replay with SEED=${seed}`).toEqual([]);
    } finally {
      for (const { struck: counts } of faulty.proxies) for (const count of counts.values()) struck += count;
      await faulty.world.close();
    }
  });
});
