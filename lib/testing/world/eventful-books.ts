import { createMovementStore } from "@/lib/books/movement.store";
import { createProjectBalances } from "@/lib/payments/balances/project-balances.store";
import { freshWallet, price, type World } from "../world";
import { refunding } from "./refunding";
import { settling } from "./settling";

const chainId = 31337;

/**
 * One of each movement: paid, overpaid, paid in part, stray, refunded, refunded in full and paid a little more, swept
 * with gas, and taken back by a reorg.
 */
export async function makeEventfulBooks(world: World): Promise<void> {
  const { network } = world;
  const { usdc, usdt } = network;
  const desk = refunding(world);
  const { lookOn, sweepAll } = settling(world);
  const wallet = freshWallet();
  await world.change({ settlementWallet: wallet });
  const paid = await desk.paid();
  const inWon = { fiatAmount: "9999", fiatCurrency: "KRW", chainId, tokenAddress: usdc };
  const overpaid = await world.create({ ...inWon, referenceId: "=cmd, order-7\n2026-01-01 forged\n  a  1" });
  await network.pay(overpaid.depositAddress, 2n * price);
  await network.pay(overpaid.depositAddress, 7n);
  const refunded = await desk.paid();
  const partly = await world.create({ amount: price, chainId, tokenAddress: usdc });
  await network.pay(partly.depositAddress, 1_500_001n);
  await network.pay(paid.depositAddress, 11n, { token: usdt });
  await network.chain.mine(2);
  await world.watch();
  await desk.refund(overpaid, freshWallet(), 3_000_000n);
  await desk.refund(paid, freshWallet(), 1_250_000n);
  await desk.refund(refunded, freshWallet());
  await desk.sendOn();
  await network.pay(refunded.depositAddress, 13n);
  await world.mineAndWatch(2);

  await sweepAll();
  await lookOn();
  await world.paid();
  await network.chain.reorg(3);
  await world.mineAndWatch();
  // What was booked until now is in a period that ends by now.
  world.clockAheadMs += 120_000;
}

/** What exports of a world's books need. */
export function booksDeps(world: World) {
  const { database } = world.stores;
  return {
    clock: world.deps.clock,
    chains: world.deps.chains,
    movements: createMovementStore(database),
    projectBalances: createProjectBalances(database),
  };
}

/** All of a text that is written in parts. */
export async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
