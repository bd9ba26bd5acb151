import { type BlockHeader, type ChainNodes, ChainUnavailable } from "@/lib/chain/chain-reader.port";
import type { BalanceStore, RecordedTransfer } from "@/lib/checkouts/balances/balance.store";
import type { OrphanedLog, PaymentTransaction } from "@/lib/checkouts/payment-store.port";
import { noFacts, type RecordDeps, recordTransfers } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/hex.rules";

export type DropDeps = RecordDeps & { balances: BalanceStore; reader: (chainId: number) => ChainNodes };

type Deposit = { checkoutId: string; tokenAddress: Hex };

/** The hash of no block. */
const noBlock: Hex = `0x${"0".repeat(64)}`;

/**
 * Takes back recorded transfers that are not on the chain, the way a reorg does: those whose block is gone, and,
 * where the balance has been missing for long, those of which every node of the chain says that it is not in its
 * block. One that comes after all is recorded anew.
 *
 * @param missing deposits that hold less than the books say
 * @param long those of them that have done so for long
 * @returns events written
 */
export async function dropRefuted(
  deps: DropDeps,
  chainId: number,
  missing: readonly Deposit[],
  long: readonly Deposit[],
): Promise<{ events: number }> {
  if (missing.length === 0) return { events: 0 };
  const ids = [...new Set(missing.map(({ checkoutId }) => checkoutId))];
  const recorded = await deps.balances.openTransfers(chainId, ids);
  if (recorded.length === 0) return { events: 0 };
  const numbers = [...new Set(recorded.map(({ blockNumber }) => blockNumber))];
  const headers = (await deps.reader(chainId).headers(numbers)).flatMap((header) => header ?? []);
  const unseen = await unseenByAll(
    deps,
    chainId,
    recorded.filter(({ checkoutId, tokenAddress }) =>
      long.some((deposit) => deposit.checkoutId === checkoutId && deposit.tokenAddress === tokenAddress),
    ),
  );

  return deps.payments.transaction(async (tx) => {
    await tx.lockPosition(chainId);
    const gone: OrphanedLog[] = [
      ...(await tx.orphanMismatched(chainId, await canonical(tx, chainId, headers))),
      ...(await tx.orphanMoved(
        chainId,
        unseen.map(({ txHash }) => ({ txHash, blockHash: noBlock })),
      )),
    ];
    for (const log of gone)
      deps.log.warn({ ...log, amountUnits: String(log.amountUnits) }, "no node has this transfer");
    return recordTransfers(deps, tx, { ...noFacts, chainId }, new Map(), gone);
  });
}

/** Of a block that was scanned under another hash the scan has the last word. */
async function canonical(
  tx: PaymentTransaction,
  chainId: number,
  headers: readonly BlockHeader[],
): Promise<BlockHeader[]> {
  const found: BlockHeader[] = [];
  for (const header of headers) {
    const scanned = await tx.headerHash(chainId, header.number);
    if (scanned === null || scanned === header.hash) found.push(header);
  }
  return found;
}

/** Those of the transfers that no node has in their block. None while a node does not answer. */
async function unseenByAll(
  deps: DropDeps,
  chainId: number,
  transfers: readonly RecordedTransfer[],
): Promise<RecordedTransfer[]> {
  let unseen = [...transfers];
  for (const node of deps.reader(chainId).nodes) {
    if (unseen.length === 0) return [];
    try {
      const receipts = await node.receipts(unseen.map(({ txHash }) => txHash));
      unseen = unseen.filter(({ blockHash }, index) => receipts[index]?.blockHash !== blockHash);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return [];
    }
  }
  return unseen;
}
