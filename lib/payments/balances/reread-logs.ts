import type { Chain } from "@/lib/chain/chains.rules";
import {
  type BlockHeader,
  type ChainLogs,
  type ChainNodes,
  type ChainReader,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import { endOfRead } from "@/lib/chain/reader/end-of-read";
import type { BalanceStore, RecordedTransfer } from "@/lib/checkouts/balances/balance.store";
import type {
  ChainPosition,
  OrphanedLog,
  PaymentTransaction,
} from "@/lib/checkouts/state/payment-store.port";
import {
  type ChainFacts,
  noFacts,
  ownersOf,
  type RecordDeps,
  recordTransfers,
} from "@/lib/payments/record-transfers";
import { findBlockBefore } from "@/lib/payments/scan/find-base";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** Addresses in one filter. */
const addressesPerRead = 100;

/** Our clock may be ahead of the chain's, so that a payment's block seems older than its checkout. */
const clockToleranceMs = minuteMs;

/** Rereading further back than this many of the widest ranges is left to an operator. */
const maxRanges = 50n;

export type RereadDeps = RecordDeps & { reader: (chainId: number) => ChainNodes };

/**
 * Reads the logs of some deposit addresses again, from every node of the chain separately, and records what was missed:
 * a log hidden by one node or skipped by the scan. Nodes without a usable answer are left out.
 *
 * @param since an address has no older transfers; from a block number, any number of ranges is read
 * @param position reads up to its block
 * @returns events written
 */
export async function rereadLogs(
  deps: RereadDeps,
  chain: Chain,
  position: ChainPosition,
  addresses: readonly Hex[],
  since: { at: Date } | { block: bigint },
): Promise<{ events: number }> {
  const { nodes } = deps.reader(chain.chainId);
  let events = 0;
  for (const node of nodes) {
    try {
      events += await rereadFrom(deps, chain, node, position, addresses, since);
    } catch (error) {
      deps.log.warn({ chainId: chain.chainId, host: node.host, error }, "could not read logs again");
    }
  }
  return { events };
}

async function rereadFrom(
  deps: RereadDeps,
  chain: Chain,
  node: ChainReader,
  position: ChainPosition,
  addresses: readonly Hex[],
  since: { at: Date } | { block: bigint },
): Promise<number> {
  const head = await node.header(position.blockNumber);
  if (head?.hash !== position.blockHash)
    throw new ChainUnavailable(`chain ${chain.chainId}: the node has another block ${position.blockNumber}`);
  const most = BigInt(chain.maxBlockRange) * maxRanges;
  const oldest = "block" in since ? since.block : await oldestWithin(node, since.at, head, most);
  // No other token pays: enough from a node that refuses a block full of worthless logs.
  const tokens = chain.tokens.map(({ address }) => address);
  let events = 0;
  for (let start = 0; start < addresses.length; start += addressesPerRead) {
    const to = addresses.slice(start, start + addressesPerRead);
    for (let fromBlock = oldest; fromBlock <= position.blockNumber; ) {
      const toBlock = endOfRead(node, chain, { fromBlock, limit: position.blockNumber });
      const logs = await node.logs({ fromBlock, toBlock }, { to, tokens: null }, to, undefined, { tokens });
      events += await record(deps, chain.chainId, node, position, logs);
      fromBlock = toBlock + 1n;
    }
  }
  return events;
}

/** The newest block before that time by any clock, though at most so many below the head. */
async function oldestWithin(node: ChainReader, at: Date, head: BlockHeader, most: bigint): Promise<bigint> {
  const { number } = await findBlockBefore(node, new Date(at.getTime() - clockToleranceMs), head);
  return head.number - number > most ? head.number - most : number;
}

/** Records new logs, unless the chain was rewound meanwhile: then another pass reads them again. */
async function record(
  deps: RereadDeps,
  chainId: number,
  node: ChainReader,
  position: ChainPosition,
  logs: ChainLogs,
): Promise<number> {
  const ours = await ownersOf(deps.payments, logs);
  const transfers = logs.transfers.filter(({ to }) => ours.has(to));
  const sweeps = logs.sweeps.filter(({ depositAddress }) => ours.has(depositAddress));
  const refunds = logs.refunds.filter(({ depositAddress }) => ours.has(depositAddress));
  if (transfers.length + sweeps.length + refunds.length === 0) return 0;
  const facts: ChainFacts = {
    chainId,
    headers: await headersOf(node, [...transfers, ...sweeps, ...refunds]),
    transfers,
    sweeps,
    refunds,
  };
  return deps.payments.transaction(async (tx) => {
    const current = await tx.lockPosition(chainId);
    if (current === null || current.blockNumber < position.blockNumber) return 0;
    if ((await tx.headerHash(chainId, position.blockNumber)) !== position.blockHash) return 0;
    return (await recordTransfers(deps, tx, facts, ours)).events;
  });
}

/** Headers of the logs' blocks, by number from the node. @throws ChainUnavailable when a log names another block */
async function headersOf(node: ChainReader, logs: readonly { blockNumber: bigint; blockHash: Hex }[]) {
  const hashes = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
  const headers = await node.headers([...hashes.keys()]);
  return headers.flatMap((header) => {
    if (header === null) throw new ChainUnavailable(`chain ${node.chainId}: a log's block is not there`);
    return [header];
  });
}

export type DropDeps = RecordDeps & { balances: BalanceStore; reader: (chainId: number) => ChainNodes };

type Deposit = { checkoutId: string; tokenAddress: Hex };

/** The hash of no block. */
const noBlock: Hex = `0x${"0".repeat(64)}`;

/**
 * Orphans recorded transfers that are not on the chain, like a reorg: those whose block is gone and, when the balance
 * has been missing for long, those that no node of the chain has in its block. A transfer that appears later is
 * recorded again.
 *
 * @param missing deposits that hold less than booked
 * @param long those missing for long
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

/** For a block scanned under another hash, the scan decides. */
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

/** Transfers that no node has in their block. Empty while a node does not answer. */
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
