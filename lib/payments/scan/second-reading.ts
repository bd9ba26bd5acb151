import type { Chain } from "@/lib/chain/chains.rules";
import { type BlockHeader, type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { endOfRead } from "@/lib/chain/reader/end-of-read";
import type { RecordedLog } from "@/lib/checkouts/state/payment-store.port";
import { blocksSubject } from "@/lib/platform/incidents/incident-store.port";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { type BlocksRead, ContradictoryBlocks, clearTimer, isDue, lastedMs, readBlocks } from "./read-blocks";
import type { ScanDeps } from "./scan-chain";

/**
 * How long a node may show another block than the scanned one before an operator has to act: some rounds of reading.
 */
const disagreementMs = 45_000;
/** How long every other node may lack the blocks of the second reading before an operator has to act. */
const aloneMs = 10 * minuteMs;
/** How often we note that the nodes agree. */
const agreedEveryMs = minuteMs;
/** More incidents from one reading add no information. */
const maxMissing = 20;

/** A range read by another node than the first time; `host` is null for the node in use, when no other could. */
export type SecondReading = { host: string | null; read: BlocksRead };

/**
 * Reads a range again with the first node that has the anchor. Null when none has it, or when one has another block in
 * its place: we conclude nothing then, and raise an incident if it lasts.
 */
export async function readAgain(
  deps: ScanDeps,
  chain: Chain,
  anchor: BlockHeader,
  range: { fromBlock: bigint; limit: bigint },
): Promise<SecondReading | null> {
  const { chainId } = chain;
  const nodes = deps.reader(chainId);
  const candidates = [
    ...nodes.others().map((node) => ({ host: node.host, node })),
    { host: null, node: nodes },
  ];
  for (const { host, node } of candidates) {
    try {
      const [top, first] = await node.headers([anchor.number, range.fromBlock]);
      // It lags, or does not keep blocks that old.
      if (top == null || first == null) continue;
      if (top.hash !== anchor.hash) {
        await noteDisagreement(deps, chainId, anchor, { host, hash: top.hash });
        return null;
      }
      return { host, read: await readRange(deps, chain, node, anchor, first, range) };
    } catch (error) {
      if (!(error instanceof ChainUnavailable || error instanceof ContradictoryBlocks)) throw error;
      deps.log.warn({ chainId, host, error }, "a node failed to provide a second reading");
    }
  }
  return null;
}

function readRange(
  deps: ScanDeps,
  chain: Chain,
  reader: ChainReader,
  anchor: BlockHeader,
  first: BlockHeader,
  range: { fromBlock: bigint; limit: bigint },
): Promise<BlocksRead> {
  return readBlocks(deps, {
    chain,
    reader,
    fromBlock: range.fromBlock,
    toBlock: endOfRead(reader, chain, range),
    known: [first],
    follows: null,
    anchor,
    watchedAt: first.timestamp,
    everything: false,
  });
}

/** Another node has a different block at a scanned height. For a moment, two heads are normal. */
export async function noteDisagreement(
  deps: ScanDeps,
  chainId: number,
  scanned: { number: bigint; hash: string },
  theirs: { host: string | null; hash: string | null },
): Promise<void> {
  const { number, hash } = scanned;
  deps.log.warn({ chainId, block: number, ...theirs }, "a node has another block than the scanned one");
  if (lastedMs(deps, disagreeing(chainId)) < disagreementMs) return;
  const details = { block: number.toString(), scannedHash: hash, host: theirs.host, theirHash: theirs.hash };
  await deps.incidents.raise(
    { kind: "NODES_DISAGREE", subject: blocksSubject(chainId), chainId, checkoutId: null, details },
    deps.clock.now(),
  );
}

/**
 * Only the node in use has these blocks. Nodes that rest are NODE_DOWN; for those that answer but lag, nothing else
 * tells the operator why money waits.
 */
export async function noteAlone(deps: ScanDeps, chainId: number, block: BlockHeader): Promise<void> {
  const lagging = deps.reader(chainId).others();
  if (lagging.length === 0 || lastedMs(deps, alone(chainId)) < aloneMs) return;
  const hosts = lagging.map(({ host }) => host).join(" ");
  const details = { block: block.number.toString(), scannedHash: block.hash, lacking: hosts };
  await deps.incidents.raise(
    { kind: "NODES_DISAGREE", subject: blocksSubject(chainId), chainId, checkoutId: null, details },
    deps.clock.now(),
  );
}

/** The nodes have the same block. */
export async function noteAgreement(deps: ScanDeps, chainId: number): Promise<void> {
  clearTimer(deps, alone(chainId));
  const lasted = clearTimer(deps, disagreeing(chainId));
  if (!isDue(deps, `agreed ${chainId}`, agreedEveryMs) && !lasted) return;
  await deps.incidents.resolve("NODES_DISAGREE", blocksSubject(chainId), deps.clock.now());
}

/**
 * Recorded logs that the second reading does not show: the balances decide whether they exist. A node that has the
 * transaction in the same block agrees, though its log index lags.
 */
export async function noteMissing(
  deps: ScanDeps,
  chainId: number,
  host: string | null,
  missing: readonly RecordedLog[],
): Promise<void> {
  const shown = missing.slice(0, maxMissing);
  const indexed = await hasTransactions(deps, chainId, host, shown);
  for (const [index, log] of shown.entries()) {
    const details = {
      kind: log.kind,
      block: log.blockNumber.toString(),
      blockHash: log.blockHash,
      txHash: log.txHash,
      logIndex: log.logIndex,
      tokenAddress: log.tokenAddress,
      amountUnits: log.amountUnits.toString(),
      host,
    };
    deps.log.warn({ chainId, ...details }, "a second reading lacks recorded logs");
    if (indexed[index]) continue;
    const subject = `${chainId}/${log.txHash}/${log.logIndex}`;
    await deps.incidents.raise(
      { kind: "NODES_DISAGREE", subject, chainId, checkoutId: log.checkoutId, details },
      deps.clock.now(),
    );
  }
}

/** For each log, whether the node has its transaction in the recorded block. */
async function hasTransactions(
  deps: ScanDeps,
  chainId: number,
  host: string | null,
  logs: readonly RecordedLog[],
): Promise<boolean[]> {
  if (logs.length === 0) return [];
  const nodes = deps.reader(chainId);
  const node = nodes.nodes.find((candidate) => candidate.host === host) ?? nodes;
  const receipts = await node.receipts(logs.map(({ txHash }) => txHash)).catch((error: unknown): null[] => {
    if (error instanceof ChainUnavailable) return [];
    throw error;
  });
  return logs.map(({ blockHash }, index) => receipts[index]?.blockHash === blockHash);
}

const alone = (chainId: number) => `alone ${chainId}`;
const disagreeing = (chainId: number) => `disagreeing ${chainId}`;
