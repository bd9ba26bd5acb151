import type { Chain } from "@/lib/chain/chains.rules";
import { type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { BalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";

/** What is looked into: the books among themselves, and the books against the chain. */
export const reconcileAreas = [
  /** The ledger is the sum of the canonical transfers, sweeps and payments of refunds, each source once. */
  "ledger",
  /** A checkout's sums are those of its transfers and refunds. */
  "sums",
  /** Every event exactly if its transition was, with a delivery for every endpoint that listened. */
  "events",
  /** Each checkout stands where its facts put it. */
  "standing",
  /** Each deposit address holds what the books say. */
  "balances",
  /** The recorded logs are those of the chain. */
  "logs",
  /** What an operator was called for and no one closed. */
  "incidents",
] as const;

export type ReconcileArea = (typeof reconcileAreas)[number];

/** Something unexplained, in words with ids and amounts. */
export type Finding = {
  area: ReconcileArea;
  checkoutId: string | null;
  chainId: number | null;
  text: string;
};

/** A look at some checkouts on one chain or, where it concerns none, on null. */
export type Check = (checkoutIds: readonly string[]) => Promise<Omit<Finding, "area">[]>;

type Deps = { payments: PaymentStore; balances: BalanceStore; reader: (chainId: number) => ChainNodes };

/**
 * Holds what the checkouts' deposit addresses hold of the chain's tokens, after the scanned block, against the
 * books. A chain that was never scanned has no books.
 */
export function compareBalances(deps: Deps, chain: Chain): Check {
  const { chainId } = chain;
  const tokens = chain.tokens.map(({ address }) => address);
  return async (ids) => {
    const position = await deps.payments.position(chainId);
    if (position === null) return [];
    if (position.gapReadThrough !== null) return [stillReading(chainId, position.gapReadThrough)];
    const at = { number: position.blockNumber, hash: position.blockHash };
    const books = await deps.balances.books(chainId, ids, tokens, at.number);
    const queries = books.map(({ tokenAddress, depositAddress }) => ({
      tokenAddress,
      address: depositAddress,
    }));
    try {
      const balances = await deps.reader(chainId).balances(at, queries);
      return books.flatMap(({ checkoutId, depositAddress, tokenAddress, units, leavingUnits }, index) => {
        const held = balances[index] ?? null;
        if (held !== null && held <= units && held >= units - leavingUnits) return [];
        const text =
          held === null
            ? `${tokenAddress} on chain ${chainId} gives no balance of ${depositAddress}; the books say ${units}`
            : `${depositAddress} holds ${held} of ${tokenAddress} on chain ${chainId} after block ${at.number}; the books say ${units}`;
        return [{ checkoutId, chainId, text }];
      });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return [
        {
          checkoutId: null,
          chainId,
          text: `balances on chain ${chainId} could not be read: ${error.message}`,
        },
      ];
    }
  };
}

/** After an outage the head is followed at once; what came in between is not in the books yet. */
export function stillReading(chainId: number, readThrough: Date): Omit<Finding, "area"> {
  const text = `blocks of chain ${chainId} after ${readThrough.toISOString()} are still being read: compare again later`;
  return { checkoutId: null, chainId, text };
}
