import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { testWallet } from "../chain";
import { freshWallet, price, type World } from "../world";

/** What tests of settlement do in a world, on its first chain. */
export function settling(world: World) {
  const acts = {
    /** PAID, to a wallet of its own, so that its balance comes from this checkout. */
    paidTo: (merchantAddress = freshWallet(), tokenAddress = world.network.usdc): Promise<Checkout> =>
      world.paid({ amount: price, chainId: 31337, tokenAddress, merchantAddress }),
    /** While `work` runs, the chains report this code at a merchant's wallet. */
    whereWalletHasCode: <Result>(
      code: readonly (readonly [number, boolean | null])[],
      work: () => Promise<Result>,
    ): Promise<Result> => world.withDeps({ walletCode: { onChains: async () => new Map(code) } }, work),
    /** Creates a checkout whose deposit only its merchant can sweep, as for a contract wallet. */
    paidClosed: (merchantAddress?: Hex) =>
      acts.whereWalletHasCode([[31337, true]], () => acts.paidTo(merchantAddress)),
    /** One look at what is to be settled. */
    look: () => settleCheckouts(world.deps, 31337),
    /** The same with a sender that is changed for this look alone. */
    lookWith: (change: (sender: ChainSender) => Partial<ChainSender>) => {
      const { sender } = world.deps;
      const changed = (chainId: number) => ({ ...sender(chainId), ...change(sender(chainId)) });
      return world.withDeps({ sender: changed }, acts.look);
    },
    /** Looks as long as it takes to settle what can be settled. */
    lookOn: (rounds?: number) => world.workOn(acts.look, rounds),
    /** The same until nothing is open. */
    settleToTheEnd: async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        await acts.lookOn(1);
        if ((await acts.look()).open === 0) return;
      }
      throw new Error("a settlement stays open");
    },
    /** “Sweep now”, of all that the project has. */
    sweepAll: () =>
      requestSettlement(world.deps, {
        projectId: world.project.id,
        chainId: null,
        what: { kind: "everything" },
      }),
    /** Sweeps an open deposit as a stranger, several times in one transaction. */
    sweepAsStranger: async (checkout: Checkout, token = world.network.usdc, times = 1): Promise<void> => {
      const item = { ...checkout, checkoutId: checkout.id, tokenAddress: token };
      const { to, data } = sweepCall(Array.from({ length: times }, () => item));
      await testWallet(world.network.chain, 3).sendTransaction({ to, data, gas: 16_000_000n });
      await world.network.chain.mined();
    },
    statuses: (...checkouts: readonly Checkout[]): Promise<CheckoutStatus[]> =>
      Promise.all(checkouts.map((checkout) => world.status(checkout))),
    /** What settlements did with one checkout, or with all. */
    itemsOf: ({ id }: { id: string | null }) =>
      world.query<{ status: string; failure_reason: string | null }>(
        `SELECT status, failure_reason FROM settlement_items WHERE checkout_id = $1 OR $1 IS NULL
         ORDER BY settlement_id, checkout_id`,
        [id],
      ),
    settlements: () => world.query("SELECT status FROM settlements WHERE own(id) ORDER BY id"),
    transactions: () =>
      world.query<{ status: string; nonce: bigint; broadcast_count: number }>(
        `SELECT status, nonce, (SELECT sum(broadcast_count)::int FROM transaction_attempts
           WHERE transaction_id = outgoing_transactions.id) AS broadcast_count
         FROM outgoing_transactions WHERE own(id) ORDER BY nonce, created_at`,
      ),
  };
  return acts;
}
