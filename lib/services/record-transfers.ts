import { type AdvanceDeps, advanceCheckouts } from "./advance-checkouts";
import type { BlockHeader, SweepLog, TransferLog } from "./ports/chain-reader";
import type { Log } from "./ports/log";
import type { ChainPosition, NewLog, PaymentStore, PaymentTransaction } from "./ports/payment-store";

export type RecordDeps = AdvanceDeps & { payments: PaymentStore; log: Log };

/** What was read from a chain, already held against the headers of its blocks. */
export type ChainFacts = {
  chainId: number;
  /** Of every block that a log is in. */
  headers: readonly BlockHeader[];
  transfers: readonly TransferLog[];
  sweeps: readonly SweepLog[];
};

export type Recorded = { checkoutIds: string[]; events: number };

/**
 * Writes what was read and moves the checkouts that it touches, within the caller's transaction. The
 * watcher and a customer's hint both end here; recording the same log again changes nothing.
 */
export async function recordTransfers(
  deps: RecordDeps,
  tx: PaymentTransaction,
  facts: ChainFacts,
  ours: ReadonlyMap<string, string>,
  /** Checkouts from which a reorg took something before. */
  touched: readonly string[] = [],
): Promise<Recorded> {
  const timestamps = new Map(facts.headers.map(({ hash, timestamp }) => [hash, timestamp]));
  const toRow = (prefix: "pay" | "swp", log: TransferLog | SweepLog, depositAddress: string): NewLog[] => {
    const checkoutId = ours.get(depositAddress);
    const blockTimestamp = timestamps.get(log.blockHash);
    if (checkoutId === undefined) return [];
    if (blockTimestamp === undefined) throw new Error(`log of an unknown block ${log.blockHash}`);
    const { blockNumber, blockHash, txHash, logIndex, tokenAddress, amountUnits } = log;
    return [
      {
        id: deps.newId(prefix),
        checkoutId,
        chainId: facts.chainId,
        tokenAddress,
        blockNumber,
        blockHash,
        blockTimestamp,
        txHash,
        logIndex,
        amountUnits,
      },
    ];
  };

  const credited = await tx.insertTransfers(
    facts.transfers.flatMap((log) =>
      toRow("pay", log, log.to).map((row) => ({ ...row, fromAddress: log.from })),
    ),
  );
  const swept = await tx.insertSweeps(facts.sweeps.flatMap((log) => toRow("swp", log, log.depositAddress)));
  const checkoutIds = [...new Set([...touched, ...credited, ...swept])];
  const { events } = await advanceCheckouts(deps, tx, checkoutIds);
  return { checkoutIds, events };
}

/** Checkout ids by deposit address, for the logs that concern us. */
export async function ownersOf(payments: PaymentStore, facts: Pick<ChainFacts, "transfers" | "sweeps">) {
  const addresses = [
    ...facts.transfers.map(({ to }) => to),
    ...facts.sweeps.map(({ depositAddress }) => depositAddress),
  ];
  return payments.checkoutsByDepositAddress([...new Set(addresses)]);
}

/** A checkout was read at a position that another worker has moved since: its work stands, ours is void. */
export function samePosition(a: ChainPosition | null, b: ChainPosition | null): boolean {
  return a?.blockNumber === b?.blockNumber && a?.blockHash === b?.blockHash;
}
