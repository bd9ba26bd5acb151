import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/chain-reader.port";
import type { Chain } from "@/lib/chain/chains.rules";
import type { AwaitingFinality, ChainPosition } from "@/lib/checkouts/payment-store.port";
import type { Hex } from "@/lib/platform/hex.rules";
import { noFacts, type RecordDeps, recordTransfers } from "./record-transfers";

/** So many nodes have to show a log where as many are asked: one alone could invent what it likes. */
const quorum = 2;

type Deps = RecordDeps & { reader: (chainId: number) => ChainNodes };

/** Whether a node shows a log where it was recorded; null where it gave no usable answer. */
type Shown = boolean | null;

/**
 * Those of the sweeps and refunds that two nodes show in their block: the second opinion before money counts as gone.
 * While fewer of them answer the others wait. What no node of the chain shows any more is taken back, the way a reorg
 * does. A chain with a single node has nobody to ask.
 *
 * @returns also the events written
 */
export async function shownByAnother(
  deps: Deps,
  chain: Chain,
  { chainId }: ChainPosition,
  logs: readonly AwaitingFinality[],
): Promise<{ shown: readonly AwaitingFinality[]; events: number }> {
  const nodes = deps.reader(chainId);
  if (logs.length === 0 || nodes.nodes.length < quorum) return { shown: logs, events: 0 };
  const resting = new Set(nodes.health().flatMap(({ host, healthy }) => (healthy ? [] : [host])));
  const byNode: (readonly Shown[])[] = [];
  let asked = 0;
  const isShown = (index: number) =>
    byNode.filter((answers) => answers[index] === true).length >= Math.min(quorum, Math.max(1, awake));
  const awake = nodes.nodes.length - resting.size;
  for (const node of nodes.nodes) {
    if (resting.has(node.host)) continue;
    if (asked >= quorum && logs.every((_, index) => isShown(index))) break;
    byNode.push(await ask(deps, chain, node, logs));
    asked += 1;
  }
  const shown = logs.filter((_, index) => isShown(index));
  const refuted = logs.filter(
    (_, index) => byNode.length === nodes.nodes.length && byNode.every((answers) => answers[index] === false),
  );
  const waiting = logs.length - shown.length;
  if (waiting > 0)
    deps.log.warn({ chainId, waiting }, "sweeps or refunds wait for a second node to show them");
  return { shown, events: refuted.length === 0 ? 0 : await takeBack(deps, chainId, refuted) };
}

/** Block by block, each by its hash. */
async function ask(
  deps: Deps,
  chain: Chain,
  node: ChainNode,
  logs: readonly AwaitingFinality[],
): Promise<Shown[]> {
  const seen = new Map<Hex, ReadonlySet<string> | null>();
  for (const blockHash of new Set(logs.map((log) => log.blockHash))) {
    const ofBlock = logs.filter((log) => log.blockHash === blockHash);
    seen.set(blockHash, await askForBlock(deps, chain, node, blockHash, ofBlock));
  }
  return logs.map((log) => seen.get(log.blockHash)?.has(keyOf(log)) ?? null);
}

async function askForBlock(
  deps: Deps,
  chain: Chain,
  node: ChainNode,
  blockHash: Hex,
  logs: readonly AwaitingFinality[],
): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  const byWallet = logs.filter(({ kind }) => kind === "merchant_refund");
  const byDeposit = logs.filter(({ kind }) => kind !== "merchant_refund");
  try {
    for (const some of parts(byWallet, chain.maxFilterAddresses)) {
      const to = some.flatMap(({ toAddress }) => toAddress ?? []);
      const filter = { to, tokens: some.map(({ tokenAddress }) => tokenAddress) };
      const { transfers } = await node.logs({ blockHash }, filter, []);
      for (const log of transfers) found.add(keyOf({ ...log, kind: "merchant_refund", toAddress: log.to }));
    }
    for (const some of parts(byDeposit, chain.maxFilterAddresses)) {
      const contracts = some.map(({ depositAddress }) => depositAddress);
      const { sweeps, refunds } = await node.logs({ blockHash }, null, contracts);
      for (const log of sweeps) found.add(keyOf({ ...log, kind: "sweep", toAddress: null }));
      for (const log of refunds) found.add(keyOf({ ...log, kind: "refund", toAddress: log.to }));
    }
    return found;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId: chain.chainId, host: node.host, error }, "a node has no say in what left");
    return null;
  }
}

async function takeBack(deps: Deps, chainId: number, refuted: readonly AwaitingFinality[]): Promise<number> {
  return deps.payments.transaction(async (tx) => {
    await tx.lockPosition(chainId);
    const gone = await tx.orphanRows(
      chainId,
      refuted.map(({ id }) => id),
    );
    for (const log of gone)
      deps.log.warn({ ...log, amountUnits: String(log.amountUnits) }, "no node has this log");
    return (await recordTransfers(deps, tx, { ...noFacts, chainId }, new Map(), gone)).events;
  });
}

function* parts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

function keyOf(
  log: Pick<AwaitingFinality, "kind" | "txHash" | "logIndex" | "tokenAddress" | "toAddress" | "amountUnits">,
): string {
  const { kind, txHash, logIndex, tokenAddress, toAddress, amountUnits } = log;
  return [kind, txHash, logIndex, tokenAddress, toAddress, amountUnits].join(" ");
}
