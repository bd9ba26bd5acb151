import type { Chain } from "@/lib/chain/chains.rules";
import {
  type BlockHeader,
  type ChainLogs,
  type ChainReader,
  ChainUnavailable,
  type TransactionReceipt,
} from "@/lib/chain/reader/chain-reader.port";
import { readInParts } from "@/lib/chain/reader/end-of-read";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { askNodes, awakeNodes, type Testimony, witness } from "@/lib/chain/witness";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { type ChainFacts, orphanLogs, ownersOf, recordTransfers } from "@/lib/payments/record-transfers";
import { findBlockBefore } from "@/lib/payments/scan/find-base";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/** Addresses in one filter. */
const addressesPerRead = 100;

/** Our clock may be ahead of the chain's, so that a payment's block seems older than its checkout. */
const clockToleranceMs = minuteMs;

/** Rereading further back than this many of the widest ranges is left to an operator. */
const maxRanges = 50n;

/**
 * Reads the logs of some deposit addresses again, from every node of the chain separately, and records what was missed:
 * a log hidden by one node or skipped by the scan. Nodes without a usable answer are left out.
 *
 * @param since an address has no older transfers; from a block number, any number of ranges is read
 * @param position reads up to its block
 */
export async function rereadLogs(
  deps: ScanParts,
  chain: Chain,
  position: ChainPosition,
  addresses: readonly Hex[],
  since: { at: Date } | { block: bigint },
): Promise<void> {
  const { chainId } = chain;
  await askNodes(
    awakeNodes(deps.reader(chainId)),
    (node) => rereadFrom(deps, chain, node, position, addresses, since),
    {
      onFailure: (host, error) => deps.log.warn({ chainId, host, error }, "could not read logs again"),
    },
  );
}

async function rereadFrom(
  deps: ScanParts,
  chain: Chain,
  node: ChainReader,
  position: ChainPosition,
  addresses: readonly Hex[],
  since: { at: Date } | { block: bigint },
): Promise<void> {
  const head = await node.header(position.blockNumber);
  if (head?.hash !== position.blockHash)
    throw new ChainUnavailable(`chain ${chain.chainId}: the node has another block ${position.blockNumber}`);
  const most = BigInt(chain.maxBlockRange) * maxRanges;
  const oldest = "block" in since ? since.block : await oldestWithin(node, since.at, head, most);
  const range = { fromBlock: oldest, toBlock: position.blockNumber, toBlockHash: position.blockHash };
  // No other token pays: enough from a node that refuses a block full of worthless logs.
  const tokens = chain.tokens.map(({ address }) => address);
  for (let start = 0; start < addresses.length; start += addressesPerRead) {
    const to = addresses.slice(start, start + addressesPerRead);
    await readInParts(node, chain, range, async (part) => {
      const logs = await node.logs(part, { to, tokens: null }, to, undefined, { tokens });
      await record(deps, chain.chainId, node, position, logs);
    });
  }
}

/** The newest block before that time by any clock, at most this many below the head. */
async function oldestWithin(node: ChainReader, at: Date, head: BlockHeader, most: bigint): Promise<bigint> {
  const { number } = await findBlockBefore(node, new Date(at.getTime() - clockToleranceMs), head);
  return head.number - number > most ? head.number - most : number;
}

/** Records new logs, unless the chain was rewound meanwhile: then another pass reads them again. */
async function record(
  deps: ScanParts,
  chainId: number,
  node: ChainReader,
  position: ChainPosition,
  logs: ChainLogs,
): Promise<void> {
  const ours = await ownersOf(deps.deposits, logs);
  const transfers = logs.transfers.filter(({ to }) => ours.has(to));
  const sweeps = logs.sweeps.filter(({ depositAddress }) => ours.has(depositAddress));
  const refunds = logs.refunds.filter(({ depositAddress }) => ours.has(depositAddress));
  if (transfers.length + sweeps.length + refunds.length === 0) return;
  const facts: ChainFacts = {
    chainId,
    headers: await headersOf(node, [...transfers, ...sweeps, ...refunds]),
    transfers,
    sweeps,
    refunds,
  };
  await deps.payments.transaction(async (tx) => {
    await tx.lockPosition(chainId);
    if ((await tx.headerHash(chainId, position.blockNumber)) !== position.blockHash) return;
    await recordTransfers(deps, tx, facts, ours);
  });
}

/** Headers of the logs' blocks, by number from the node. @throws ChainUnavailable when a log names another block */
async function headersOf(node: ChainReader, logs: readonly { blockNumber: bigint; blockHash: Hex }[]) {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const headers = (await node.headers(numbers)).flatMap((header) => header ?? []);
  const hashes = new Set(headers.map(({ hash }) => hash));
  if (!logs.every(({ blockHash }) => hashes.has(blockHash)))
    throw new ChainUnavailable(`chain ${node.chainId}: a log's block is not there`);
  return headers;
}

type Deposit = { checkoutId: string; tokenAddress: Hex };

/**
 * Orphans recorded transfers that are not on the chain: those whose block is gone and, when the balance has been missing
 * for long, those that every node of the chain refutes. A transfer that appears later is recorded again.
 *
 * @param missing deposits that hold less than booked
 * @param long those missing for long
 */
export async function dropRefuted(
  deps: ScanParts,
  chainId: number,
  missing: readonly Deposit[],
  long: readonly Deposit[],
): Promise<void> {
  if (missing.length === 0) return;
  const nodes = deps.reader(chainId);
  const ids = [...new Set(missing.map(({ checkoutId }) => checkoutId))];
  const recorded = await deps.balances.openTransfers(chainId, ids);
  const numbers = [...new Set(recorded.map(({ blockNumber }) => blockNumber))];
  const headers = (await nodes.headers(numbers)).flatMap((header) => header ?? []);
  const doubted = recorded.filter(({ checkoutId, tokenAddress }) =>
    long.some((deposit) => deposit.checkoutId === checkoutId && deposit.tokenAddress === tokenAddress),
  );
  const { verdicts } = await witness(doubted.map(isInReceipts), nodes, "any", (node) =>
    node.receipts(doubted.map(({ txHash }) => txHash)),
  );
  const refuted = doubted.filter((_, index) => verdicts[index] === "refuted");
  await orphanLogs(
    deps,
    chainId,
    refuted.map(({ id }) => id),
    headers,
  );
}

/**
 * A node that has the transaction in the recorded block shows its log, too, though its index of logs may lag. One that
 * refuses to look the transaction up can't say.
 */
export function isInReceipts(log: { blockHash: Hex }, index: number) {
  return (receipts: readonly (TransactionReceipt | null | undefined)[]): Testimony => {
    const receipt = receipts[index];
    return receipt === undefined ? null : receipt?.blockHash === log.blockHash;
  };
}
