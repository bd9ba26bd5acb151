import type { Chain } from "@/lib/chain/chains.rules";
import { type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { BalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";

/** What reconciliation checks: the books against themselves, and the books against the chain. */
export const reconcileAreas = [
  /** The ledger is the sum of the canonical transfers, sweeps and refund payments, each source once. */
  "ledger",
  /** A checkout's sums are those of its transfers and refunds. */
  "sums",
  /** An event exists exactly when its transition did, with a delivery for every subscribed endpoint. */
  "events",
  /** Each checkout has the status that its facts call for. */
  "standing",
  /** Each deposit address holds the booked balance. */
  "balances",
  /** The recorded logs are those of the chain. */
  "logs",
  /** Open incidents. */
  "incidents",
] as const;

export type ReconcileArea = (typeof reconcileAreas)[number];

/** A discrepancy, in words with ids and amounts. */
export type Finding = {
  area: ReconcileArea;
  checkoutId: string | null;
  chainId: number | null;
  text: string;
};

/** A check of some checkouts on one chain, or on null when it concerns no chain. */
export type Check = (checkoutIds: readonly string[]) => Promise<Omit<Finding, "area">[]>;

type Deps = { payments: PaymentStore; balances: BalanceStore; reader: (chainId: number) => ChainNodes };

/**
 * Compares the balances of the checkouts' deposit addresses, after the scanned block, with the books. A chain that was
 * never scanned has no books.
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

/** After an outage the scan jumps to the head; the blocks between are not in the books yet. */
export function stillReading(chainId: number, readThrough: Date): Omit<Finding, "area"> {
  const text = `blocks of chain ${chainId} after ${readThrough.toISOString()} are still being read: compare again later`;
  return { checkoutId: null, chainId, text };
}
