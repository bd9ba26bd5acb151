import type { OrphanedLog, PaymentTransaction } from "@/lib/checkouts/payment-store.port";
import {
  type ChainFacts,
  ownersOf,
  type RecordDeps,
  type Recorded,
  recordTransfers,
} from "@/lib/payments/record-transfers";
import { keptHeaders } from "./find-common-ancestor";

/**
 * Facts without what strangers did, and whose the others are: logs at deposit addresses, and transfers from a
 * merchant's wallet to where a refund is awaited.
 */
export type OwnFacts = { facts: ChainFacts; ours: ReadonlyMap<string, string> };

/** @param rewindTo the block behind which a reorg takes all that was recorded; null without one */
export async function ownFacts(
  { payments }: Pick<RecordDeps, "payments">,
  facts: ChainFacts,
  rewindTo: bigint | null = null,
): Promise<OwnFacts> {
  const ours = await ownersOf(payments, facts);
  const others = facts.transfers.filter(({ to }) => !ours.has(to));
  const awaited = new Set((await payments.awaitedPairs(facts.chainId, others, rewindTo)).map(pairOf));
  return {
    ours,
    facts: {
      ...facts,
      transfers: facts.transfers.filter((log) => ours.has(log.to) || awaited.has(pairOf(log))),
      refunds: facts.refunds.filter(({ depositAddress }) => ours.has(depositAddress)),
      sweeps: facts.sweeps.filter(({ depositAddress }) => ours.has(depositAddress)),
    },
  };
}

function pairOf({ from, to }: { from: string; to: string }): string {
  return `${from} ${to}`;
}

/**
 * Writes blocks that were read, within the caller's transaction, which holds the chain's position: headers, what no
 * longer is in its block, and what is.
 *
 * @param orphaned what a reorg took before
 */
export async function recordBlocks(
  deps: RecordDeps,
  tx: PaymentTransaction,
  { facts, ours }: OwnFacts,
  orphaned: readonly OrphanedLog[] = [],
): Promise<Recorded> {
  const { chainId, headers, transfers, sweeps, refunds } = facts;
  const gone = [
    ...orphaned,
    // Rows that a customer's hint brought in ahead of the scan, under a block that did not stay.
    ...(await tx.orphanMismatched(chainId, headers)),
    ...(await tx.orphanMoved(chainId, [...transfers, ...sweeps, ...refunds])),
  ];
  await tx.saveHeaders(chainId, headers, keptHeaders);
  return recordTransfers(deps, tx, facts, ours, gone);
}
