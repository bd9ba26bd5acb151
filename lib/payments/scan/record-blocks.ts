import {
  type BlockHeader,
  type ChainReader,
  ChainUnavailable,
  type RefundLog,
  type TransactionReceipt,
  type TransferLog,
} from "@/lib/chain/reader/chain-reader.port";
import type { OrphanedLog } from "@/lib/checkouts/state/chain-logs.rules";
import type { PaymentTransaction } from "@/lib/payments/payment.store";
import type { RecordParts } from "@/lib/payments/payments.parts";
import { type ChainFacts, ownersOf, recordTransfers } from "@/lib/payments/record-transfers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { HandedIn } from "@/lib/refunds/record-refund-payments";
import { keptHeaders } from "./find-base";

/**
 * Facts that concern us, with their owners: logs at deposit addresses, and transfers from a merchant's wallet to the
 * destination of an awaited refund.
 */
export type OwnFacts = { facts: ChainFacts; ours: ReadonlyMap<string, string> };

/** @param rewindTo the block above which a reorg removes the records; null without a reorg */
export async function ownFacts(
  { payments, deposits }: RecordParts,
  facts: ChainFacts,
  rewindTo: bigint | null = null,
): Promise<OwnFacts> {
  const ours = await ownersOf(deposits, facts);
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
 * Writes blocks within the caller's transaction, which holds the chain's position: the headers, the logs that left
 * their block, and the new ones.
 *
 * @param orphaned logs that a reorg took before
 */
export async function recordBlocks(
  deps: RecordParts,
  tx: PaymentTransaction,
  { facts, ours }: OwnFacts,
  orphaned: readonly OrphanedLog[] = [],
): Promise<void> {
  const { chainId, headers, transfers, sweeps, refunds } = facts;
  const gone = [
    ...orphaned,
    // Rows from a customer's hint ahead of the scan, in a block that did not stay.
    ...(await tx.orphanMismatched(chainId, headers)),
    ...(await tx.orphanMoved(chainId, [...transfers, ...sweeps, ...refunds])),
  ];
  await tx.saveHeaders(chainId, headers, keptHeaders);
  await recordTransfers(deps, tx, facts, ours, gone);
}

export type Mined = { receipt: TransactionReceipt; header: BlockHeader };

/**
 * Those of the transactions that the node has in its chain, each with its block's header, and those with too many logs
 * for one answer. Anyone can mine one of the latter: it must not delay the others.
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
    return { receipts: receipts.filter((receipt) => receipt != null), tooLarge: [] };
  } catch (error) {
    if (!(error instanceof ChainUnavailable && error.isTooLarge)) throw error;
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
 * Records the transfers and refunds of a submitted transaction, within the caller's transaction; transfers from a
 * merchant's wallet pay any open refund they fit, of any checkout. False when the scan has another block under this
 * number: below the scanned position the scan decides; above it, the scan will check the block later.
 */
export async function recordReceipt(
  deps: RecordParts,
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
): Promise<boolean> {
  const position = await tx.lockPosition(chainId);
  const scanned =
    position !== null && header.number <= position.blockNumber
      ? await tx.headerHash(chainId, header.number)
      : null;
  if (scanned !== null && scanned !== header.hash) return false;
  const facts = { chainId, headers: [header], transfers, sweeps: [], refunds, handedIn };
  await recordTransfers(deps, tx, facts, ours);
  return true;
}
