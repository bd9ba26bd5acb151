import {
  type BlockHeader,
  type ChainReader,
  ChainUnavailable,
  type RefundLog,
  type TransactionReceipt,
  type TransferLog,
} from "@/lib/chain/reader/chain-reader.port";
import type { OrphanedLog, PaymentTransaction } from "@/lib/checkouts/state/payment-store.port";
import {
  type ChainFacts,
  ownersOf,
  type RecordDeps,
  type Recorded,
  recordTransfers,
} from "@/lib/payments/record-transfers";
import type { HandedIn } from "@/lib/payments/refunds/record-refund-payments";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { keptHeaders } from "./find-base";

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

export type Mined = { receipt: TransactionReceipt; header: BlockHeader };

/**
 * Those of the transactions that the node shows in its own chain, each with the header of its block; and those that
 * have more logs than it tells at once. Anyone can mine one of these: it must not stand in the way of the others.
 */
export async function readMined(
  reader: ChainReader,
  txHashes: readonly Hex[],
): Promise<{ mined: Mined[]; tooLarge: Hex[] }> {
  const { receipts, tooLarge } = await readReceipts(reader, txHashes);
  const headers =
    receipts.length === 0 ? [] : await reader.headers(receipts.map(({ blockNumber }) => blockNumber));
  const mined = receipts.flatMap((receipt, index) => {
    const header = headers[index];
    return header?.hash === receipt.blockHash ? [{ receipt, header }] : [];
  });
  return { mined, tooLarge };
}

async function readReceipts(
  reader: ChainReader,
  txHashes: readonly Hex[],
): Promise<{ receipts: TransactionReceipt[]; tooLarge: Hex[] }> {
  try {
    const receipts = await reader.receipts(txHashes);
    return { receipts: receipts.filter((receipt) => receipt !== null), tooLarge: [] };
  } catch (error) {
    if (!(error instanceof ChainUnavailable && error.rangeTooWide)) throw error;
    if (txHashes.length === 1) return { receipts: [], tooLarge: [...txHashes] };
  }
  const half = Math.ceil(txHashes.length / 2);
  const first = await readReceipts(reader, txHashes.slice(0, half));
  const second = await readReceipts(reader, txHashes.slice(half));
  return {
    receipts: [...first.receipts, ...second.receipts],
    tooLarge: [...first.tooLarge, ...second.tooLarge],
  };
}

/**
 * Records the transfers and refunds of a transaction that someone named, within the caller's transaction; transfers
 * from a merchant's wallet pay the open refunds they fit, regardless of whose checkouts those are. Null when another
 * block was scanned under its block's number: below the scanned position the scanner's word stands; above it, the
 * scan will hold the block against its own.
 */
export async function recordReceipt(
  deps: RecordDeps,
  tx: PaymentTransaction,
  {
    chainId,
    header,
    transfers,
    refunds,
    ours,
    handedIn = null,
  }: {
    chainId: number;
    header: BlockHeader;
    transfers: readonly TransferLog[];
    refunds: readonly RefundLog[];
    ours: ReadonlyMap<string, string>;
    handedIn?: HandedIn | null;
  },
): Promise<Recorded | null> {
  const position = await tx.lockPosition(chainId);
  const scanned =
    position !== null && header.number <= position.blockNumber
      ? await tx.headerHash(chainId, header.number)
      : null;
  if (scanned !== null && scanned !== header.hash) return null;
  return recordTransfers(
    deps,
    tx,
    { chainId, headers: [header], transfers, sweeps: [], refunds, handedIn },
    ours,
  );
}
