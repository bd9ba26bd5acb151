import type { Chain } from "@/lib/chain/chains.rules";
import { type BlockHeader, type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { askNodes, endDispute, judge, noteDispute } from "@/lib/chain/witness";
import { isInReceipts } from "@/lib/payments/balances/reread-logs";
import type { ScanParts } from "@/lib/payments/payments.parts";
import type { RecordedLog } from "@/lib/payments/recorded-logs.store";
import { blocksSubject } from "@/lib/platform/incidents/incident-store.port";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { type BlocksRead, ContradictoryBlocks, readBlocks } from "./read-blocks";
import { clearTimer, isDue, lastedMs } from "./scan-memory";

/** How often we note that the nodes agree. */
const agreedEveryMs = minuteMs;
/** More incidents from one reading add no information. */
const maxMissing = 20;

type Node = ChainReader & { host: string };

/** A range read by another node than the first time; by the node in use when no other could. */
export type SecondReading = { node: Node; isOther: boolean; read: BlocksRead };

/**
 * Reads a range again with the first node that has the anchor. Null when none has it, or when one has another block in
 * its place: we conclude nothing then, and raise an incident if it lasts.
 */
export async function readAgain(
  deps: ScanParts,
  chain: Chain,
  anchor: BlockHeader,
  range: { fromBlock: bigint; limit: bigint },
): Promise<SecondReading | null> {
  const { chainId } = chain;
  const nodes = deps.reader(chainId);
  const inUse: Node = { ...nodes, host: "the node in use" };
  const [second] = await askNodes(
    [...nodes.others(), inUse],
    (node) => readRange(deps, chain, node, anchor, range),
    {
      isEnough: (readings) => readings.length > 0,
      onFailure: (host, error) =>
        deps.log.warn({ chainId, host, error }, "a node failed to provide a second reading"),
    },
  );
  if (second === undefined) return null;
  const { node, hash, read } = second.answer;
  if (read !== null) return { node, isOther: node !== inUse, read };
  await noteDisagreement(deps, chainId, anchor, { host: node.host, hash });
  return null;
}

/** Without a reading when the node has another anchor. Null when it lags, or doesn't keep blocks that old. */
async function readRange(
  deps: ScanParts,
  chain: Chain,
  node: Node,
  anchor: BlockHeader,
  range: { fromBlock: bigint; limit: bigint },
) {
  const [top, first] = await node.headers([anchor.number, range.fromBlock]);
  if (top == null || first == null) return null;
  const { hash } = top;
  if (hash !== anchor.hash) return { node, hash, read: null };
  try {
    const read = await readBlocks(deps, {
      chain,
      reader: node,
      fromBlock: range.fromBlock,
      limit: range.limit,
      known: [first],
      anchor,
      watchedAt: first.timestamp,
    });
    return { node, hash, read };
  } catch (error) {
    if (!(error instanceof ContradictoryBlocks)) throw error;
    throw new ChainUnavailable(error.message, { cause: error });
  }
}

/** Another node has a different block at a scanned height. For a moment, two heads are normal. */
export async function noteDisagreement(
  deps: ScanParts,
  chainId: number,
  scanned: { number: bigint; hash: string },
  theirs: { host: string; hash: string },
): Promise<void> {
  const { number, hash } = scanned;
  deps.log.warn({ chainId, block: number, ...theirs }, "a node has another block than the scanned one");
  const details = { block: number.toString(), scannedHash: hash, host: theirs.host, theirHash: theirs.hash };
  await noteDispute(
    deps,
    { subject: blocksSubject(chainId), chainId, checkoutId: null, details },
    "block",
    lastedMs(deps, disagreeing(chainId)),
  );
}

/** Whether a quorum has these blocks: the node in use, which scanned them, and another. */
export async function noteBlocks(
  deps: ScanParts,
  chainId: number,
  block: BlockHeader,
  { isOther }: SecondReading,
): Promise<void> {
  const nodes = deps.reader(chainId);
  const subject = blocksSubject(chainId);
  if (judge(nodes, "quorum", [true, isOther ? true : null]) === "confirmed") {
    clearTimer(deps, alone(chainId));
    const lasted = clearTimer(deps, disagreeing(chainId));
    if (isDue(deps, `agreed ${chainId}`, agreedEveryMs) || lasted) await endDispute(deps, subject);
    return;
  }
  // Nodes that rest are NODE_DOWN; for those that answer but lag, only this shows the operator why money waits.
  const lacking = nodes.others().map(({ host }) => host);
  if (lacking.length === 0) return;
  const details = { block: block.number.toString(), scannedHash: block.hash, lacking: lacking.join(" ") };
  const lasted = lastedMs(deps, alone(chainId));
  await noteDispute(deps, { subject, chainId, checkoutId: null, details }, "lag", lasted);
}

/**
 * Recorded logs that the second reading does not show: the balances decide whether they exist. A node that has the
 * transaction in the same block agrees, though its log index lags.
 */
export async function noteMissing(
  deps: ScanParts,
  chainId: number,
  node: Node,
  missing: readonly RecordedLog[],
): Promise<void> {
  const logs = missing.slice(0, maxMissing);
  const hashes = logs.map(({ txHash }) => txHash);
  const [receipts] = await askNodes([node], () => node.receipts(hashes));
  for (const [index, log] of logs.entries()) {
    const details = {
      kind: log.kind,
      block: log.blockNumber.toString(),
      blockHash: log.blockHash,
      txHash: log.txHash,
      logIndex: log.logIndex,
      tokenAddress: log.tokenAddress,
      amountUnits: log.amountUnits.toString(),
      host: node.host,
    };
    deps.log.warn({ chainId, ...details }, "a second reading lacks recorded logs");
    if (receipts !== undefined && isInReceipts(log, index)(receipts.answer)) continue;
    const subject = `${chainId}/${log.txHash}/${log.logIndex}`;
    await noteDispute(deps, { subject, chainId, checkoutId: log.checkoutId, details });
  }
}

const alone = (chainId: number) => `alone ${chainId}`;
const disagreeing = (chainId: number) => `disagreeing ${chainId}`;
