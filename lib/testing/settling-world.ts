import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { testWallet } from "./chain";
import { freshWallet } from "./service-world";
import { goOn, network, price, world } from "./test-world";

/** PAID, to a wallet of its own, so that its balance comes from this checkout. */
export async function paidTo(
  merchantAddress: Hex = freshWallet(),
  tokenAddress = network.usdc,
): Promise<Checkout> {
  const checkout = await world.create({ amount: price, chainId: 31337, tokenAddress, merchantAddress });
  await network.pay(checkout.depositAddress, price, { token: tokenAddress });
  await goOn();
  return checkout;
}

/** While `work` runs, this is what the chains say of code at a merchant's wallet. */
export async function whereWalletHasCode<Result>(
  code: readonly (readonly [number, boolean | null])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { walletCode } = world.deps;
  world.deps.walletCode = { onChains: async () => new Map(code) };
  try {
    return await work();
  } finally {
    world.deps.walletCode = walletCode;
  }
}

/** Bound into an address that is closed to others, as a contract's is, whatever its wallet is. */
export const paidClosed = (merchantAddress?: Hex) =>
  whereWalletHasCode([[31337, true]], () => paidTo(merchantAddress));

/** One look at what is to be settled on the first chain. */
export const look = () => settleCheckouts(world.deps, 31337);

/** The same with a sender that is changed for this look alone. */
export async function lookWith(change: (sender: ChainSender) => Partial<ChainSender>) {
  const { sender } = world.deps;
  world.deps.sender = (chainId) => ({ ...sender(chainId), ...change(sender(chainId)) });
  try {
    return await look();
  } finally {
    world.deps.sender = sender;
  }
}

/** Looks, mines and watches, as long as it takes to settle what can be settled. */
export async function lookOn(rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await look();
    await goOn(2);
    world.clockAheadMs += 20_000;
  }
}

/** The same until nothing is open. */
export async function settleToTheEnd(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const { open } = await look();
    await goOn(2);
    world.clockAheadMs += 20_000;
    if (open === 0 && (await look()).open === 0) return;
  }
  throw new Error("a settlement stays open");
}

/** “Sweep now”, of all that the project has. */
export const sweepAll = () =>
  requestSettlement(world.deps, {
    projectId: world.project.id,
    chainId: null,
    what: { kind: "everything" },
  });

/** What anyone may do with an open deposit, so many times in one transaction. */
export async function sweepAsStranger(checkout: Checkout, token = network.usdc, times = 1): Promise<void> {
  const item = { ...checkout, checkoutId: checkout.id, tokenAddress: token };
  const { to, data } = sweepCall(Array.from({ length: times }, () => item));
  await testWallet(network.chain, 3).sendTransaction({ to, data, gas: 16_000_000n });
  await network.chain.mined();
}

export const statuses = (...checkouts: readonly Checkout[]) =>
  Promise.all(checkouts.map((checkout) => world.status(checkout)));

/** What settlements did with one checkout, or with all. */
export const itemsOf = ({ id }: { id: string | null }) =>
  world.query<{ status: string; failure_reason: string | null }>(
    `SELECT status, failure_reason FROM settlement_items WHERE checkout_id = $1 OR $1 IS NULL
     ORDER BY settlement_id, checkout_id`,
    [id],
  );

export const settlements = () => world.query("SELECT status FROM settlements ORDER BY id");

export const transactions = () =>
  world.query<{ status: string; nonce: bigint; broadcast_count: number }>(
    `SELECT status, nonce, (SELECT sum(broadcast_count)::int FROM transaction_attempts
       WHERE transaction_id = outgoing_transactions.id) AS broadcast_count
     FROM outgoing_transactions ORDER BY nonce, created_at`,
  );
