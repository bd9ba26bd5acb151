import type { Chain } from "@/lib/chain/chains.rules";
import { askNodes, awakeNodes, hasQuorum, isAgreed, quorumOf } from "@/lib/chain/quorum";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { AwaitingFinality } from "@/lib/checkouts/state/payment-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { noFacts, type RecordDeps, recordTransfers } from "./record-transfers";
import { isDue, type MemoryDeps } from "./scan/read-blocks";

/** How often we log that sweeps or refunds wait: a pass takes two seconds, a node may be down for hours. */
const waitingLogMs = minuteMs;

type Deps = RecordDeps & MemoryDeps & { reader: (chainId: number) => ChainNodes };

/** Whether a node shows a log in its recorded block; null without an answer. */
type Shown = boolean | null;

/**
 * Compares recorded sweeps and refunds with the nodes before money counts as gone. `shown`: a quorum has it in its
 * block. `refuted`: every node answers, and none has it. The others wait. A chain with a single node has no quorum.
 */
export async function compareWithQuorum(
  deps: Deps,
  chain: Chain,
  logs: readonly AwaitingFinality[],
): Promise<{ shown: readonly AwaitingFinality[]; refuted: readonly AwaitingFinality[] }> {
  const { chainId } = chain;
  const nodes = deps.reader(chainId);
  if (logs.length === 0 || !hasQuorum(nodes)) return { shown: logs, refuted: [] };
  const needed = quorumOf(nodes);
  const isShown = (answers: readonly { host: string; answer: Shown[] }[], index: number) =>
    isAgreed(answers, needed, (answer) => answer[index] === true);
  const answers = await askNodes(
    awakeNodes(nodes),
    needed,
    (node) => ask(deps, chain, node, logs),
    (told) => logs.every((_, index) => isShown(told, index)),
  );
  const shown = logs.filter((_, index) => isShown(answers, index));
  const refuted = logs.filter((_, index) =>
    isAgreed(answers, nodes.nodes.length, (answer) => answer[index] === false),
  );
  const waiting = logs.length - shown.length;
  if (waiting > 0 && isDue(deps, `outgoing waits ${chainId}`, waitingLogMs))
    deps.log.warn({ chainId, waiting }, "sweeps or refunds wait for a quorum of nodes");
  return { shown, refuted };
}

/**
 * Orphans recorded sweeps and refunds that no node of the chain has any more, like a reorg.
 *
 * @returns events written
 */
export async function orphanRefuted(
  deps: RecordDeps,
  chainId: number,
  refuted: readonly AwaitingFinality[],
): Promise<number> {
  if (refuted.length === 0) return 0;
  return deps.payments.transaction(async (tx) => {
    await tx.lockPosition(chainId);
    const gone = await tx.orphanRows(
      chainId,
      refuted.map(({ id }) => id),
    );
    for (const log of gone)
      deps.log.warn({ ...log, amountUnits: String(log.amountUnits) }, "no node has this log; orphaning it");
    return (await recordTransfers(deps, tx, { ...noFacts, chainId }, new Map(), gone)).events;
  });
}

/** Block by block, each by its hash. */
async function ask(
  deps: Deps,
  chain: Chain,
  node: ChainNode,
  logs: readonly AwaitingFinality[],
): Promise<Shown[]> {
  const seen = new Map<Hex, ReadonlySet<string> | null>();
  const blocks = new Map(logs.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]));
  for (const [blockHash, number] of blocks) {
    const ofBlock = logs.filter((log) => log.blockHash === blockHash);
    seen.set(blockHash, await askForBlock(deps, chain, node, { blockHash, number }, ofBlock));
  }
  return logs.map((log) => seen.get(log.blockHash)?.has(keyOf(log)) ?? null);
}

async function askForBlock(
  deps: Deps,
  chain: Chain,
  node: ChainNode,
  block: { blockHash: Hex; number: bigint },
  logs: readonly AwaitingFinality[],
): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  const byWallet = logs.filter(({ kind }) => kind === "merchant_refund");
  const byDeposit = logs.filter(({ kind }) => kind !== "merchant_refund");
  try {
    const to = byWallet.flatMap(({ toAddress }) => toAddress ?? []);
    const filter = { to, tokens: byWallet.map(({ tokenAddress }) => tokenAddress) };
    const contracts = byDeposit.map(({ depositAddress }) => depositAddress);
    const { transfers, sweeps, refunds } = await node.logs(block, filter, contracts);
    for (const log of transfers) found.add(keyOf({ ...log, kind: "merchant_refund", toAddress: log.to }));
    for (const log of sweeps) found.add(keyOf({ ...log, kind: "sweep", toAddress: null }));
    for (const log of refunds) found.add(keyOf({ ...log, kind: "refund", toAddress: log.to }));
    return found;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn(
      { chainId: chain.chainId, host: node.host, error },
      "a node did not answer about sweeps and refunds",
    );
    return null;
  }
}

function keyOf(
  log: Pick<AwaitingFinality, "kind" | "txHash" | "logIndex" | "tokenAddress" | "toAddress" | "amountUnits">,
): string {
  const { kind, txHash, logIndex, tokenAddress, toAddress, amountUnits } = log;
  return [kind, txHash, logIndex, tokenAddress, toAddress, amountUnits].join(" ");
}
