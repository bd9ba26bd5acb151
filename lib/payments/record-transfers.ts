import { enabledChain } from "@/lib/chain/chains.rules";
import type { BlockHeader, RefundLog, SweepLog, TransferLog } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { logKey } from "@/lib/chain/transaction.rules";
import type { DepositStore } from "@/lib/checkouts/deposits.store";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import type { NewLog, OrphanedLog } from "@/lib/checkouts/state/chain-logs.rules";
import { transferMoves } from "@/lib/checkouts/state/transfer-moves.rules";
import type { PaymentTransaction } from "@/lib/payments/payment.store";
import type { RecordParts } from "@/lib/payments/payments.parts";
import { explainedIncidents } from "@/lib/platform/incidents/incident-words";
import { earliest } from "@/lib/platform/values/time.rules";
import { type HandedIn, recordRefundPayments } from "@/lib/refunds/record-refund-payments";

/**
 * A hostile token costs its sender only gas, and anyone can sweep it from an open deposit. For tokens that the chain
 * does not list, we keep this many transfers, sweeps and refunds each per checkout.
 */
export const maxUnlistedLogs = 20;

/** Logs read from a chain and already checked against their blocks' headers. */
export type ChainFacts = {
  chainId: number;
  /** Headers of every block with a log. */
  headers: readonly BlockHeader[];
  transfers: readonly TransferLog[];
  sweeps: readonly SweepLog[];
  refunds: readonly RefundLog[];
  handedIn?: HandedIn | null;
};

type FoundLogs = Pick<ChainFacts, "transfers" | "sweeps" | "refunds">;

const noFacts: Omit<ChainFacts, "chainId"> = { headers: [], transfers: [], sweeps: [], refunds: [] };

/**
 * Writes logs and advances the affected checkouts, within the caller's transaction. Both the watcher and a customer's
 * hint end here; recording the same log again changes nothing. The caller has locked the chain's position.
 *
 * @returns ids of the affected checkouts
 */
export async function recordTransfers(
  deps: RecordParts,
  tx: PaymentTransaction,
  facts: ChainFacts,
  ours: ReadonlyMap<string, string>,
  /** Logs that a reorg took before. */
  orphaned: readonly OrphanedLog[] = [],
): Promise<string[]> {
  const now = deps.clock.now();
  // A chain's clock may be ahead: no payment is later than its reading.
  const timestamps = new Map(facts.headers.map(({ hash, timestamp }) => [hash, earliest(timestamp, now)]));
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

  const { transfers, sweeps, refunds } = await keepable(deps, tx, facts, ours);
  const received = await tx.insertTransfers(
    transfers.flatMap((log) => toRow("pay", log, log.to).map((row) => ({ ...row, fromAddress: log.from }))),
  );
  const swept = await tx.insertSweeps(sweeps.flatMap((log) => toRow("swp", log, log.depositAddress)));
  const touched = [...orphaned, ...received].map(({ checkoutId }) => checkoutId);
  const refundMoves = await recordRefundPayments(
    deps,
    tx,
    {
      chainId: facts.chainId,
      timestamps,
      refunds,
      transfers: facts.transfers,
      orphaned,
      handedIn: facts.handedIn ?? null,
    },
    ours,
    [...touched, ...swept],
  );
  const checkoutIds = [
    ...new Set([...touched, ...swept, ...refundMoves.map(({ checkoutId }) => checkoutId)]),
  ];
  const moves = [
    ...transferMoves("transfer.reverted", orphaned.filter(isTransfer)),
    ...transferMoves("transfer.received", received),
  ];
  const incidents = await advanceCheckouts(deps, tx, checkoutIds, moves, refundMoves);
  for (const incident of incidents) deps.log.error({ incident }, explainedIncidents[incident.kind].title);
  return checkoutIds;
}

/**
 * Orphans recorded logs that are not on the chain, like a reorg.
 *
 * @param headers blocks of the chain: logs under another hash are orphaned, too. A block that was scanned under another
 * hash is left to the scan
 */
export async function orphanLogs(
  deps: RecordParts,
  chainId: number,
  ids: readonly string[],
  headers: readonly BlockHeader[] = [],
): Promise<void> {
  if (ids.length + headers.length === 0) return;
  await deps.payments.transaction(async (tx) => {
    await tx.lockPosition(chainId);
    const canonical: BlockHeader[] = [];
    for (const header of headers) {
      const scanned = await tx.headerHash(chainId, header.number);
      if (scanned === null || scanned === header.hash) canonical.push(header);
    }
    const gone = [...(await tx.orphanMismatched(chainId, canonical)), ...(await tx.orphanRows(chainId, ids))];
    for (const log of gone)
      deps.log.warn({ ...log, amountUnits: String(log.amountUnits) }, "no node has this log; orphaning it");
    await recordTransfers(deps, tx, { ...noFacts, chainId }, new Map(), gone);
  });
}

/** All logs of listed tokens, and as many of others as the checkout has room for. */
async function keepable(
  { chains }: RecordParts,
  tx: PaymentTransaction,
  { chainId, transfers, sweeps, refunds }: ChainFacts,
  ours: ReadonlyMap<string, string>,
): Promise<FoundLogs> {
  const listed = enabledChain(chains, chainId).tokens.map(({ address }) => address);
  const keep = async <Log extends TransferLog | SweepLog>(
    kind: "transfer" | "sweep" | "refund",
    logs: readonly Log[],
    addressOf: (log: Log) => string,
  ): Promise<readonly Log[]> => {
    const kept = new Map<string, Set<string>>();
    for (const log of logs) {
      const checkoutId = ours.get(addressOf(log));
      if (checkoutId !== undefined && !listed.includes(log.tokenAddress)) kept.set(checkoutId, new Set());
    }
    if (kept.size === 0) return logs;
    for (const log of await tx.unlistedLogs(kind, chainId, [...kept.keys()], listed))
      kept.get(log.checkoutId)?.add(logKey(log));
    return logs.filter((log) => {
      const own = kept.get(ours.get(addressOf(log)) ?? "");
      if (listed.includes(log.tokenAddress) || own === undefined) return true;
      if (own.size < maxUnlistedLogs) own.add(logKey(log));
      return own.has(logKey(log));
    });
  };
  return {
    transfers: await keep("transfer", transfers, ({ to }) => to),
    sweeps: await keep("sweep", sweeps, ({ depositAddress }) => depositAddress),
    refunds: await keep("refund", refunds, ({ depositAddress }) => depositAddress),
  };
}

/** Checkout ids by deposit address, for the logs that concern us. */
export async function ownersOf(deposits: DepositStore, facts: FoundLogs) {
  const addresses = [
    ...facts.transfers.map(({ to }) => to),
    ...[...facts.sweeps, ...facts.refunds].map(({ depositAddress }) => depositAddress),
  ];
  return deposits.ownersOf([...new Set(addresses)]);
}

function isTransfer(log: OrphanedLog): log is OrphanedLog & { kind: "transfer" } {
  return log.kind === "transfer";
}

/** Another worker moved the position meanwhile: its work is kept and ours is discarded. */
export function samePosition(a: ChainPosition | null, b: ChainPosition | null): boolean {
  return a?.blockNumber === b?.blockNumber && a?.blockHash === b?.blockHash;
}
