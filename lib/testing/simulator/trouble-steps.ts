import { minuteMs } from "@/lib/platform/values/time.rules";
import { type Act, recent } from "./context";
import { drawFault } from "./nodes";
import type { Receiver } from "./outside";
import type { Random } from "./random";
import { customers } from "./shop-steps";
import { round, runWork } from "./work-steps";
import { chainIds, chainOf } from "./world";

const minutes = (random: Random, most: number) => Math.floor(random.next() * most * minuteMs);

export const troubles: Record<string, Act> = {
  node: async ({ world, random }) => {
    const chainId = random.pick(chainIds);
    const nodes = world.nodes.get(chainId) ?? [];
    // The first is the one in use while it works.
    const node = random.chance(0.6) ? nodes[0] : random.pick(nodes);
    if (node === undefined) return;
    const open = await recent(world, `status = 'PENDING' AND chain_id = ${chainId}`);
    const fault = drawFault(random, node === nodes[0], open.at(-1)?.deposit_address);
    world.count(`fault: ${JSON.stringify(fault).replace(/0x\w+|\d+/g, "n")}`);
    node.faults.set(fault);
  },
  /** The node in use tells of a payment that nobody made, until it would count. */
  lie: async ({ world, random, instance }) => {
    const checkout = (await recent(world, "status = 'PENDING' AND amount_units IS NOT NULL")).at(-1);
    const chainId = checkout?.chain_id ?? random.pick(chainIds);
    const [node] = world.nodes.get(chainId) ?? [];
    if (checkout === undefined || node === undefined) return;
    world.count("fault: a lasting lie");
    node.faults.set({ kind: "invented-payment", to: checkout.deposit_address });
    for (let pass = 0; pass < 4; pass++) {
      await runWork({ world, instance }, "watch-chain", chainId);
      await world.pass(20_000);
    }
    node.faults.clear();
  },
  /** No node remembers what was sent and waits for a block. */
  lose: async ({ world, random, instance }) => {
    await round({ world, instance }, [random.pick(["settle-checkouts", "send-refunds", "relay-payments"])]);
    for (const { mempool } of world.chains.values()) {
      if (mempool.size > 0) world.count("fault: lost what waits for a block");
      mempool.clear();
    }
  },
  heal: async ({ world }) => {
    for (const nodes of world.nodes.values()) for (const { faults } of nodes) faults.clear();
    for (const url of world.outside.receivers.keys()) world.outside.receivers.set(url, "well");
    world.outside.prices = [1, 1, 1];
    world.outside.mailFails = false;
  },
  reorg: async ({ world, random }) => {
    const chain = chainOf(world, random.pick(chainIds));
    const { number } = chain.blocks.findLast(({ transactions }) => transactions.length > 0) ?? chain.head;
    const toPayment = chain.head.number - number + 1;
    // Finality lags six blocks.
    const wanted = random.chance(0.6) && toPayment < 10 ? toPayment : random.pick([1, 1, 2, 3, 5, 9]);
    const depth = Math.min(chain.head.number - 13, wanted);
    if (depth < 1) return;
    world.count(`fault: reorganisation ${depth > 6 ? "above" : "below"} finality`);
    const timestamp = Math.floor(Date.now() / 1_000);
    const gone = chain.reorg(depth, []);
    for (const { transactions } of gone)
      for (const { transaction } of transactions)
        if (transaction.signed !== undefined || random.chance(0.6))
          chain.mempool.set(transaction.hash, transaction);
    for (let block = 0; block <= depth; block++) {
      if (random.chance(0.5)) world.mine(chain.chainId, 0.3);
      else chain.mine({ timestamp });
    }
  },
  /** A payment was seen, and is gone with its block or comes in another one. */
  undo: async (context) => {
    await customers.pay?.(context);
    await context.world.pass(15_000);
    await round(context, ["watch-chain"]);
    await troubles.reorg?.(context);
    await context.world.pass(15_000);
    await round(context, ["watch-chain"]);
  },
  fees: async ({ world, random }) => {
    world.count("fault: gas price");
    chainOf(world, random.pick(chainIds)).baseFeeWei = random.pick([1n, 1n, 3n, 20n]) * 10n ** 9n;
  },
  receiver: async ({ world, random }) => {
    const how = random.pick<Receiver>([
      "well",
      "fails",
      "hangs",
      "loses the answer",
      "sometimes",
      "sometimes",
    ]);
    world.count(`fault: receiver ${how}`);
    for (const shop of world.shops)
      world.outside.receivers.set(`https://hooks${random.below(3)}.example/${shop.projectId}`, how);
  },
  rates: async ({ world, random }) => {
    world.count("fault: rates");
    world.outside.prices = [0, 1, 2].map(() => random.pick([1, 1, 1.01, 0.97, 5, null]));
  },
  mail: async ({ world, random }) => {
    world.outside.mailFails = random.chance(0.5);
  },
  /** A long time in which the service is off. */
  outage: ({ world, random }) => world.pass(minutes(random, 6 * 60)),
  pass: async ({ world, random }) => {
    await world.pass(
      random.pick([
        2_000,
        5_000,
        15_000,
        20_000,
        minutes(random, 3),
        minutes(random, 3),
        minutes(random, 20),
      ]),
    );
  },
};
