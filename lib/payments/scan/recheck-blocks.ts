import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import type { BlockHeader, RefundLog, SweepLog, TransferLog } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { logKey } from "@/lib/chain/transaction.rules";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { recordTransfers } from "@/lib/payments/record-transfers";
import type { RecordedLog } from "@/lib/payments/recorded-logs.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RequestedLogs } from "./read-logs";
import { ownFacts } from "./record-blocks";
import { clearTimer, isDue } from "./scan-memory";
import { min, planSecondReading, recheckEveryMs } from "./scan-plan.rules";
import { noteBlocks, noteDisagreement, noteMissing, readAgain, type SecondReading } from "./second-reading";

export type ReadLogs = {
  transfers: readonly TransferLog[];
  sweeps: readonly SweepLog[];
  refunds: readonly RefundLog[];
};

/**
 * Compares a new reading of a range with the records: `missed` was not recorded yet, `missing` was recorded but not
 * returned. Logs of unlisted tokens never count as missing: we keep only a few.
 */
export function compareReadings(
  chain: Chain,
  requested: RequestedLogs,
  read: ReadLogs,
  recorded: readonly RecordedLog[],
): { missed: ReadLogs; missing: RecordedLog[] } {
  const known = new Set(recorded.map(keyOf));
  const seen = new Set([
    ...read.transfers.map((log) => keyOf({ kind: "transfer", ...log })),
    // The same log may be a refund from its merchant's wallet.
    ...read.transfers.map((log) => keyOf({ kind: "merchant_refund", ...log })),
    ...read.sweeps.map((log) => keyOf({ kind: "sweep", ...log })),
    ...read.refunds.map((log) => keyOf({ kind: "refund", ...log })),
  ]);
  const listed = new Set(chain.tokens.map(({ address }) => address));
  return {
    missed: {
      transfers: read.transfers.filter((log) => !known.has(keyOf({ kind: "transfer", ...log }))),
      sweeps: read.sweeps.filter((log) => !known.has(keyOf({ kind: "sweep", ...log }))),
      refunds: read.refunds.filter((log) => !known.has(keyOf({ kind: "refund", ...log }))),
    },
    missing: recorded.filter(
      (log) => !seen.has(keyOf(log)) && listed.has(log.tokenAddress) && wasRequested(requested, log),
    ),
  };
}

function wasRequested({ transfers, sweepsOf }: RequestedLogs, log: RecordedLog): boolean {
  if (log.kind === "sweep" || log.kind === "refund")
    return sweepsOf === null || sweepsOf.includes(log.depositAddress);
  const receiver = log.toAddress ?? log.depositAddress;
  return transfers.some(
    ({ to, tokens }) =>
      (to === null || to.includes(receiver)) && (tokens === null || tokens.includes(log.tokenAddress)),
  );
}

function keyOf(log: { kind: RecordedLog["kind"]; blockHash: Hex; txHash: Hex; logIndex: number }): string {
  return `${log.kind} ${log.blockHash} ${logKey(log)}`;
}

/** The block that both nodes must have is among the latest stored headers. */
const recentHeaders = 64;

/**
 * The second reading: reads blocks some way below the head again, with another node if there is one, and records what
 * the first reading missed. Recorded logs that it does not show raise an incident. Gaps are read twice as well, after
 * their first reading.
 */
export async function recheckBlocks(deps: ScanParts, chainId: number): Promise<void> {
  const chain = enabledChain(deps.chains, chainId);
  const position = await deps.positions.find(chainId);
  const due = position === null ? null : await dueRange(deps, chain, position);
  if (position === null || due === null) return;
  const reading = await readAgain(deps, chain, due.anchor, due);
  if (reading === null || !(await isInOurChain(deps, chainId, reading))) return;
  await noteBlocks(deps, chainId, due.anchor, reading);
  await compare(deps, chain, position, { ...due, ...reading });
  // Far behind, we do not wait.
  if (due.overdue) clearTimer(deps, pace(chainId));
}

type DueRange = { fromBlock: bigint; limit: bigint; anchor: BlockHeader; overdue: boolean };

/** The planned range, up to a stored header that both nodes must have; null when it is too early. */
async function dueRange(deps: ScanParts, chain: Chain, position: ChainPosition): Promise<DueRange | null> {
  const { chainId, gapReadThrough } = position;
  const gaps = gapReadThrough === null ? [] : await deps.scanProgress.gaps(chainId);
  const { maxBlockRange } = chain;
  const plan = planSecondReading(position, gaps, { maxBlockRange, now: deps.clock.now() });
  if (plan === null || !isDue(deps, pace(chainId), recheckEveryMs)) return null;
  const { fromBlock, limit, anchorLimit, overdue } = plan;
  const kept = await deps.positions.recentHeaders(chainId, recentHeaders);
  const anchor = kept.find(({ number }) => number <= anchorLimit);
  if (anchor === undefined || anchor.number < fromBlock) return null;
  return { fromBlock, limit: min(limit, anchor.number), anchor, overdue };
}

const pace = (chainId: number) => `recheck ${chainId}`;

/** Whether the blocks with logs, not only the newest, are those of the scanned chain. */
async function isInOurChain(
  deps: ScanParts,
  chainId: number,
  { node: { host }, isOther, read }: SecondReading,
): Promise<boolean> {
  if (!isOther) return true;
  const { facts } = await ownFacts(deps, read);
  const logs = [...facts.transfers, ...facts.sweeps, ...facts.refunds];
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const ours = await deps.reader(chainId).headers(numbers);
  for (const { number, hash } of read.headers) {
    const index = numbers.indexOf(number);
    if (index < 0 || ours[index]?.hash === hash) continue;
    await noteDisagreement(deps, chainId, { number, hash: ours[index]?.hash ?? "unknown" }, { host, hash });
    return false;
  }
  return true;
}

async function compare(
  deps: ScanParts,
  chain: Chain,
  { recheckedNumber }: ChainPosition,
  { fromBlock, anchor, node, read }: DueRange & SecondReading,
): Promise<void> {
  const { chainId } = chain;
  const { facts, ours } = await ownFacts(deps, read);
  const recorded = await deps.recordedLogs.inBlocks(chainId, fromBlock, read.last.number);
  const { missed, missing } = compareReadings(chain, read.requested, facts, recorded);
  const found = await deps.payments.transaction(async (tx) => {
    const current = await tx.lockPosition(chainId);
    // Another watcher was faster, or a reorg took the block that both nodes had.
    if (current === null || current.recheckedNumber !== recheckedNumber) return null;
    if ((await tx.headerHash(chainId, anchor.number)) !== anchor.hash) return null;
    await tx.savePosition({
      ...current,
      recheckedNumber: read.last.number,
      recheckedAt: deps.clock.now(),
    });
    return recordTransfers(deps, tx, { ...facts, ...missed }, ours);
  });
  if (found === null) return;
  if (found.length > 0)
    deps.log.warn(
      { chainId, host: node.host, checkoutIds: found },
      "a second reading found logs that the first one missed",
    );
  await noteMissing(deps, chainId, node, missing);
}
